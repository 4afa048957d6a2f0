#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport

    @testable import QuireReplication

    /// A server in memory that answers as Sync Gateway does, and can answer wrongly about one document.
    final class ScriptedServer: Sendable {
        /// What the server sends in place of its own message.
        struct Faults: Sendable {
            /// The items of the list of changes for the document `bad`, as JSON text.
            var listItems: String?
            /// Changes the message with the revision of the document `bad`; `nil` sends nothing.
            var revision: (@Sendable (BLIPMessage) -> [BLIPMessage])?
            /// The item of the answer to proposeChanges for the document `bad`, as JSON text.
            var proposalItem: String?
            /// The answer to all proposals if `bad` is among them.
            var proposalError: BLIPError?
            /// Whether the answer to all proposals is no JSON if `bad` is among them.
            var hasInvalidAnswer = false
            /// Whether the revision of `bad` is not answered, while other messages are sent.
            var isSilent = false
            /// The answer to the revision of `bad`.
            var revisionError: BLIPError?
            /// Whether the user loses access to the document `bad` when it was sent.
            var revokes = false
            /// Whether the server is too busy for the revision of the document `busy`.
            var isBusy = false
        }

        struct Document: Sendable {
            let sequence: Int
            let version: String
            let body: String
        }

        private struct State {
            var documents: [String: Document] = [:]
            var lastSequence = 0
            var checkpoints: [String: (revision: Int, body: [UInt8])] = [:]
            var faults = Faults()
            var connectionCount = 0
        }

        private let state = Mutex(State())

        var faults: Faults {
            get { state.withLock { $0.faults } }
            set { state.withLock { $0.faults = newValue } }
        }

        /// The versions of the documents.
        var versions: [String: String] { state.withLock { $0.documents.mapValues(\.version) } }
        /// The number of connections so far.
        var connectionCount: Int { state.withLock { $0.connectionCount } }

        /// Stores a document, as if another client had sent it.
        func save(_ id: String, version: String, body: String = "{}") {
            state.withLock { state in
                state.lastSequence += 1
                state.documents[id] = Document(
                    sequence: state.lastSequence, version: version, body: body)
            }
        }

        /// Removes a document without a trace.
        func purge(_ id: String) { state.withLock { $0.documents[id] = nil } }

        /// Removes all documents and checkpoints.
        func recreate() {
            state.withLock { state in
                state.documents = [:]
                state.lastSequence = 0
                state.checkpoints = [:]
            }
        }

        /// Replicates continuously for a short time, and returns what happened.
        func syncContinuously(
            _ database: Database, for duration: Duration, retryInterval: Duration
        ) async throws -> SyncResult {
            let collection = SyncPair.resolving(
                ReplicatedCollection(try database.defaultCollection()))
            var options = SessionOptions(remoteName: "ws://test/db/_blipsync")
            options.isContinuous = true
            options.retryInterval = retryInterval
            options.maximumRevisionDelay = .seconds(1)
            let events = Mutex<[DocumentEvent]>([])
            let session = ActiveSession(
                socket: connect(), database: database, collections: [collection],
                options: options
            ) { event in
                if case .documents(let documents) = event {
                    events.withLock { $0 += documents }
                }
            }
            let running = Task { await session.run() }
            try await Task.sleep(for: duration)
            await session.stop()
            return SyncResult(end: await running.value, events: events.withLock { $0 })
        }

        /// Replicates the default collection of a database with the server once.
        func sync(
            _ database: Database, isReset: Bool = false,
            configure: (inout ReplicatedCollection) -> Void = { _ in }
        ) async throws -> SyncResult {
            var collection = SyncPair.resolving(
                ReplicatedCollection(try database.defaultCollection()))
            configure(&collection)
            var options = SessionOptions(remoteName: "ws://test/db/_blipsync")
            options.isReset = isReset
            options.maximumRevisionDelay = .seconds(3)
            options.maximumSilence = .seconds(faults.isSilent ? 2 : 300)
            var retry = RetryOptions()
            retry.maximumAttempts = 1
            let events = Mutex<[DocumentEvent]>([])
            let warnings = Mutex<[String]>([])
            let stop = Mutex<SessionFailure?>(nil)
            let loop = ReplicationLoop(
                database: database, collections: [collection], options: options, retry: retry,
                connect: { self.connect() }
            ) { event in
                switch event {
                case .session(.documents(let documents)): events.withLock { $0 += documents }
                case .session(.warning(let message)): warnings.withLock { $0.append(message) }
                case .stopped(let failure): stop.withLock { $0 = failure }
                default: break
                }
            }
            await loop.run()
            let failure = stop.withLock { $0 }
            return SyncResult(
                end: failure.map { .failed($0) } ?? .completed, events: events.withLock { $0 },
                warnings: warnings.withLock { $0 })
        }

        private func connect() -> any MessageSocket {
            state.withLock { $0.connectionCount += 1 }
            let (first, second) = MemoryMessageSocket.pair()
            let connection = BLIPConnection(socket: second)
            Task { await connection.run { self.answer($0, connection) } }
            return first
        }

        // MARK: Requests

        private func answer(_ request: BLIPRequest, _ connection: BLIPConnection) {
            let message = request.message
            switch message.profile {
            case "getCollections": request.respond(collections(message))
            case "setCheckpoint": request.respond(setCheckpoint(message))
            case "subChanges":
                request.respond(BLIPMessage())
                list(message, connection)
            case "proposeChanges": answerProposals(request)
            case "rev": store(request, connection)
            default: request.fail(.http(404, "unknown request"))
            }
        }

        private func collections(_ message: BLIPMessage) -> BLIPMessage {
            let object = try? JSONSerialization.jsonObject(with: Data(message.body))
            let ids = (object as? [String: Any])?["checkpoint_ids"] as? [String] ?? []
            let found = state.withLock { state in
                ids.map { id in
                    state.checkpoints[id].map { String(decoding: $0.body, as: UTF8.self) } ?? "{}"
                }
            }
            return Self.message("[\(found.joined(separator: ","))]")
        }

        private func setCheckpoint(_ message: BLIPMessage) -> BLIPMessage {
            let client = message["client"] ?? ""
            var answer = BLIPMessage()
            state.withLock { state in
                let revision = (state.checkpoints[client]?.revision ?? 0) + 1
                state.checkpoints[client] = (revision, message.body)
                answer["rev"] = "0-\(revision)"
            }
            return answer
        }

        private static func message(_ body: String) -> BLIPMessage {
            var message = BLIPMessage()
            message.body = Array(body.utf8)
            return message
        }

        // MARK: Pull

        private func list(_ message: BLIPMessage, _ connection: BLIPConnection) {
            let since = Int(message["since"] ?? "0") ?? 0
            let object = try? JSONSerialization.jsonObject(with: Data(message.body))
            let ids = (object as? [String: Any])?["docIDs"] as? [String]
            let (documents, faults) = state.withLock { ($0.documents, $0.faults) }
            let listed = documents.filter { id, document in
                document.sequence > since && ids?.contains(id) ?? true
            }.sorted { $0.value.sequence < $1.value.sequence }
            let items = listed.map { id, document in
                id == "bad" && faults.listItems != nil
                    ? faults.listItems ?? ""
                    : #"[\#(document.sequence),"\#(id)","\#(document.version)"]"#
            }
            // The document `bad` can have several items.
            let offered = zip(listed, items).flatMap { document, item in
                let count = (try? WireJSON.parseList(Array("[\(item)]".utf8)))?.count ?? 1
                return Array(repeating: document, count: count)
            }
            var changes = BLIPMessage(profile: "changes", collection: 0)
            changes.body = Array("[\(items.joined(separator: ","))]".utf8)
            let caughtUp = caughtUp
            guard !items.isEmpty else { return (try? connection.post(caughtUp)) ?? () }
            Task {
                guard let answer = try? await connection.request(changes) else { return }
                let wanted = (try? WireJSON.parseList(answer.body)) ?? []
                if !faults.revokes { try? connection.post(caughtUp) }
                for ((id, document), item) in zip(offered, wanted) where item.array != nil {
                    self.send(id, document, faults, connection)
                }
                guard faults.revokes else { return }
                var revocation = BLIPMessage(profile: "changes", collection: 0)
                revocation.body = Array(#"[["9:9","bad","9@bbbbbbbbbbbbbbbbbbbbbA",2]]"#.utf8)
                revocation.isReplyExpected = false
                try? connection.post(revocation)
                try? connection.post(caughtUp)
            }
        }

        /// The empty list, in the form of Sync Gateway.
        private var caughtUp: BLIPMessage {
            var message = BLIPMessage(profile: "changes", collection: 0)
            message.body = Array("null".utf8)
            message.isReplyExpected = false
            return message
        }

        private func send(
            _ id: String, _ document: Document, _ faults: Faults, _ connection: BLIPConnection
        ) {
            var message = BLIPMessage(profile: "rev", collection: 0)
            message["id"] = id
            message["rev"] = document.version
            message["sequence"] = String(document.sequence)
            message.body = Array(document.body.utf8)
            message.isReplyExpected = false
            let change = id == "bad" ? faults.revision : nil
            for message in change?(message) ?? [message] { try? connection.post(message) }
        }

        /// Sends empty lists of changes until the connection ends.
        private func keepBusy(_ connection: BLIPConnection) {
            let caughtUp = caughtUp
            Task {
                while connection.isOpen {
                    try? connection.post(caughtUp)
                    try? await Task.sleep(for: .milliseconds(100))
                }
            }
        }

        // MARK: Push

        private func answerProposals(_ request: BLIPRequest) {
            let proposals = (try? WireJSON.parseList(request.message.body)) ?? []
            let items = state.withLock { state in
                proposals.map { proposal -> (id: String, answer: String) in
                    let proposal = proposal.array.map { Array($0) } ?? []
                    let id = proposal.first?.string ?? ""
                    if id == "bad", let item = state.faults.proposalItem { return (id, item) }
                    let version = proposal.dropFirst().first?.string ?? ""
                    let parent = proposal.dropFirst(2).first?.string ?? ""
                    let current = state.documents[id]?.version ?? ""
                    if current == version { return (id, "304") }
                    return (
                        id, parent == current ? "0" : #"{"status":409,"rev":"\#(current)"}"#
                    )
                }
            }
            if let error = faults.proposalError, items.contains(where: { $0.id == "bad" }) {
                return request.fail(error)
            }
            if faults.hasInvalidAnswer, items.contains(where: { $0.id == "bad" }) {
                return request.respond(Self.message("[0"))
            }
            request.respond(
                Self.message("[\(items.map(\.answer).joined(separator: ","))]"))
        }

        private func store(_ request: BLIPRequest, _ connection: BLIPConnection) {
            let id = request.message["id"] ?? ""
            if id == "bad", let error = faults.revisionError { return request.fail(error) }
            if id == "bad", faults.isSilent { return keepBusy(connection) }
            if id == "busy", faults.isBusy { return request.fail(.http(503, "busy")) }
            save(
                id, version: request.message["rev"] ?? "",
                body: String(decoding: request.message.body, as: UTF8.self))
            request.respond(BLIPMessage())
        }
    }
#endif
