#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// What the other side of a connection can make this one hold.
    @Suite(.timeLimit(.minutes(10))) struct ListenerLimitTests {
        static let sizes: [(profile: String, maximum: Int)] = [
            ("changes", 4 << 20), ("proposeChanges", 4 << 20), ("subChanges", 4 << 20),
            ("getCollections", 1 << 20), ("setCheckpoint", 256 << 10), ("getCheckpoint", 64 << 10),
            ("norev", 64 << 10), ("getAttachment", 64 << 10), ("proveAttachment", 64 << 10),
            ("another", 64 << 10),
        ]

        @Test(arguments: sizes)
        func `a request that is too long for its kind is answered with 413`(
            profile: String, maximum: Int
        ) async throws {
            let session = try LimitedSession()
            if profile != "getCollections" { try await session.open() }
            let body = [UInt8](repeating: 0x20, count: maximum + 1)
            #expect(try await session.error(profile, body) == "HTTP 413")
            await session.close()
        }

        @Test func `a connection remains open after a request that is too long`() async throws {
            let session = try LimitedSession()
            try await session.open()
            let body = [UInt8](repeating: 0x20, count: 5 << 20)
            _ = try await session.error("proposeChanges", body)
            #expect(try await session.error("proposeChanges", Array("[]".utf8)) == nil)
            await session.close()
        }

        private static func list(_ count: Int, _ item: String) -> String {
            "[" + Array(repeating: item, count: count).joined(separator: ",") + "]"
        }

        private static let names = list(2_001, #""a""#)

        static let lists: [(profile: String, body: String)] = [
            ("changes", list(5_001, "0")), ("proposeChanges", list(5_001, "0")),
            ("subChanges", #"{"docIDs":\#(list(100_001, "0"))}"#),
            ("getCollections", #"{"collections":\#(names)}"#),
            ("getCollections", #"{"collections":[],"checkpoint_ids":\#(names)}"#),
        ]

        @Test(arguments: lists)
        func `a list with too many items is answered with 413`(
            profile: String, body: String
        ) async throws {
            let session = try LimitedSession()
            if profile != "getCollections" { try await session.open() }
            let properties = [("versioning", "version-vectors")]
            #expect(try await session.error(profile, Array(body.utf8), properties) == "HTTP 413")
            await session.close()
        }

        // MARK: Memory

        @Test func `a new request is answered with 503 while the memory is exhausted`()
            async throws
        {
            var patience = MemoryBudget.Patience()
            patience.small = .zero
            let budget = MemoryBudget(capacity: 1 << 20, patience: patience)
            var options = PassiveOptions()
            options.budget = budget
            let session = try LimitedSession(options)
            try await session.open()
            // One connection can exceed the limit, and another one occupies the rest.
            let others = [budget.open(), budget.open()]
            others[0].setUnfinished(2 << 20)
            _ = await others[0].waitForRoom(isNew: false)
            others[1].setUnfinished(1 << 20)
            var errors = [try await session.error("getCheckpoint", [], [("client", "a")])]
            others[1].setUnfinished(0)
            errors.append(try await session.error("getCheckpoint", [], [("client", "a")]))
            #expect(errors == ["HTTP 503", "HTTP 404"])
            await session.close()
        }

        private static func rev(size: Int) -> (properties: [(String, String)], body: [UInt8]) {
            let properties = [("id", "a"), ("rev", "1@aaaaaaaaaaaaaaaaaaaaaA"), ("sequence", "1")]
            let text = #"{"text":"\#(String(repeating: "x", count: size))"}"#
            return (properties, Array(text.utf8))
        }

        @Test func `a document that is larger than the memory is received`() async throws {
            var options = PassiveOptions()
            options.budget = MemoryBudget(capacity: 1 << 20)
            let session = try LimitedSession(options)
            try await session.open()
            let (properties, body) = Self.rev(size: 5_000_000)
            #expect(try await session.error("rev", body, properties) == nil)
            #expect(try session.database.defaultCollection().count == 1)
            await session.close()
        }

        @Test func `a document that is larger than the memory is sent`() async throws {
            let pair = try SyncPair()
            let text = String(repeating: "x", count: 5_000_000)
            for id in ["a", "b", "c"] {
                try pair.passive.defaultCollection().save(
                    document: MutableDocument(id: id, data: ["text": text]))
            }
            var options = PassiveOptions()
            options.budget = MemoryBudget(capacity: 1 << 20)
            _ = try await pair.sync(options: options)
            #expect(try pair.active.defaultCollection().count == 3)
        }

        @Test func `no memory is counted after the connection has ended`() async throws {
            let budget = MemoryBudget(capacity: 64 << 20)
            var options = PassiveOptions()
            options.budget = budget
            let session = try LimitedSession(options)
            try await session.open()
            let (properties, body) = Self.rev(size: 1_000_000)
            _ = try await session.error("rev", body, properties)
            _ = try await session.error("changes", [UInt8](repeating: 0x20, count: 5 << 20))
            await session.close()
            #expect(budget.used == 0)
        }

        @Test func `a listener without memory refuses connections with 503`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener { $0.maximumMemory = 0 }
            defer { listener.stop() }
            var thrown: Int?
            do {
                try await pair.active.sync(with: listener.urls[0]) { $0.maxAttempts = 1 }
            } catch let error as QuireError {
                thrown = error.code.rawValue
            }
            #expect(thrown == 10503)
        }

        /// Keeps requests, because those without an owner are answered with an error.
        private final class Kept: Sendable {
            private let requests = Mutex<[BLIPRequest]>([])

            func add(_ request: BLIPRequest) { requests.withLock { $0.append(request) } }

            var count: Int { requests.withLock { $0.count } }
        }

        @Test func `properties count in the size of unanswered requests`() async throws {
            let (first, second) = MemoryMessageSocket.pair()
            var options = BLIPOptions()
            options.maximumUnansweredSize = 250_000
            let connection = BLIPConnection(socket: second, options: options)
            let partner = BLIPConnection(socket: first)
            let kept = Kept()
            let running = Task { await connection.run { kept.add($0) } }
            let sending = Task { await partner.run { _ in } }
            for _ in 0..<3 {
                let text = String(repeating: "x", count: 100_000)
                try partner.post(BLIPMessage(properties: ["a": text])) { _ in }
            }
            guard case .failed(let error) = await running.value else {
                Issue.record("The connection was closed.")
                return
            }
            #expect((error as? BLIPViolation)?.code == 1008)
            #expect(kept.count == 2)
            _ = await sending.value
        }

        // MARK: Checkpoints

        @Test func `checkpoints beyond the limits replace older ones`() async throws {
            var options = PassiveOptions()
            options.checkpointLimits.count = 3
            let session = try LimitedSession(options)
            try await session.open()
            for number in 0..<10 {
                _ = try await session.error(
                    "setCheckpoint", Array("{}".utf8), [("client", "cp-\(number)")])
            }
            let store = ReplicationStore(session.database)
            let kept = try (0..<10).filter { try store.peerCheckpoint(of: "cp-\($0)") != nil }
            #expect(kept == [7, 8, 9])
            await session.close()
        }

        // MARK: The other role

        static let answers: [(profile: String, size: Int)] = [
            ("getCollections", 17 << 20), ("proposeChanges", 17 << 20), ("changes", 5 << 20),
        ]

        @Test(arguments: answers)
        func `a replicator fails if a message of the other database is too long`(
            profile: String, size: Int
        ) async throws {
            let (database, folder) = try SyncPair.database()
            try database.defaultCollection().save(document: MutableDocument(id: "a"))
            let (first, second) = MemoryMessageSocket.pair()
            let partner = BLIPConnection(socket: second)
            let long = [UInt8](repeating: 0x20, count: size)
            let answering = Task {
                await partner.run { request in
                    var answer = BLIPMessage()
                    let received = request.message.profile ?? ""
                    if received == "getCollections" { answer.body = Array("[{}]".utf8) }
                    if received == profile { answer.body = long }
                    request.respond(answer)
                    guard received == "subChanges", profile == "changes" else { return }
                    var changes = BLIPMessage(profile: "changes", collection: 0)
                    changes.body = long
                    try? partner.post(changes) { _ in }
                }
            }
            let session = ActiveSession(
                socket: first, database: database,
                collections: [ReplicatedCollection(try database.defaultCollection())],
                options: SessionOptions(remoteName: "ws://test/db/_blipsync")
            ) { _ in }
            guard case .failed(let failure) = await session.run() else {
                Issue.record("The session completed.")
                return
            }
            #expect(failure.domain == "HTTP" && failure.code == 413)
            _ = await answering.value
            withExtendedLifetime(folder) {}
        }
    }
#endif
