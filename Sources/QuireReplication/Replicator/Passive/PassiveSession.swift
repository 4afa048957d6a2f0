#if Replication
    import Fleece
    package import Quire

    /// What a listener permits on a connection.
    package struct PassiveOptions: Sendable {
        /// Whether changes of the other database are refused.
        package var isReadOnly = false
        /// Whether changed documents are transferred as deltas, if the other database supports them.
        package var usesDeltas = false
        /// The names of the collections that can be replicated, as in messages, or `nil` for all.
        package var collections: Set<String>?
        /// The memory that the connections of a listener share, or `nil` if it is not limited.
        package var budget: MemoryBudget?
        /// Limits the number of lists of changes that connections read at the same time.
        var lists = AsyncPermits(4)
        /// The disk space for the checkpoints of other databases.
        package var checkpointLimits = ReplicationStore.PeerCheckpointLimits()

        package init() {}
    }

    /// A connection of another database to this one.
    ///
    /// The other database decides what is replicated in which direction, and resolves conflicts.
    package actor PassiveSession {
        let connection: BLIPConnection
        let store: ReplicationStore
        let work: BlockingWork
        let database: Database
        let options: PassiveOptions
        let sender: RevisionSender
        let report: @Sendable (SessionEvent) -> Void
        /// Limits the number of lists that all connections, and this one, read at the same time.
        private let lists: (all: AsyncPermits, own: AsyncPermits)

        /// The collections of this connection, or `nil` before the first request.
        private(set) var collections: [ReplicatedCollection]?
        private(set) var receiver: RevisionReceiver?
        /// Whether requests contain the number of their collection.
        private(set) var usesCollections = true
        /// The collections whose changes are being sent, with what wakes the sending.
        var feeds: [Int: Signal] = [:]
        let tasks = SessionTasks()
        /// The received documents whose times are ahead of the clock of this computer.
        private var clockLead = ClockLead()

        /// Creates a session.
        ///
        /// - Parameters:
        ///   - socket: An open connection.
        ///   - database: The local database.
        ///   - options: What is permitted.
        ///   - report: A closure that receives what happens. It must not block.
        package init(
            socket: any MessageSocket, database: Database, options: PassiveOptions,
            report: @escaping @Sendable (SessionEvent) -> Void = { _ in }
        ) {
            connection = BLIPConnection(
                socket: socket, options: BLIPOptions(passive: socket, options.budget),
                budget: options.budget)
            lists = (options.lists, AsyncPermits(1))
            store = ReplicationStore(database)
            work = database.blockingWork
            self.database = database
            self.options = options
            self.report = report
            sender = RevisionSender(
                connection: connection, store: store, work: work,
                style: .init(sendsReplacements: true, reportsMissing: true))
        }

        /// Answers requests until the connection ends.
        ///
        /// - Returns: Why the connection ended, or `nil` if the other database was done.
        @discardableResult
        package func run() async -> SessionFailure? {
            let token = database.observeAvailability { [connection] change in
                if case .resumed = change { return }
                Task { await connection.close(code: 1001, reason: "the database is not available") }
            }
            defer { token.remove() }
            let end = await connection.run { [weak self] request in
                await self?.receive(request)
            }
            await receiver?.waitForEnd()
            tasks.cancel()
            for signal in feeds.values { signal.finish() }
            await tasks.waitForAll()
            reportClockLead()
            if case .closed(let status) = end, status.code == 1000 { return nil }
            return SessionFailure(end)
        }

        /// Closes the connection, so that the other database tries again later.
        package func stop() async {
            await connection.close(code: 1001, reason: "the listener was stopped")
        }

        // MARK: Requests

        /// Runs a closure that reads a list of changes.
        ///
        /// A connection has one such list at a time, so that others wait only for one of each.
        func readingList<R>(_ body: () async throws -> R) async rethrows -> R {
            try await lists.own.withPermit { try await lists.all.withPermit { try await body() } }
        }

        private func receive(_ request: BLIPRequest) async {
            if let refusal = request.refusal { return request.fail(refusal) }
            let profile = request.message.profile ?? ""
            do {
                switch profile {
                case "getCollections":
                    return request.respond(try await openCollections(request.message))
                case "getAttachment":
                    return tasks.add { [sender] in await sender.sendBlob(request) }
                case "proveAttachment":
                    return tasks.add { [sender] in await sender.proveBlob(request) }
                case "getCheckpoint", "setCheckpoint", "subChanges", "changes", "proposeChanges",
                    "rev", "norev":
                    break
                default:
                    throw BLIPError(domain: "BLIP", code: 404, message: "no handler for \(profile)")
                }
                try await openDefaultCollection()
                let index = try collection(of: request.message)
                switch profile {
                case "getCheckpoint": request.respond(try await checkpoint(request.message))
                case "setCheckpoint": request.respond(try await setCheckpoint(request.message))
                case "subChanges": try await startFeed(request, index)
                case "changes": tasks.add { await self.answerChanges(request, index) }
                case "proposeChanges": tasks.add { await self.answerProposals(request, index) }
                case "rev":
                    guard !options.isReadOnly else { throw Self.readOnly }
                    await receiver?.receive(request, collection: index)
                default: request.respond(BLIPMessage())
                }
            } catch {
                request.fail(BLIPError(local: error))
            }
        }

        static let readOnly = BLIPError.http(403, "the database is read-only for this user")

        // MARK: Collections

        private func openCollections(_ message: BLIPMessage) async throws -> BLIPMessage {
            guard collections == nil else {
                throw BLIPError.badRequest("getCollections must be the first request")
            }
            let object = try WireJSON.parseObject(message.body)
            let names = try Self.strings(object["collections"], "collections")
            let ids = try Self.strings(object["checkpoint_ids"], "checkpoint_ids")
            guard names.count == ids.count, Set(names).count == names.count else {
                throw BLIPError.badRequest(
                    "collections and checkpoint_ids must have one item for each collection")
            }
            var opened: [ReplicatedCollection] = []
            var answers: [(revision: String, body: [UInt8])??] = []
            for (name, id) in zip(names, ids) {
                guard let collection = try await collection(named: name) else {
                    answers.append(nil)
                    continue
                }
                opened.append(ReplicatedCollection(collection))
                answers.append(
                    .some(try await work.run { [store] in try store.peerCheckpoint(of: id) }))
            }
            let body = try WireJSON.body { writer in
                writer.beginArray()
                for answer in answers {
                    guard let answer else {
                        writer.writeNull()
                        continue
                    }
                    writer.beginDictionary()
                    if let answer {
                        let checkpoint = try WireJSON.parseObject(answer.body)
                        for (key, value) in checkpoint where key != "rev" {
                            writer.writeKey(key)
                            writer.write(copyOf: value)
                        }
                        writer.writeKey("rev")
                        writer.write(answer.revision)
                    }
                    writer.endDictionary()
                }
                writer.endArray()
            }
            if opened.count == names.count { open(opened) }
            var response = BLIPMessage()
            response.body = body
            return response
        }

        private static func strings(_ value: FleeceValue?, _ name: String) throws -> [String] {
            try WireJSON.list(
                value, name, maximumCount: BLIPBodyLimits.maximumCollections
            ).map { item in
                guard let text = item.string else {
                    throw BLIPError.badRequest("\(name) contains a value that is not a string")
                }
                return text
            }
        }

        private func collection(named name: String) async throws -> DocumentCollection? {
            if let permitted = options.collections, !permitted.contains(name) { return nil }
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count <= 2, let last = parts.last else { return nil }
            let scope = parts.count == 2 ? String(parts[0]) : Scope.defaultScopeName
            let database = database
            return try await work.run {
                do {
                    return try database.collection(name: String(last), scope: scope)
                } catch let error as QuireError where error.code == .invalidParameter {
                    // A name that no collection can have.
                    return nil
                }
            }
        }

        /// Opens the default collection, if the first request is one of the older protocol without
        /// collections.
        private func openDefaultCollection() async throws {
            guard collections == nil else { return }
            guard
                let collection = try await collection(
                    named: DocumentCollection.defaultCollectionName)
            else { throw BLIPError.http(404, "the default collection cannot be replicated") }
            usesCollections = false
            open([ReplicatedCollection(collection)])
        }

        private func open(_ opened: [ReplicatedCollection]) {
            collections = opened
            receiver = RevisionReceiver(
                connection: connection, store: store, work: work, collections: opened,
                usesCollections: usesCollections, remote: nil, acceptsDeltas: options.usesDeltas
            ) { [weak self] revisions in await self?.finish(revisions) }
        }

        private func collection(of message: BLIPMessage) throws -> Int {
            let count = collections?.count ?? 0
            let text = message["collection"]
            guard usesCollections else {
                guard text == nil else {
                    throw BLIPError.http(400, "the connection has no collections")
                }
                return 0
            }
            guard let index = text.flatMap({ Int($0) }), index >= 0, index < count else {
                throw BLIPError.http(400, "the property collection is missing or wrong")
            }
            return index
        }

        /// The number of a collection in messages.
        func wireIndex(_ index: Int) -> Int? { usesCollections ? index : nil }

        /// Reports the documents whose times are ahead of the clock of this computer.
        private func reportClockLead() {
            if let message = clockLead.message { report(.warning(message)) }
            clockLead = ClockLead()
        }

        private func finish(_ revisions: [ReceivedRevision]) {
            guard let collections else { return }
            for revision in revisions {
                if case .stored = revision.outcome {
                    clockLead.add(revision.id, version: revision.version)
                }
            }
            report(
                .documents(
                    revisions.map { revision in
                        var event = DocumentEvent(
                            collection: collections[revision.collection].collection,
                            id: revision.id, isPush: false, isDeleted: revision.isDeleted)
                        switch revision.outcome {
                        case .failed(let error), .filtered(let error): event.error = error
                        default: break
                        }
                        return event
                    }))
        }

        // MARK: Checkpoints

        private func checkpoint(_ message: BLIPMessage) async throws -> BLIPMessage {
            let client = try Self.client(message)
            let found = try await work.run { [store] in try store.peerCheckpoint(of: client) }
            guard let found else { throw BLIPError.http(404, "the checkpoint does not exist") }
            var response = BLIPMessage()
            response["rev"] = found.revision
            response.body = found.body
            return response
        }

        private func setCheckpoint(_ message: BLIPMessage) async throws -> BLIPMessage {
            let client = try Self.client(message)
            _ = try WireJSON.parseObject(message.body)
            // The other database has come to a point, so the warning need not wait for the end.
            reportClockLead()
            let revision = message["rev"].flatMap { $0.isEmpty ? nil : $0 }
            let next = try await work.run { [store, options] in
                try store.setPeerCheckpoint(
                    message.body, of: client, replacing: revision,
                    limits: options.checkpointLimits)
            }
            guard let next else {
                throw BLIPError.http(409, "the checkpoint has another revision")
            }
            var response = BLIPMessage()
            response["rev"] = next
            return response
        }

        private static func client(_ message: BLIPMessage) throws -> String {
            guard let client = message["client"], !client.isEmpty, client.utf8.count <= 1000 else {
                throw BLIPError.badRequest("the property client is missing or too long")
            }
            return client
        }
    }
#endif
