#if Replication
    import QuirePlatform
    import Quire

    /// A revision that was received, and what became of it.
    struct ReceivedRevision: Sendable {
        let collection: Int
        let id: String
        let version: String
        /// The JSON text of the sequence, if the message contains one.
        let sequence: String?
        let isDeleted: Bool
        var outcome: ReceivedOutcome
    }

    /// What became of a received revision.
    enum ReceivedOutcome: Sendable {
        /// The revision is stored, or was already.
        case stored
        /// The revision is stored beside another one, as an open conflict.
        case conflicted
        /// The document is no longer accessible.
        case accessLost
        /// The revision is not sent, because a newer one follows.
        case replaced
        /// The filter of this database refused the revision.
        case filtered(BLIPError)
        /// The revision was refused, or could not be stored.
        case failed(BLIPError)
    }

    /// Stores received revisions, after it has requested their blobs.
    ///
    /// Revisions that arrive during a transaction are stored together in the next one.
    actor RevisionReceiver {
        private struct Incoming {
            let request: BLIPRequest
            var received: ReceivedRevision
            let revision: IncomingRevision
            /// Counts what the body occupies in addition to the message, which can be a delta.
            let charge: MemoryCharge?
        }

        /// The maximum number of revisions in one transaction.
        private static let maximumBatch = 200
        /// The number of unfinished revisions of a collection from which on further ones are refused.
        private static let maximumCount = 600
        /// The size of the bodies to store from which on receiving waits.
        private static let maximumReadySize = 32_000_000
        /// The size of the bodies that wait for blobs from which on further ones are refused.
        private static let maximumPreparingSize = 64_000_000
        /// The number of blobs that are requested at a time.
        private static let maximumBlobs = 8

        let connection: BLIPConnection
        private let store: ReplicationStore
        let work: BlockingWork
        let collections: [ReplicatedCollection]
        /// Whether messages contain the number of their collection.
        private let usesCollections: Bool
        /// The numbers of the other database in the collections, or `nil` if it has none.
        let remote: Int?
        /// The last sequence of each collection whose remembered remote revision counts for nothing.
        private var unverifiedEnds: [UInt64]
        /// Whether a body can be a delta.
        let acceptsDeltas: Bool
        /// Receives the digests of blobs that are stored.
        private let onBlob: @Sendable (String) -> Void
        /// Receives the outcomes of finished revisions.
        private let onFinish: @Sendable ([ReceivedRevision]) async -> Void

        private var ready: [Incoming] = []
        private var isStoring = false
        private var unfinishedCount = 0
        /// The number of revisions whose outcome is not reported yet.
        private var unreportedCount = 0
        /// The size of the bodies that are being stored, or are going to be.
        private var readySize = 0
        private var waitingForStorage: [CheckedContinuation<Void, Never>] = []
        /// The size of the bodies that wait for a filter or for blobs.
        private var preparingSize = 0
        private let blobPermits = AsyncPermits(RevisionReceiver.maximumBlobs)
        private var waitingForEnd: [CheckedContinuation<Void, Never>] = []

        init(
            connection: BLIPConnection, store: ReplicationStore, work: BlockingWork,
            collections: [ReplicatedCollection], usesCollections: Bool = true, remote: Int?,
            unverifiedEnds: [UInt64]? = nil, acceptsDeltas: Bool = false,
            onBlob: @escaping @Sendable (String) -> Void = { _ in },
            onFinish: @escaping @Sendable ([ReceivedRevision]) async -> Void
        ) {
            self.connection = connection
            self.store = store
            self.work = work
            self.collections = collections
            self.usesCollections = usesCollections
            self.remote = remote
            self.unverifiedEnds = unverifiedEnds ?? collections.map { _ in 0 }
            self.acceptsDeltas = acceptsDeltas
            self.onBlob = onBlob
            self.onFinish = onFinish
        }

        /// Notes that the remembered revisions of the other database are right again.
        func trustRemoteRevisions(ofCollection index: Int) { unverifiedEnds[index] = 0 }

        /// Accepts a request that contains a revision.
        ///
        /// The method waits for earlier revisions to be stored if their bodies are large. If too many
        /// revisions are unfinished for other reasons, the revision is refused for now. Waiting would
        /// also delay the blobs that the unfinished revisions need.
        func receive(_ request: BLIPRequest, collection: Int) async {
            while readySize >= Self.maximumReadySize {
                await withCheckedContinuation { waitingForStorage.append($0) }
            }
            let message = request.message
            var received = ReceivedRevision(
                collection: collection, id: message["id"] ?? "", version: message["rev"] ?? "",
                sequence: message["sequence"], isDeleted: message.properties.bool("deleted"),
                outcome: .stored)
            unfinishedCount += 1
            unreportedCount += 1
            guard unfinishedCount <= Self.maximumCount * collections.count,
                preparingSize < Self.maximumPreparingSize
            else {
                received.outcome = .failed(.http(503, "too many revisions are unfinished"))
                return await finish(received, request)
            }
            do {
                let revision = try await revision(in: message, received)
                if try isRemoval(revision) {
                    received.outcome = .accessLost
                    return await finish(received, request)
                }
                let blobs =
                    revision.mayContainBlobs
                    ? try BlobReference.blobs(inBody: revision.body) : []
                let size = revision.body.count
                let incoming = Incoming(
                    request: request, received: received, revision: revision,
                    charge: size > message.body.count
                        ? connection.memory?.charge(size - message.body.count, .handled) : nil)
                let filter = collections[collection].pullFilter
                if blobs.isEmpty, filter == nil {
                    add(incoming)
                } else {
                    preparingSize += size
                    Task {
                        await self.prepare(incoming, filter: filter, blobs: blobs)
                        self.preparingSize -= size
                    }
                }
            } catch {
                received.outcome = .failed(BLIPError(local: error))
                await finish(received, request)
            }
        }

        // MARK: Preparing

        /// Applies the filter, requests the blobs, and then adds the revision to those to store.
        private func prepare(
            _ incoming: Incoming, filter: RevisionFilter?, blobs: [BlobReference]
        ) async {
            do {
                guard try await accepts(incoming.revision, filter) else {
                    var received = incoming.received
                    received.outcome = .filtered(
                        .http(403, "the revision was refused by a filter"))
                    return await finish(received, incoming.request)
                }
                for blob in blobs {
                    let digest = blob.digest
                    if try await work.run({ [store] in try store.hasBlob(digest) }) { continue }
                    try await blobPermits.withPermit {
                        try await self.fetch(blob, ofDocument: incoming.received)
                    }
                }
                add(incoming)
            } catch {
                var received = incoming.received
                received.outcome = .failed(BLIPError(local: error))
                await finish(received, incoming.request)
            }
        }

        /// Returns whether the filter accepts a revision.
        private func accepts(
            _ revision: IncomingRevision, _ filter: RevisionFilter?
        ) async throws -> Bool {
            guard let filter else { return true }
            let examined = FilteredRevision(
                id: revision.id, version: revision.version, isDeleted: revision.isDeleted,
                isAccessRemoved: false,
                body: revision.body)
            return try await work.run { try filter(examined) }
        }

        private func fetch(
            _ blob: BlobReference, ofDocument received: ReceivedRevision
        ) async throws {
            var request = BLIPMessage(
                profile: "getAttachment", collection: wireIndex(received.collection))
            request["digest"] = blob.digest
            request["docID"] = received.id
            if blob.isCompressible { request["compress"] = "true" }
            let writer = try store.blobWriter(blob.digest, length: blob.length)
            _ = try await connection.request(request) { [work] part in
                try await work.run { try writer.append(part) }
            }
            try await work.run { try writer.finish() }
            onBlob(blob.digest)
        }

        /// The number of a collection in messages, or `nil` in a connection without collections.
        private func wireIndex(_ index: Int) -> Int? { usesCollections ? index : nil }

        // MARK: Storing

        private func add(_ incoming: Incoming) {
            ready.append(incoming)
            readySize += incoming.revision.body.count
            guard !isStoring else { return }
            isStoring = true
            Task { await self.storeAll() }
        }

        private func storeAll() async {
            while let first = ready.first {
                let index = first.received.collection
                let batch = Array(
                    ready.prefix(Self.maximumBatch).prefix { $0.received.collection == index })
                ready.removeFirst(batch.count)
                await store(batch, index)
                readySize -= batch.reduce(0) { $0 + $1.revision.body.count }
                let resumed = waitingForStorage
                waitingForStorage = []
                for continuation in resumed { continuation.resume() }
            }
            isStoring = false
        }

        private func store(_ batch: [Incoming], _ index: Int) async {
            let revisions = batch.map(\.revision)
            let results: [InsertionResult]
            do {
                results = try await insert(revisions, index)
            } catch {
                // One of the revisions may be the cause, for example if an index cannot contain it.
                if batch.count > 1, !BLIPError(local: error).isTransientForDocument {
                    for incoming in batch { await store([incoming], index) }
                    return
                }
                let failure = BLIPError(local: error)
                results = batch.map { _ in
                    .failed(
                        ReplicationFailure(
                            domain: failure.domain, code: failure.code, message: failure.message))
                }
            }
            var finished: [ReceivedRevision] = []
            for (incoming, result) in zip(batch, results) {
                finished.append(answer(incoming, result))
            }
            await finish(finished)
        }

        /// Inserts revisions in one transaction, and waits for the transactions of other processes.
        ///
        /// This session would not request the revisions again.
        private func insert(
            _ revisions: [IncomingRevision], _ index: Int
        ) async throws -> [InsertionResult] {
            let collection = collections[index].collection
            let unverifiedEnd = unverifiedEnds[index]
            while true {
                do {
                    return try await work.run { [remote] in
                        try collection.insert(
                            revisions, from: remote, unverifiedThrough: unverifiedEnd)
                    }
                } catch let error as QuireError where error.code == .busy && connection.isOpen {
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
        }

        private func answer(_ incoming: Incoming, _ result: InsertionResult) -> ReceivedRevision {
            var received = incoming.received
            var answer = BLIPMessage()
            switch result {
            case .inserted: received.outcome = .stored
            case .existing: answer["noop"] = "true"
            case .conflicted: received.outcome = .conflicted
            case .failed(let failure):
                let error = BLIPError(
                    domain: failure.domain, code: failure.code, message: failure.message)
                received.outcome = .failed(error)
                incoming.request.fail(error)
                return received
            }
            incoming.request.respond(answer)
            return received
        }

        private func finish(_ received: ReceivedRevision, _ request: BLIPRequest) async {
            switch received.outcome {
            case .failed(let error), .filtered(let error): request.fail(error)
            default: request.respond(BLIPMessage())
            }
            await finish([received])
        }

        private func finish(_ finished: [ReceivedRevision]) async {
            unfinishedCount -= finished.count
            await onFinish(finished)
            unreportedCount -= finished.count
            guard unreportedCount == 0 else { return }
            let resumed = waitingForEnd
            waitingForEnd = []
            for continuation in resumed { continuation.resume() }
        }

        /// Waits until the outcomes of all revisions are reported, after the connection has ended.
        ///
        /// Otherwise, they could be stored while another session of the same database runs.
        func waitForEnd() async {
            guard unreportedCount > 0 else { return }
            await withCheckedContinuation { waitingForEnd.append($0) }
        }
    }

    extension IncomingRevision {
        /// Whether the body may contain references to blobs.
        ///
        /// A letter of the key can be written as an escape sequence.
        var mayContainBlobs: Bool {
            contains("@type") || contains("\\u00") || contains("_attachments")
        }

        /// Whether the body contains text.
        func contains(_ text: StaticString) -> Bool { body.withUnsafeBytes { $0.contains(text) } }
    }

    extension BlobReference {
        /// Whether the content is worth compressing: its type is known, and not compressed already.
        var isCompressible: Bool {
            guard let type = contentType?.lowercased() else { return false }
            return !["image/", "audio/", "video/"].contains { type.hasPrefix($0) }
                && !["zip", "compress", "gz"].contains { type.contains($0) }
        }
    }
#endif
