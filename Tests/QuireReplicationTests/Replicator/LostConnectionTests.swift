#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// When a replication that shall end gives up after lost connections.
    @Suite(.timeLimit(.minutes(10))) struct LostConnectionTests {
        /// Replicates with connections that are cut after a number of frames, and gives up after two
        /// attempts without progress.
        private static func replicate(
            _ pair: SyncPair, cutAfter frames: Int,
            report: @escaping @Sendable (LoopEvent) -> Void = { _ in }
        ) async throws -> (failure: SessionFailure?, connectionCount: Int) {
            var retry = RetryOptions()
            retry.maximumAttempts = 2
            retry.firstDelay = .milliseconds(1)
            let connections = Mutex(0)
            let stop = Mutex<SessionFailure?>(nil)
            let passive = pair.passive
            let loop = ReplicationLoop(
                database: pair.active,
                collections: [
                    SyncPair.resolving(ReplicatedCollection(try pair.active.defaultCollection()))
                ],
                options: SessionOptions(remoteName: pair.remoteName), retry: retry,
                connect: {
                    connections.withLock { $0 += 1 }
                    let (first, second) = MemoryMessageSocket.pair()
                    let counter = FrameCounter(limit: frames)
                    let session = PassiveSession(
                        socket: CutSocket(second, counter), database: passive,
                        options: PassiveOptions())
                    Task { await session.run() }
                    return CutSocket(first, counter)
                }
            ) { event in
                report(event)
                if case .stopped(let failure) = event { stop.withLock { $0 = failure } }
            }
            await loop.run()
            return (stop.withLock { $0 }, connections.withLock { $0 })
        }

        /// Saves a document with 12 blobs of 200 kB that cannot be compressed.
        private static func saveBlobs(in database: Database) throws {
            let document = MutableDocument(id: "album")
            var generator = SplitMix64(seed: 7)
            for number in 0..<12 {
                let content = Data(
                    (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
                document.setBlob(
                    Blob(contentType: "image/jpeg", data: content), forKey: "photo\(number)")
            }
            try database.defaultCollection().save(document: document)
        }

        @Test(arguments: [true, false])
        func `a replication continues while each connection transfers a blob`(
            isPush: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.saveBlobs(in: isPush ? pair.active : pair.passive)
            let (failure, connectionCount) = try await Self.replicate(pair, cutAfter: 60)
            #expect(failure == nil)
            #expect(try pair.differences().isEmpty)
            #expect(connectionCount > 3)
        }

        @Test func `documents whose answer was lost are reported as sent`() async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...60, in: pair.active)
            let sent = Mutex<Set<String>>([])
            let (failure, connectionCount) = try await Self.replicate(pair, cutAfter: 40) { event in
                guard case .session(.documents(let documents)) = event else { return }
                for document in documents where document.error == nil {
                    sent.withLock { _ = $0.insert(document.id) }
                }
            }
            #expect(failure == nil)
            #expect(connectionCount > 2)
            #expect(sent.withLock { $0.count } == 60)
        }

        @Test(arguments: [0, 12, 20, 40])
        func `a session that is stopped does not wait for a connection without answers`(
            frames: Int
        ) async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...300, in: pair.passive)
            let (first, second) = MemoryMessageSocket.pair()
            let socket = StalledSocket(second, after: frames)
            let passive = PassiveSession(
                socket: socket, database: pair.passive, options: PassiveOptions())
            Task { await passive.run() }
            var options = SessionOptions(remoteName: pair.remoteName)
            options.maximumStopDelay = .milliseconds(100)
            let failures = Mutex(0)
            let session = ActiveSession(
                socket: first, database: pair.active,
                collections: [
                    SyncPair.resolving(ReplicatedCollection(try pair.active.defaultCollection()))
                ], options: options
            ) { event in
                guard case .documents(let documents) = event else { return }
                failures.withLock { $0 += documents.count { $0.error != nil } }
            }
            let running = Task { await session.run() }
            try await Task.sleep(for: .milliseconds(200))
            let start = ContinuousClock.now
            await session.stop()
            _ = await running.value
            #expect(ContinuousClock.now - start < .seconds(20))
            #expect(failures.withLock { $0 } == 0)
        }

        @Test func `a replication ends after attempts that transfer nothing`() async throws {
            let pair = try SyncPair()
            try Self.saveBlobs(in: pair.passive)
            let (failure, connectionCount) = try await Self.replicate(pair, cutAfter: 12)
            #expect(failure?.isTransient == true)
            #expect(connectionCount == 2)
        }
    }

    /// A connection on which nothing arrives after a number of sent messages, and that stays open.
    private final class StalledSocket: MessageSocket {
        private let socket: any MessageSocket
        private let rest: Mutex<Int>

        init(_ socket: any MessageSocket, after count: Int) {
            self.socket = socket
            rest = Mutex(count)
        }

        func send(_ message: [UInt8]) async throws {
            let isSent = rest.withLock { rest in
                rest -= 1
                return rest >= 0
            }
            if isSent { try await socket.send(message) }
        }

        func receive() async throws -> [UInt8]? { try await socket.receive() }
        func close(code: UInt16, reason: String) async {}
        func abort() { socket.abort() }
        var closeStatus: SocketCloseStatus? { socket.closeStatus }
    }
#endif
