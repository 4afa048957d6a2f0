#if PostgreSQL
    import CPostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Connections that the server terminates while they are used.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct TerminatedConnectionTests {
        private func configuration() throws -> PostgresConfiguration {
            var configuration = try PostgresConfiguration.test()
            configuration.applicationName = configuration.schemaName
            return configuration
        }

        private func terminate(
            _ connection: PostgresConnection, by other: PostgresConnection
        ) throws {
            let process = PQbackendPID(connection.pointer)
            _ = try other.rows("SELECT pg_terminate_backend(\(process))")
            #expect(
                try waits {
                    try other.rows("SELECT FROM pg_stat_activity WHERE pid = \(process)").isEmpty
                })
        }

        private func count(_ store: any DocumentStore) throws -> Int {
            try store.count(where: .literal(.boolean(true)))
        }

        // MARK: Transactions

        enum Moment: CaseIterable { case afterBegin, betweenStatements, beforeCommit, inNested }

        @Test(arguments: Moment.allCases)
        func `a transaction whose connection is terminated stores nothing`(moment: Moment) throws {
            let configuration = try configuration()
            let database = try PostgresDatabase(configuration)
            let other = try PostgresConnection(configuration, location: "test")
            let store = try database.defaultStore()
            let outcomes = Mutex<[Bool]>([])
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    try database.afterTransaction { value in outcomes.withLock { $0.append(value) }
                    }
                    let connection = try #require(try database.currentTransaction()).connection
                    if moment == .afterBegin { try terminate(connection, by: other) }
                    try store.put("a", "{}")
                    if moment == .betweenStatements { try terminate(connection, by: other) }
                    try store.put("b", "{}")
                    if moment == .inNested {
                        try store.inBatch {
                            try store.put("c", "{}")
                            try terminate(connection, by: other)
                            try store.put("d", "{}")
                        }
                    }
                    if moment == .beforeCommit { try terminate(connection, by: other) }
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(outcomes.withLock { $0 } == [false])
            #expect(try count(store) == 0)
            try store.inBatch { try store.put("e", "{}") }
            #expect(try count(store) == 1)
            // The timer of expirations can use another connection for a moment.
            #expect(
                waits {
                    let counts = database.pool.connectionCounts
                    return counts.all == counts.idle
                })
        }

        @Test
        func `errors of a terminated connection that the closure catches fail the transaction`()
            throws
        {
            let configuration = try configuration()
            let database = try PostgresDatabase(configuration)
            let other = try PostgresConnection(configuration, location: "test")
            let store = try database.defaultStore()
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    try store.put("a", "{}")
                    let connection = try #require(try database.currentTransaction()).connection
                    try terminate(connection, by: other)
                    _ = try? store.put("b", "{}")
                    _ = try? store.inBatch { try store.put("c", "{}") }
                    _ = try? store.record(id: "a")
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(try count(store) == 0)
        }

        @Test func `a snapshot whose connection is terminated is an error, and the next one works`()
            throws
        {
            let configuration = try configuration()
            let database = try PostgresDatabase(configuration)
            let other = try PostgresConnection(configuration, location: "test")
            let store = try database.defaultStore()
            try store.put("a", "{}")
            let error = #expect(throws: QuireError.self) {
                try database.snapshot {
                    let connection = try #require(try database.currentTransaction()).connection
                    _ = try store.record(id: "a")
                    try terminate(connection, by: other)
                    _ = try store.record(id: "a")
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(try database.snapshot { try store.record(id: "a") } != nil)
        }

        // MARK: Pipelines, streams and imports

        private func connections() throws -> (PostgresConnection, other: PostgresConnection) {
            let configuration = try configuration()
            return (
                try PostgresConnection(configuration, location: "test"),
                try PostgresConnection(configuration, location: "test")
            )
        }

        @Test(arguments: [0, 1, 500], [true, false])
        func `a pipeline whose connection is terminated stores nothing`(
            count: Int, isFinished: Bool
        ) throws {
            let (connection, other) = try connections()
            let table = "public.\(PostgresServer.schemaName())"
            try other.execute("CREATE TABLE \(table)(n bigint)")
            let error = #expect(throws: QuireError.self) {
                try connection.pipeline { pipeline in
                    let insert = "INSERT INTO \(table) VALUES ($1)"
                    for number in 0..<count { try pipeline.send(insert, [.integer(Int64(number))]) }
                    try terminate(connection, by: other)
                    for number in 0..<500 { try pipeline.send(insert, [.integer(Int64(number))]) }
                    // Without this call, the pipeline is finished after the closure.
                    if isFinished { for result in try pipeline.finish() { _ = try result.get() } }
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(connection.isBroken)
            #expect(try other.rows("SELECT count(*) FROM \(table)")[0].integer(0) == 0)
            #expect(throws: QuireError.self) { try connection.execute("SELECT 1") }
        }

        @Test(arguments: [true, false])
        func `a stream of rows whose connection is terminated is an error`(prepared: Bool) throws {
            var configuration = try configuration()
            configuration.usesPreparedStatements = prepared
            let connection = try PostgresConnection(configuration, location: "test")
            let other = try PostgresConnection(configuration, location: "test")
            var count = 0
            let error = #expect(throws: QuireError.self) {
                // The buffers cannot contain all of these rows.
                try connection.forEachRow(
                    "SELECT repeat('x', 1000) FROM generate_series(1, 200000)"
                ) {
                    _ in
                    count += 1
                    if count == 10 {
                        let process = PQbackendPID(connection.pointer)
                        _ = try other.rows("SELECT pg_terminate_backend(\(process))")
                    }
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(count < 200_000)
            #expect(connection.isBroken)
        }

        @Test(arguments: [0, 1, 100_000])
        func `an import whose connection is terminated stores nothing`(count: Int) throws {
            let (connection, other) = try connections()
            let table = "public.\(PostgresServer.schemaName())"
            try other.execute("CREATE TABLE \(table)(n bigint)")
            let error = #expect(throws: QuireError.self) {
                try connection.copyIn("COPY \(table) FROM STDIN (FORMAT binary)") { copy in
                    for number in 0..<count { try copy.row([.integer(Int64(number))]) }
                    let process = PQbackendPID(connection.pointer)
                    _ = try other.rows("SELECT pg_terminate_backend(\(process))")
                    for number in 0..<100_000 { try copy.row([.integer(Int64(number))]) }
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(try other.rows("SELECT count(*) FROM \(table)")[0].integer(0) == 0)
        }

        // MARK: All connections of a database

        @Test func `readers and writers get complete results while connections are terminated`()
            throws
        {
            let configuration = try configuration()
            let database = try PostgresDatabase(configuration)
            let store = try database.createStore(named: "constant", scope: nil)
            let text = String(repeating: "x", count: 500)
            try store.inBatch {
                for number in 0..<400 { try store.put("doc\(number)", #"{"text":"\#(text)"}"#) }
            }
            let log = SaveLog(database)
            try log.start()
            let isDone = Flag()
            let group = DispatchGroup()
            group.enter()
            Thread.detachNewThread {
                let other = try? PostgresConnection(
                    PostgresConfiguration(configuration.connectionString), location: "test")
                while !isDone.isSet {
                    _ = try? other?.rows(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE application_name = \(SQLName.literal(configuration.applicationName))
                        AND random() < 0.5
                        """)
                    Thread.sleep(forTimeInterval: .random(in: 0...0.03))
                }
                group.leave()
            }
            let all = SelectStatement([.star], from: CollectionSource("_"))
            var complete = 0
            var failed = 0
            let end = Date(timeIntervalSinceNow: 120)
            while complete < 40 * FaultServer.rounds(1) || failed == 0, Date() < end {
                do {
                    #expect(try store.records(selectedBy: all).count == 400)
                    #expect(try database.snapshot { try count(store) } == 400)
                    complete += 1
                } catch {
                    #expect((error as? QuireError)?.code == .cantOpenFile, "\(error)")
                    failed += 1
                }
            }
            isDone.set()
            group.wait()
            #expect(log.waitForProgress())
            log.stop()
            #expect(complete > 0 && failed > 0)
            #expect(try log.violations(in: database.defaultStore()) == [])
        }
    }
#endif
