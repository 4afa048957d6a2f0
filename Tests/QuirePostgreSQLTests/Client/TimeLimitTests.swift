#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// The time limits of statements, locks and transactions.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct TimeLimitTests {
        private func configuration(isPooled: Bool) throws -> PostgresConfiguration {
            var configuration = try PostgresConfiguration.test()
            configuration.usesPreparedStatements = !isPooled
            return configuration
        }

        private func limits(_ connection: PostgresConnection) throws -> [String] {
            let row = try connection.rows(
                """
                SELECT current_setting('statement_timeout'), current_setting('lock_timeout'),
                current_setting('idle_in_transaction_session_timeout')
                """)[0]
            return (0..<3).map { row.text($0) }
        }

        @Test(arguments: [false, true], [false, true])
        func `statements have time limits by default`(isPooled: Bool, isInTransaction: Bool) throws
        {
            let database = try PostgresDatabase(configuration(isPooled: isPooled))
            let body = { try database.read { try limits($0) } }
            let found = try isInTransaction ? database.inBatch(using: body) : body()
            #expect(found == ["5min", "1min", "5min"])
        }

        @Test(arguments: [false, true], [false, true])
        func `long operations have no time limit, and later ones have it again`(
            isPooled: Bool, isInTransaction: Bool
        ) throws {
            let database = try PostgresDatabase(configuration(isPooled: isPooled))
            let body = {
                try database.read { connection in
                    [try connection.withoutTimeLimit { try limits(connection) }]
                        + [try limits(connection)]
                }
            }
            let found = try isInTransaction ? database.inBatch(using: body) : body()
            #expect(found == [["0", "0", "5min"], ["5min", "1min", "5min"]])
        }

        @Test(
            arguments: [
                (0.0001, "1ms"), (-1, "1ms"), (.nan, "1ms"), (1.0005, "1001ms"),
                (.infinity, "2147483647ms"), (1e300, "2147483647ms"),
            ] as [(TimeInterval, String)])
        func `a limit that the server cannot have is the nearest one`(
            limit: TimeInterval, setting: String
        ) throws {
            var configuration = try configuration(isPooled: false)
            configuration.statementTimeout = limit
            let setup = SessionSettings(configuration).setup
            #expect(setup.contains("SET statement_timeout = \(setting.dropLast(2));"))
        }

        @Test(arguments: [false, true])
        func `a statement that waits too long for a lock throws busy`(isPooled: Bool) throws {
            var configuration = try configuration(isPooled: isPooled)
            configuration.lockTimeout = 0.1
            let store = try PostgresDatabase(configuration).defaultStore()
            try store.put("a", #"{"n":1}"#)
            let other = try PostgresConnection(configuration, location: "test")
            try other.begin()
            let table = "\(configuration.schemaName).\"_default._default\""
            try other.execute("SELECT FROM \(table) WHERE id = 'a' FOR UPDATE")
            let error = #expect(throws: QuireError.self) { try store.put("a", #"{"n":2}"#) }
            #expect(error?.code == .busy)
        }

        @Test(arguments: [false, true])
        func `creating an index is not cut by the time limits`(isInTransaction: Bool) throws {
            var configuration = try configuration(isPooled: false)
            let other = try PostgresDatabase(configuration)
            try other.defaultStore().put("a", "{}")
            configuration.statementTimeout = 0.1
            configuration.lockTimeout = 0.1
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            let isWriting = DispatchSemaphore(value: 0)
            let create = { @Sendable in
                try store.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
            }
            let errors = onThreads(2) { number in
                if number == 0 {
                    try other.inBatch {
                        _ = try other.defaultStore().put("b", "{}")
                        isWriting.signal()
                        Thread.sleep(forTimeInterval: 0.5)
                    }
                } else {
                    isWriting.wait()
                    if isInTransaction { try database.inBatch(using: create) } else { try create() }
                }
            }
            #expect(errors == [])
            #expect(try store.indexes() == ["byN"])
        }
    }
#endif
