#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// More transactions than connections.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PoolExhaustionTests {
        private func configuration(timeout: TimeInterval) throws -> PostgresConfiguration {
            var configuration = try PostgresConfiguration.test()
            configuration.maximumConnections = 2
            configuration.connectionTimeout = timeout
            configuration.applicationName = configuration.schemaName
            return configuration
        }

        /// Occupies both connections with transactions until a closure returns.
        private func whileExhausted(
            _ database: PostgresDatabase, _ body: () throws -> Void
        ) throws -> [String] {
            let errors = Mutex<[String]>([])
            let started = DispatchSemaphore(value: 0)
            let isDone = Flag()
            let group = DispatchGroup()
            for number in 0..<2 {
                group.enter()
                Thread.detachNewThread {
                    do {
                        let store = try database.defaultStore()
                        try store.inBatch {
                            try store.put("holder\(number)", "{}")
                            started.signal()
                            _ = waits { isDone.isSet }
                        }
                    } catch {
                        errors.withLock { $0.append("\(error)") }
                    }
                    group.leave()
                }
            }
            for _ in 0..<2 { started.wait() }
            defer {
                isDone.set()
                group.wait()
            }
            try body()
            isDone.set()
            group.wait()
            return errors.withLock { $0 }
        }

        @Test func `a third transaction on two connections gets the code busy`() throws {
            let database = try PostgresDatabase(configuration(timeout: 0.2))
            let store = try database.defaultStore()
            let errors = try whileExhausted(database) {
                for operation: () throws -> Void in [
                    { try store.inBatch { _ = try store.put("a", "{}") } },
                    { try store.put("a", "{}") }, { _ = try store.record(id: "a") },
                    { _ = try database.snapshot { try store.record(id: "a") } },
                ] {
                    let error = #expect(throws: QuireError.self) { try operation() }
                    #expect(error?.code == .busy)
                    #expect(error?.message.contains("maximumConnections") == true)
                }
            }
            #expect(errors == [])
            try store.inBatch { try store.put("a", "{}") }
            #expect(try store.records(ids: ["a", "holder0", "holder1"]).count == 3)
            #expect(database.pool.connectionCounts.all <= 2)
        }

        @Test func `transactions that wait for a connection all get one`() throws {
            let database = try PostgresDatabase(configuration(timeout: 60))
            let group = DispatchGroup()
            let errors = Mutex<[String]>([])
            let failures = try whileExhausted(database) {
                for number in 0..<24 {
                    group.enter()
                    Thread.detachNewThread {
                        let failed = onThreads(1) { _ in
                            let store = try database.defaultStore()
                            try store.inBatch { try store.put("waiter\(number)", "{}") }
                        }
                        errors.withLock { $0 += failed }
                        group.leave()
                    }
                }
                // The timer for expired documents can wait, too.
                #expect(waits { database.pool.waiterCount >= 24 })
            }
            group.wait()
            #expect(failures == [])
            #expect(errors.withLock { $0 } == [])
            #expect(try database.defaultStore().count(where: .literal(.boolean(true))) == 26)
            #expect(database.pool.connectionCounts.all <= 2)
        }

        @Test func `waiting threads get connections in the order of their requests`() throws {
            let pool = PostgresPool(try configuration(timeout: 60), location: "test")
            let order = Mutex<[Int]>([])
            let group = DispatchGroup()
            let held = [try pool.connection(), try pool.connection()]
            for number in 0..<10 {
                group.enter()
                Thread.detachNewThread {
                    _ = try? pool.withConnection { _ in order.withLock { $0.append(number) } }
                    group.leave()
                }
                #expect(waits { pool.waiterCount == number + 1 })
            }
            // One connection remains in use, so that the threads run one after another.
            pool.release(held[0])
            group.wait()
            pool.release(held[1])
            #expect(order.withLock { $0 } == Array(0..<10))
        }

        @Test func `a broken connection makes room for the first waiting thread`() throws {
            let configuration = try configuration(timeout: 60)
            let pool = PostgresPool(configuration, location: "test")
            let order = Mutex<[Int]>([])
            let group = DispatchGroup()
            let held = [try pool.connection(), try pool.connection()]
            for number in 0..<4 {
                group.enter()
                Thread.detachNewThread {
                    _ = try? pool.withConnection { connection in
                        order.withLock { $0.append(number) }
                        _ = try? connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                    }
                    group.leave()
                }
                #expect(waits { pool.waiterCount == number + 1 })
            }
            _ = try? held[0].execute("SELECT pg_terminate_backend(pg_backend_pid())")
            pool.release(held[0])
            group.wait()
            pool.release(held[1])
            #expect(order.withLock { $0 } == Array(0..<4))
            #expect(pool.connectionCounts == (1, 1))
        }
    }
#endif
