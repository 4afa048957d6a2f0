#if Replication
    import Fleece
    import Foundation
    import Quire

    /// A revision that the other database has asked for.
    struct WantedRevision: Sendable {
        let id: String
        let version: String
        /// The JSON text of the sequence in the list of changes.
        let sequence: String
    }

    /// The result of sending a revision.
    enum SendResult: Sendable {
        /// The other database has stored the revision.
        case stored
        /// The revision is no longer the current one, so nothing was sent.
        case outdated
        /// The other database refused the revision, or it could not be read.
        case failed(BLIPError)
    }

    /// Sends revisions, and the blobs that the other database asks for in the meantime.
    ///
    /// At most 100 revisions are unanswered at a time, with about 2 MB of bodies in total.
    actor RevisionSender {
        /// How revisions are sent to a partner.
        struct Style: Sendable {
            /// Whether the other database must refuse revisions that conflict with its own.
            var refusesConflicts = false
            /// Whether a newer revision is sent in place of one that is no longer current.
            var sendsReplacements = false
            /// Whether the other database waits for each revision, so that it must learn of one that
            /// is missing.
            var reportsMissing = false
        }

        private static let maximumCount = 100
        private static let maximumBytes = 2_000_000
        /// The number of unsent bytes from which on blobs wait for the other database to receive them.
        private static let maximumUnsentBytes = 4_000_000

        private let connection: BLIPConnection
        private let store: ReplicationStore
        private let work: BlockingWork
        private let style: Style

        private var unansweredCount = 0
        private var unansweredBytes = 0
        private var waiting: [CheckedContinuation<Void, Never>] = []
        /// How many unanswered revisions contain a blob.
        ///
        /// Other blobs of the database are not sent.
        private var offeredBlobs: [String: Int] = [:]

        init(
            connection: BLIPConnection, store: ReplicationStore, work: BlockingWork, style: Style
        ) {
            self.connection = connection
            self.store = store
            self.work = work
            self.style = style
        }

        /// Sends a revision and waits for the answer.
        ///
        /// - Parameters:
        ///   - wanted: The revision.
        ///   - collection: The collection.
        ///   - index: The number of the collection in messages, or `nil` in a connection without
        ///     collections.
        ///   - listsAttachments: Whether the body needs the member `_attachments`.
        /// - Returns: What became of the revision.
        func send(
            _ wanted: WantedRevision, of collection: DocumentCollection, index: Int?,
            listsAttachments: Bool
        ) async -> SendResult {
            await reserve()
            defer { release() }
            do {
                guard let revision = try await read(wanted, of: collection) else {
                    if style.reportsMissing { postMissing(wanted, index: index) }
                    return .outdated
                }
                return try await send(revision, wanted, index, listsAttachments)
            } catch {
                return .failed(BLIPError(local: error))
            }
        }

        private func read(
            _ wanted: WantedRevision, of collection: DocumentCollection
        ) async throws -> OutgoingRevision? {
            let version = style.sendsReplacements ? nil : wanted.version
            return try await work.run {
                try collection.outgoingRevision(of: wanted.id, version: version)
            }
        }

        private func send(
            _ revision: OutgoingRevision, _ wanted: WantedRevision, _ index: Int?,
            _ listsAttachments: Bool
        ) async throws -> SendResult {
            var message = BLIPMessage(profile: "rev", collection: index)
            message["id"] = revision.id
            message["rev"] = revision.version
            if !revision.history.isEmpty { message["history"] = revision.history }
            message["sequence"] = wanted.sequence
            if revision.isDeleted { message["deleted"] = "1" }
            if style.refusesConflicts { message["noconflicts"] = "true" }
            if revision.version != wanted.version { message["replacedRev"] = wanted.version }
            message.body =
                listsAttachments
                ? try LegacyAttachments.add(revision.blobs, to: revision.body) : revision.body
            message.isCompressed = true
            let count = message.body.count
            unansweredBytes += count
            for blob in revision.blobs { offeredBlobs[blob.digest, default: 0] += 1 }
            defer {
                unansweredBytes -= count
                for blob in revision.blobs { withdraw(blob.digest) }
            }
            _ = try await connection.request(message)
            return .stored
        }

        private func withdraw(_ digest: String) {
            guard let count = offeredBlobs[digest] else { return }
            offeredBlobs[digest] = count > 1 ? count - 1 : nil
        }

        /// Reports a document that has been purged since it was listed.
        private func postMissing(_ wanted: WantedRevision, index: Int?) {
            var message = BLIPMessage(profile: "norev", collection: index)
            message["id"] = wanted.id
            message["rev"] = wanted.version
            message["sequence"] = wanted.sequence
            message["error"] = "404"
            message.isReplyExpected = false
            try? connection.post(message)
        }

        // MARK: Limits

        private func reserve() async {
            while unansweredCount >= Self.maximumCount || unansweredBytes >= Self.maximumBytes {
                await withCheckedContinuation { waiting.append($0) }
            }
            unansweredCount += 1
        }

        private func release() {
            unansweredCount -= 1
            if !waiting.isEmpty { waiting.removeFirst().resume() }
        }

        // MARK: Blobs

        /// Answers a request for the content of a blob.
        func sendBlob(_ request: BLIPRequest) async {
            guard let digest = request.message["digest"] else {
                return request.fail(.badRequest("the property digest is missing"))
            }
            guard offeredBlobs[digest] != nil else {
                return request.fail(
                    .http(403, "the blob \(digest) belongs to no revision in transfer"))
            }
            do {
                try await waitForSending()
                guard let content = try await work.run({ [store] in try store.blob(digest) }) else {
                    return request.fail(.http(404, "the blob \(digest) is missing"))
                }
                var answer = BLIPMessage()
                answer.body = content
                answer.isCompressed = request.message.properties.bool("compress")
                request.respond(answer)
            } catch {
                request.fail(BLIPError(local: error))
            }
        }

        /// Waits while the other database does not receive what was sent.
        private func waitForSending() async throws {
            while connection.unsentByteCount > Self.maximumUnsentBytes {
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        /// Answers a request to prove that this database contains a blob.
        func proveBlob(_ request: BLIPRequest) async {
            guard let digest = request.message["digest"] else {
                return request.fail(.badRequest("the property digest is missing"))
            }
            let nonce = request.message.body
            guard (1...255).contains(nonce.count) else {
                return request.fail(.badRequest("the nonce has \(nonce.count) bytes, not 1 to 255"))
            }
            do {
                guard offeredBlobs[digest] != nil,
                    let content = try await work.run({ [store] in try store.blob(digest) })
                else { return request.fail(.http(404, "the blob \(digest) is missing")) }
                var hash = SHA1()
                hash.update([UInt8(nonce.count)])
                hash.update(nonce)
                hash.update(content)
                var answer = BLIPMessage()
                answer.body = Array("sha1-\(Data(hash.digest).base64EncodedString())".utf8)
                request.respond(answer)
            } catch {
                request.fail(BLIPError(local: error))
            }
        }
    }
#endif
