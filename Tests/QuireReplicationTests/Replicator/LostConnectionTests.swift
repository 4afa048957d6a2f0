#if Replication
    import Foundation
    import PortableSynchronization
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// When a replication that shall end gives up after lost connections.
    @Suite(.timeLimit(.minutes(1))) struct LostConnectionTests {
        /// Replicates with connections that are cut after a number of frames, and gives up after two
        /// attempts without progress.
        private static func replicate(
            _ pair: SyncPair, cutAfter frames: Int
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

        @Test func `a replication ends after attempts that transfer nothing`() async throws {
            let pair = try SyncPair()
            try Self.saveBlobs(in: pair.passive)
            let (failure, connectionCount) = try await Self.replicate(pair, cutAfter: 12)
            #expect(failure?.isTransient == true)
            #expect(connectionCount == 2)
        }
    }
#endif
