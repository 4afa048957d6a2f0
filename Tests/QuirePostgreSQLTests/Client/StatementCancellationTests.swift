#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Statements whose asynchronous callers are canceled.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct StatementCancellationTests {
        private let database: PostgresDatabase
        private let store: any DocumentStore

        init() throws {
            var configuration = try PostgresConfiguration.test()
            configuration.statementTimeout = nil
            database = try PostgresDatabase(configuration)
            store = try database.defaultStore()
        }

        /// Runs a closure on a thread of its own when a statement with a text runs.
        ///
        /// Other tests may occupy all threads of tasks until the statement ends:
        /// `CREATE INDEX CONCURRENTLY` waits for all transactions that began before it.
        private func whenRunning(
            _ text: String, _ action: @escaping @Sendable (PostgresConnection) throws -> Void
        ) {
            let thread = Thread {
                do {
                    let connection = try PostgresConnection(.test(), location: "test")
                    while try connection.rows(
                        """
                        SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1
                        AND pid <> pg_backend_pid()
                        """, [.text("%\(text)%")]
                    ).isEmpty { Thread.sleep(forTimeInterval: 0.01) }
                    try action(connection)
                } catch {
                    Issue.record(error)
                }
            }
            thread.start()
        }

        private func sleep(_ mark: String) throws {
            _ = try database.query { try $0.rows("SELECT pg_sleep(3600) /* \(mark) */") }
        }

        @Test(arguments: [true, false])
        func `the statement of a canceled task ends with a cancellation error`(
            isInTransaction: Bool
        ) async throws {
            let mark = UUID().uuidString
            let task = Task {
                try await database.blockingWork.run {
                    if isInTransaction {
                        try database.inBatch {
                            try store.put("lost", "{}")
                            try sleep(mark)
                        }
                    } else {
                        try sleep(mark)
                    }
                }
            }
            whenRunning(mark) { _ in task.cancel() }
            await #expect(throws: CancellationError.self) { try await task.value }
            try store.put("kept", "{}")
            #expect(try store.count(where: .literal(.boolean(true))) == 1)
        }

        @Test func `canceled tasks do not cancel the statements of others`() async throws {
            for _ in 0..<50 {
                let tasks = (0..<8).map { number in
                    Task {
                        try await database.blockingWork.run {
                            for _ in 0..<20 {
                                _ = try database.query { try $0.rows("SELECT pg_sleep(0.0005)") }
                            }
                        }
                    }
                }
                for task in tasks.prefix(4) {
                    try await Task.sleep(for: .milliseconds(1))
                    task.cancel()
                }
                for task in tasks.dropFirst(4) { try await task.value }
                for task in tasks.prefix(4) {
                    do { try await task.value } catch is CancellationError {}
                }
            }
        }

        @Test func `a statement that another program cancels has the code timeLimitExceeded`()
            async throws
        {
            let mark = UUID().uuidString
            let task = Task { try await database.blockingWork.run { try sleep(mark) } }
            whenRunning(mark) { connection in
                _ = try connection.rows(
                    """
                    SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE $1
                    AND pid <> pg_backend_pid()
                    """, [.text("%\(mark)%")])
            }
            let error = await #expect(throws: QuireError.self) { try await task.value }
            #expect(error?.code == .timeLimitExceeded)
        }
    }
#endif
