#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireNetwork
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Sessions whose partner is silent, or sends more than it should.
    @Suite struct HostilePeerTests {
        /// Counts what a partner could send before this side had stored it.
        private final class Flood: Sendable {
            private let counts = Mutex((sent: 0, stored: 0, maximum: 0))

            /// The largest number of revisions that were on their way at a time.
            var maximum: Int { counts.withLock { $0.maximum } }
            /// The number of revisions that were stored or refused.
            var stored: Int { counts.withLock { $0.stored } }

            func send() {
                counts.withLock { counts in
                    counts.sent += 1
                    counts.maximum = max(counts.maximum, counts.sent - counts.stored)
                }
            }

            func store(_ count: Int) { counts.withLock { $0.stored += count } }
        }

        /// Keeps requests, because those without an owner are answered with an error.
        private final class Kept: Sendable {
            private let requests = Mutex<[BLIPRequest]>([])

            var count: Int { requests.withLock { $0.count } }

            func add(_ request: BLIPRequest) { requests.withLock { $0.append(request) } }
        }

        private static func rev(_ number: Int, size: Int, body: String? = nil) -> BLIPMessage {
            var message = BLIPMessage(profile: "rev", collection: 0)
            message["id"] = "document-\(number)"
            message["rev"] = "\(number + 1)@aaaaaaaaaaaaaaaaaaaaaA"
            message["sequence"] = "\(number + 1)"
            let text = body ?? #"{"text":"\#(String(repeating: "x", count: size))"}"#
            message.body = Array(text.utf8)
            message.isReplyExpected = false
            return message
        }

        @Test(arguments: ["getCollections", "subChanges", "proposeChanges", "setCheckpoint"])
        func `a partner that does not answer ends the session with a time limit`(
            profile: String
        ) async throws {
            let (database, folder) = try SyncPair.database()
            try database.defaultCollection().save(document: MutableDocument(id: "a"))
            let (first, second) = MemoryMessageSocket.pair()
            let partner = BLIPConnection(socket: second)
            let kept = Kept()
            let answering = Task {
                await partner.run { request in
                    let received = request.message.profile ?? ""
                    guard received != profile else { return kept.add(request) }
                    var answer = BLIPMessage()
                    if received == "getCollections" { answer.body = Array("[{}]".utf8) }
                    if received == "proposeChanges" { answer.body = Array("[409]".utf8) }
                    request.respond(answer)
                    if received == "subChanges" {
                        var changes = BLIPMessage(profile: "changes", collection: 0)
                        changes.body = Array("[]".utf8)
                        try? partner.post(changes)
                    }
                }
            }
            var options = SessionOptions(remoteName: "ws://test/db/_blipsync")
            options.maximumSilence = .milliseconds(300)
            let session = ActiveSession(
                socket: first, database: database,
                collections: [ReplicatedCollection(try database.defaultCollection())],
                options: options
            ) { _ in }
            guard case .failed(let failure) = await session.run() else {
                Issue.record("The session completed.")
                return
            }
            #expect(failure.code == QuireError.Code.networkTimeout.rawValue)
            #expect(failure.isTransient)
            _ = await answering.value
            withExtendedLifetime(folder) {}
        }

        @Test func `a connection that is silent and continuous stays open`() async throws {
            let (first, second) = MemoryMessageSocket.pair()
            var options = BLIPOptions()
            options.maximumSilence = .milliseconds(50)
            let connection = BLIPConnection(socket: first, options: options)
            let running = Task { await connection.run { _ in } }
            try await Task.sleep(for: .milliseconds(300))
            await second.close(code: 1000, reason: "")
            guard case .closed(let status) = await running.value else {
                Issue.record("The connection has failed.")
                return
            }
            #expect(status.code == 1000)
        }

        @Test func `large revisions are received only as fast as they are stored`() async throws {
            let (database, folder) = try SyncPair.database()
            let (first, second) = MemoryMessageSocket.pair()
            let flood = Flood()
            let session = PassiveSession(
                socket: second, database: database, options: PassiveOptions()
            ) { event in
                if case .documents(let documents) = event { flood.store(documents.count) }
            }
            let serving = Task { await session.run() }
            let partner = BLIPConnection(socket: first)
            let running = Task { await partner.run { _ in } }
            var open = BLIPMessage(profile: "getCollections")
            open.body = Array(#"{"collections":["_default"],"checkpoint_ids":["cp-a"]}"#.utf8)
            _ = try await partner.request(open)
            for number in 0..<150 {
                while partner.unsentByteCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
                flood.send()
                try partner.post(Self.rev(number, size: 1_000_000))
            }
            while flood.stored < 150 { try await Task.sleep(for: .milliseconds(10)) }
            await partner.close(code: 1000, reason: "")
            _ = await (running.value, serving.value)
            // 32 MB wait, and a few are in the queues of the connection.
            #expect(flood.maximum <= 40)
            #expect(try database.defaultCollection().count == 150)
            withExtendedLifetime(folder) {}
        }

        @Test func `revisions beyond the limit are refused and reported`() async throws {
            let (database, folder) = try SyncPair.database()
            let connection = BLIPConnection(socket: MemoryMessageSocket.pair().0)
            let outcomes = Mutex<[String: Int]>([:])
            let store = ReplicationStore(database)
            let receiver = RevisionReceiver(
                connection: connection, store: store, work: database.blockingWork,
                collections: [ReplicatedCollection(try database.defaultCollection())], remote: nil
            ) { revisions in
                for case .failed(let error) in revisions.map(\.outcome) {
                    outcomes.withLock { $0["\(error.domain) \(error.code)", default: 0] += 1 }
                }
            }
            // The blob never arrives.
            let digest = "sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA="
            let body = #"{"blob":{"@type":"blob","digest":"\#(digest)","length":1}}"#
            for number in 0..<650 {
                await receiver.receive(
                    BLIPRequest(Self.rev(number, size: 0, body: body), number: UInt64(number + 1)) {
                        _, _, _ in
                    },
                    collection: 0)
            }
            #expect(outcomes.withLock { $0 } == ["HTTP 503": 50])
            connection.abort()
            await receiver.waitForEnd()
            #expect(outcomes.withLock { $0 }.values.reduce(0, +) == 650)
            withExtendedLifetime(folder) {}
        }

        @Test func `the end waits until all outcomes are reported`() async throws {
            let (database, folder) = try SyncPair.database()
            let connection = BLIPConnection(socket: MemoryMessageSocket.pair().0)
            let (starts, start) = AsyncStream.makeStream(of: Void.self)
            let reported = Mutex(0)
            let receiver = RevisionReceiver(
                connection: connection, store: ReplicationStore(database),
                work: database.blockingWork,
                collections: [ReplicatedCollection(try database.defaultCollection())], remote: nil
            ) { revisions in
                start.yield()
                try? await Task.sleep(for: .milliseconds(50))
                reported.withLock { $0 += revisions.count }
            }
            let request = BLIPRequest(Self.rev(0, size: 10), number: 1) { _, _, _ in }
            await receiver.receive(request, collection: 0)
            for await _ in starts { break }
            await receiver.waitForEnd()
            #expect(reported.withLock { $0 } == 1)
            withExtendedLifetime(folder) {}
        }

        @Test func `canceled tasks that wait for answers leave the threads to other tasks`()
            async throws
        {
            let (database, folder) = try SyncPair.database()
            let collection = try database.defaultCollection()
            try collection.save(document: MutableDocument(id: "a", data: ["n": 1]))
            let (first, second) = MemoryMessageSocket.pair()
            let connection = BLIPConnection(socket: first)
            let running = Task { await connection.run { _ in } }
            let sender = RevisionSender(
                connection: connection, store: ReplicationStore(database),
                work: database.blockingWork, style: RevisionSender.Style(sendsReplacements: true))
            let wanted = WantedRevision(id: "a", version: "1@*", sequence: "1", size: 10)
            let route = RevisionSender.Route(
                collection: collection, index: 0, listsAttachments: false)
            let answers = Flood()
            // More tasks than there are threads for them.
            var sending: [Task<Void, Never>] = []
            for _ in 0..<64 {
                sending.append(
                    Task {
                        await sender.send([wanted], route) { results in
                            answers.store(results.count)
                        }
                    })
            }
            // Each task waits for an answer when its request has been sent.
            for _ in sending { _ = try await second.receive() }
            for task in sending { task.cancel() }
            try await Task.sleep(for: .milliseconds(50))
            #expect(answers.stored == 0)
            connection.abort()
            for task in sending { await task.value }
            _ = await running.value
            #expect(answers.stored == 64)
            withExtendedLifetime(folder) {}
        }

        @Test func `the unanswered requests of a partner are limited in size`() async throws {
            let (first, second) = MemoryMessageSocket.pair()
            var options = BLIPOptions()
            options.maximumUnansweredSize = 250_000
            let connection = BLIPConnection(socket: second, options: options)
            let partner = BLIPConnection(socket: first)
            let kept = Kept()
            let running = Task { await connection.run { kept.add($0) } }
            let sending = Task { await partner.run { _ in } }
            for number in 0..<3 {
                var message = Self.rev(number, size: 100_000)
                message.isReplyExpected = true
                try partner.post(message) { _ in }
            }
            guard case .failed(let error) = await running.value else {
                Issue.record("The connection was closed.")
                return
            }
            #expect((error as? BLIPViolation)?.code == 1008)
            #expect(kept.count == 2)
            _ = await sending.value
        }

        /// Counts the tasks that have a permit.
        private final class Holders: Sendable {
            private let counts = Mutex((now: 0, maximum: 0, total: 0))

            func begin() {
                counts.withLock { counts in
                    counts.now += 1
                    counts.total += 1
                    counts.maximum = max(counts.maximum, counts.now)
                }
            }

            func end() { counts.withLock { $0.now -= 1 } }

            var all: [Int] { counts.withLock { [$0.now, $0.maximum, $0.total] } }
        }

        @Test func `permits limit the number of tasks at a time`() async {
            let permits = AsyncPermits(3)
            let holders = Holders()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        await permits.withPermit {
                            holders.begin()
                            await Task.yield()
                            holders.end()
                        }
                    }
                }
            }
            #expect(holders.all == [0, 3, 100] as [Int])
        }
    }
#endif
