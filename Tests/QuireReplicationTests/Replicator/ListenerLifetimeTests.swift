#if Replication
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// The end of a listener that the program has released.
    @Suite(.timeLimit(.minutes(5))) struct ListenerLifetimeTests {
        private struct Released {
            weak var listener: URLEndpointListener?
        }

        @Test(arguments: [0, 1, 3])
        func `releasing a listener disconnects its clients`(clients: Int) async throws {
            let pair = try SyncPair()
            var listener: URLEndpointListener? = try pair.listener()
            let released = Released(listener: listener)
            let endpoint = URLEndpoint(url: try #require(listener?.urls.first))
            let replicators = try (0..<clients).map { _ in try pair.replicator(with: endpoint) }
            for replicator in replicators { replicator.start() }
            let areIdle = try await SyncPair.waits {
                replicators.allSatisfy { $0.status.activity == .idle }
            }
            listener = nil
            #expect(areIdle && released.listener == nil)
            let areOffline = try await SyncPair.waits {
                replicators.allSatisfy { $0.status.activity == .offline }
            }
            #expect(areOffline)
            for replicator in replicators {
                replicator.stop()
                await replicator.waitUntilStopped()
            }
        }

        @Test func `releasing a listener makes its port available`() async throws {
            let pair = try SyncPair()
            var listener: URLEndpointListener? = try pair.listener()
            let port = try #require(listener?.port)
            listener = nil
            let next = try pair.listener { $0.port = port }
            #expect(next.port == port)
            next.stop()
        }

        @Test func `a stopped listener can be started again`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            listener.stop()
            listener.stop()
            try listener.start()
            try pair.active.defaultCollection().save(document: MutableDocument(id: "a"))
            let summary = try await pair.active.sync(with: listener.urls[0])
            listener.stop()
            #expect(summary.pushedCount == 1)
        }
    }
#endif
