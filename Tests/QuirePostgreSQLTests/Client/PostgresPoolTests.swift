#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    @Suite(.enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."))
    struct PostgresPoolTests {
        private func pool(
            _ limit: Int, timeout: TimeInterval = 60
        ) throws -> PostgresPool {
            var configuration = PostgresConfiguration(try PostgresServer.connectionString())
            configuration.maximumConnections = limit
            configuration.connectionTimeout = timeout
            return PostgresPool(configuration, location: "test")
        }

        /// Runs a closure on several threads and waits for all of them.
        private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
            let group = DispatchGroup()
            for number in 0..<count {
                group.enter()
                Thread.detachNewThread {
                    body(number)
                    group.leave()
                }
            }
            group.wait()
        }

        @Test("a pool opens no more connections than its limit")
        func limit() throws {
            let pool = try pool(3)
            let sum = Mutex(0)
            let most = Mutex(0)
            onThreads(16) { _ in
                for _ in 0..<20 {
                    let one = try? pool.withConnection {
                        try $0.rows("SELECT 1::bigint")[0].integer(0)
                    }
                    sum.withLock { $0 += Int(one ?? 0) }
                    let count = pool.connectionCounts.all
                    most.withLock { $0 = max($0, count) }
                }
            }
            #expect(sum.withLock { $0 } == 320)
            #expect(most.withLock { $0 } <= 3)
        }

        @Test("a thread that gets no connection in time gets an error with the limit")
        func timeout() throws {
            let pool = try pool(1, timeout: 0.1)
            let error = #expect(throws: QuireError.self) {
                try pool.withConnection { _ in try pool.withConnection { _ in } }
            }
            #expect(error?.code == .busy)
            #expect(error?.message.contains("1 connections") == true)
            #expect(pool.connectionCounts == (1, 1))
        }

        @Test("a connection that the server has ended is replaced")
        func endedConnection() throws {
            let pool = try pool(2)
            let first = try pool.withConnection {
                try $0.rows("SELECT pg_backend_pid()::bigint")[0].integer(0)
            }
            let other = try self.pool(1)
            try other.withConnection {
                _ = try $0.rows("SELECT pg_terminate_backend(\(first))")
                // The function returns before the process has ended.
                while try $0.rows("SELECT 1 FROM pg_stat_activity WHERE pid = \(first)").count > 0 {
                    Thread.sleep(forTimeInterval: 0.01)
                }
            }
            let second = try pool.withConnection {
                try $0.rows("SELECT pg_backend_pid()::bigint")[0].integer(0)
            }
            #expect(first != second)
        }

        @Test("a connection that breaks while it is used is an error and is not used again")
        func brokenConnection() throws {
            let pool = try pool(1)
            let error = #expect(throws: QuireError.self) {
                try pool.withConnection {
                    try $0.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(try pool.withConnection { try $0.rows("SELECT 1")[0].integer(0) } == 1)
        }

        @Test("a transaction that was left open is rolled back")
        func openTransaction() throws {
            let pool = try pool(1)
            try pool.withConnection {
                try $0.execute("BEGIN; CREATE TABLE public.left_open(a int)")
            }
            #expect(throws: QuireError.self) {
                try pool.withConnection { try $0.execute("SELECT * FROM public.left_open") }
            }
        }

        @Test("a closed pool throws, and closes connections in use when they are released")
        func close() throws {
            let pool = try pool(2)
            try pool.withConnection { _ in pool.close() }
            #expect(pool.connectionCounts == (0, 0))
            let error = #expect(throws: QuireError.self) { try pool.withConnection { _ in } }
            #expect(error?.code == .notOpen)
        }
    }
#endif
