#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Replicators and listeners of databases that are suspended, resumed and closed.
    @Suite struct DatabaseAvailabilityTests {
        @Test
        func `a continuous replicator of a suspended database is offline until it is resumed`()
            async throws
        {
            let pair = try SyncPair()
            try SyncPair.save(1...10, in: pair.active)
            let replicator = try pair.replicator()
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .idle })
            try pair.active.suspend()
            #expect(try await SyncPair.waits { replicator.status.activity == .offline })
            #expect((replicator.status.error as? QuireError)?.code == .suspended)
            try SyncPair.save(1...10, in: pair.passive)
            try pair.active.resume()
            #expect(try await SyncPair.waits { try pair.haveEqualDocuments(count: 20) })
            #expect(replicator.status.error == nil)
            replicator.stop()
            await replicator.waitUntilStopped()
        }

        @Test(arguments: [1, 2, 3, 4, 5])
        func `a transfer that suspensions interrupt is completed`(seed: UInt64) async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...2000, in: pair.active)
            try SyncPair.save(1...2000, in: pair.passive)
            let replicator = try pair.replicator(isContinuous: seed.isMultiple(of: 2))
            replicator.start()
            var generator = SplitMix64(seed: seed)
            for _ in 0..<10 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 1...80, using: &generator)))
                try await pair.active.blockingWork.run { try pair.active.suspend() }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &generator)))
                try pair.active.resume()
            }
            #expect(try await SyncPair.waits { try pair.haveEqualDocuments(count: 4000) })
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
            try SyncPair.save(1...3, in: pair.active)
            let replicator = try pair.replicator(isContinuous: false)
            try pair.active.suspend()
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .offline })
            try pair.active.resume()
            let status = await replicator.waitUntilStopped()
            #expect(status.error == nil)
            #expect(try pair.haveEqualDocuments(count: 3))
        }

        @Test func `a replicator of a suspended database can be stopped`() async throws {
            let pair = try SyncPair()
            let replicator = try pair.replicator()
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .idle })
            try pair.active.suspend()
            #expect(try await SyncPair.waits { replicator.status.activity == .offline })
            replicator.stop()
            let status = await replicator.waitUntilStopped()
            #expect(status.activity == .stopped && status.error == nil)
            try pair.active.resume()
        }

        @Test func `clients of a listener wait until its database is resumed`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            defer { listener.stop() }
            let replicator = try pair.replicator(with: URLEndpoint(url: listener.urls[0]))
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .idle })
            try pair.passive.suspend()
            #expect(try await SyncPair.waits { replicator.status.activity == .offline })
            try SyncPair.save(1...3, in: pair.active)
            try await Task.sleep(for: .milliseconds(1500))
            try pair.passive.resume()
            #expect(try await SyncPair.waits { try pair.haveEqualDocuments(count: 3) })
            replicator.stop()
            await replicator.waitUntilStopped()
        }

        @Test(arguments: [true, false])
        func `a replicator stops when its database is closed`(isSuspended: Bool) async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...10, in: pair.active)
            let replicator = try pair.replicator()
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .idle })
            if isSuspended {
                try pair.active.suspend()
                #expect(try await SyncPair.waits { replicator.status.activity == .offline })
            }
            try pair.active.close()
            #expect(try await SyncPair.waits { replicator.status.activity == .stopped })
            #expect(replicator.status.error == nil)
        }

        @Test(arguments: 0..<5)
        func `a replication of a closed database fails, unless it was complete`(
            delay: Int
        ) async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...2000, in: pair.active)
            let replicator = try pair.replicator(isContinuous: false)
            let running = Task { try await replicator.sync() }
            try await Task.sleep(for: .milliseconds(20 * delay))
            try await pair.passive.blockingWork.run { try pair.active.close() }
            let result = await running.result
            let isComplete = try pair.passive.defaultCollection().count == 2000
            switch result {
            case .success: #expect(isComplete)
            case .failure(let error): #expect((error as? QuireError)?.code == .notOpen)
            }
        }

        @Test func `a database can be deleted while a replicator transfers its documents`()
            async throws
        {
            let pair = try SyncPair()
            try SyncPair.save(1...2000, in: pair.active)
            let replicator = try pair.replicator()
            replicator.start()
            #expect(
                try await SyncPair.waits { try pair.passive.defaultCollection().count > 100 })
            try await pair.passive.blockingWork.run { try pair.active.delete() }
            #expect(try await SyncPair.waits { replicator.status.activity == .stopped })
        }

        @Test func `a listener closes the connections to a closed database`() async throws {
            let pair = try SyncPair()
            let listener = try pair.listener()
            defer { listener.stop() }
            let replicator = try pair.replicator(with: URLEndpoint(url: listener.urls[0]))
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .idle })
            try pair.passive.close()
            #expect(try await SyncPair.waits { replicator.status.activity != .idle })
            replicator.stop()
            await replicator.waitUntilStopped()
        }
    }
#endif
