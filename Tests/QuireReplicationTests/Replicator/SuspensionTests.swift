#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Replicators and listeners of databases that are suspended and resumed.
    @Suite struct SuspensionTests {
        private static func replicator(
            _ pair: SyncPair, _ endpoint: (any Endpoint)? = nil, isContinuous: Bool = true
        ) throws -> Replicator {
            var configuration = ReplicatorConfiguration(
                collections: [
                    CollectionConfiguration(collection: try pair.active.defaultCollection())
                ], target: endpoint ?? DatabaseEndpoint(database: pair.passive))
            configuration.continuous = isContinuous
            configuration.maxAttemptWaitTime = 1
            return Replicator(config: configuration)
        }

        private static func save(_ ids: ClosedRange<Int>, in database: Database) throws {
            let collection = try database.defaultCollection()
            try database.inBatch {
                for id in ids {
                    try collection.save(
                        document: MutableDocument(id: "\(database.name)-\(id)", data: ["n": id]))
                }
            }
        }

        /// Waits until a condition holds, for up to 30 seconds, and returns whether it does.
        private static func waits(
            until condition: () async throws -> Bool
        ) async throws -> Bool {
            for _ in 0..<3000 {
                if try await condition() { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }

        private static func haveEqualDocuments(_ pair: SyncPair, count: Int) throws -> Bool {
            let active = try SyncPair.documents(of: pair.active)
            return try active.count == count && active == SyncPair.documents(of: pair.passive)
        }

        @Test
        func `a continuous replicator of a suspended database is offline until it is resumed`()
            async throws
        {
            let pair = try SyncPair()
            try Self.save(1...10, in: pair.active)
            let replicator = try Self.replicator(pair)
            replicator.start()
            #expect(try await Self.waits { replicator.status.activity == .idle })
            try pair.active.suspend()
            #expect(try await Self.waits { replicator.status.activity == .offline })
            #expect((replicator.status.error as? QuireError)?.code == .suspended)
            try Self.save(1...10, in: pair.passive)
            try pair.active.resume()
            #expect(try await Self.waits { try Self.haveEqualDocuments(pair, count: 20) })
            #expect(replicator.status.error == nil)
            replicator.stop()
            await replicator.waitUntilStopped()
        }

        @Test(arguments: [1, 2, 3, 4, 5])
        func `a transfer that suspensions interrupt is completed`(seed: UInt64) async throws {
            let pair = try SyncPair()
            try Self.save(1...2000, in: pair.active)
            try Self.save(1...2000, in: pair.passive)
            let replicator = try Self.replicator(pair, isContinuous: seed.isMultiple(of: 2))
            replicator.start()
            var generator = SplitMix64(seed: seed)
            for _ in 0..<10 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...80, using: &generator)))
                try await pair.active.blockingWork.run { try pair.active.suspend() }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &generator)))
                try pair.active.resume()
            }
            #expect(try await Self.waits { try Self.haveEqualDocuments(pair, count: 4000) })
            replicator.stop()
            let status = await replicator.waitUntilStopped()
            #expect(status.error == nil)
            #expect(try pair.differences() == [])
        }

        @Test
        func `a replicator that is started for a suspended database waits until it is resumed`()
            async throws
        {
            let pair = try SyncPair()
            try Self.save(1...3, in: pair.active)
            let replicator = try Self.replicator(pair, isContinuous: false)
            try pair.active.suspend()
            replicator.start()
            #expect(try await Self.waits { replicator.status.activity == .offline })
            try pair.active.resume()
            let status = await replicator.waitUntilStopped()
            #expect(status.error == nil)
            #expect(try Self.haveEqualDocuments(pair, count: 3))
        }

        @Test func `a replicator of a suspended database can be stopped`() async throws {
            let pair = try SyncPair()
            let replicator = try Self.replicator(pair)
            replicator.start()
            #expect(try await Self.waits { replicator.status.activity == .idle })
            try pair.active.suspend()
            #expect(try await Self.waits { replicator.status.activity == .offline })
            replicator.stop()
            let status = await replicator.waitUntilStopped()
            #expect(status.activity == .stopped && status.error == nil)
            try pair.active.resume()
        }

        @Test func `clients of a listener wait until its database is resumed`() async throws {
            let pair = try SyncPair()
            let listener = URLEndpointListener(
                config: URLEndpointListenerConfiguration(
                    collections: [try pair.passive.defaultCollection()]))
            try listener.start()
            defer { listener.stop() }
            let replicator = try Self.replicator(pair, URLEndpoint(url: listener.urls[0]))
            replicator.start()
            #expect(try await Self.waits { replicator.status.activity == .idle })
            try pair.passive.suspend()
            #expect(try await Self.waits { replicator.status.activity == .offline })
            try Self.save(1...3, in: pair.active)
            try await Task.sleep(for: .milliseconds(1500))
            try pair.passive.resume()
            #expect(try await Self.waits { try Self.haveEqualDocuments(pair, count: 3) })
            replicator.stop()
            await replicator.waitUntilStopped()
        }
    }
#endif
