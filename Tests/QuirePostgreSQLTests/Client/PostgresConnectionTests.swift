#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    @Suite(.enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."))
    struct PostgresConnectionTests {
        private func connection(prepared: Bool = true) throws -> PostgresConnection {
            var configuration = PostgresConfiguration(try PostgresServer.connectionString())
            configuration.usesPreparedStatements = prepared
            return try PostgresConnection(configuration, location: "test")
        }

        @Test("a parameter has the value that is sent", arguments: [true, false])
        func parameters(prepared: Bool) throws {
            let row = try #require(
                connection(prepared: prepared).rows(
                    "SELECT $1, $2, $3, $4, $5, $6, $7, $8::text[], $9::bigint[], $10",
                    [
                        .text("Zürich 🏔 'quoted' \\"), .bytes([0, 255, 1]), .integer(.min),
                        .double(-0.0), .boolean(true), .json(Array(#"{"a": [1, 2.50]}"#.utf8)),
                        .timestamp(1), .textArray(["", "a,b"]), .integerArray([]), .text(""),
                    ]
                ).first)
            #expect(row.text(0) == "Zürich 🏔 'quoted' \\")
            #expect(row.bytes(1) == [0, 255, 1])
            #expect(try row.integer(2) == .min)
            #expect(try row.double(3).bitPattern == (-0.0 as Double).bitPattern)
            #expect(try row.boolean(4))
            #expect(String(decoding: try row.json(5), as: UTF8.self) == #"{"a": [1, 2.50]}"#)
            #expect(try row.timestamp(6) == 1)
            #expect(row.textIfPresent(9) == "")
        }

        @Test("elements of arrays have the values that are sent")
        func arrays() throws {
            let rows = try connection().rows(
                "SELECT t, i FROM unnest($1, $2) AS x(t, i)",
                [.textArray(["a\"b", "", "ü"]), .integerArray([.min, 0, .max])])
            #expect(rows.map { $0.text(0) } == ["a\"b", "", "ü"])
            #expect(try rows.map { try $0.integer(1) } == [.min, 0, .max])
        }

        @Test("a null parameter is null")
        func null() throws {
            #expect(try connection().rows("SELECT $1::jsonb", [.null])[0].isNull(0))
        }

        @Test("the character U+0000 in a text is an error")
        func nulCharacter() throws {
            let connection = try connection()
            let error = #expect(throws: QuireError.self) {
                try connection.rows("SELECT $1", [.text("a\0b")])
            }
            #expect(error?.code == .invalidParameter)
        }

        @Test("rows are read one by one, and the connection can be used after the closure throws")
        func singleRows() throws {
            struct Stop: Error {}
            let connection = try connection()
            var sum: Int64 = 0
            try connection.forEachRow("SELECT generate_series(1, 10000)") {
                sum += try $0.integer(0)
            }
            #expect(sum == 50_005_000)
            #expect(throws: Stop.self) {
                try connection.forEachRow("SELECT generate_series(1, 10000000)") { _ in throw Stop()
                }
            }
            #expect(try connection.rows("SELECT 1")[0].integer(0) == 1)
        }

        @Test(
            "statements of a pipeline return more than the buffers hold", arguments: [true, false])
        func pipeline(prepared: Bool) throws {
            let connection = try connection(prepared: prepared)
            let text = String(repeating: "x", count: 2_000)
            let results = try connection.pipeline { pipeline in
                for number in 0..<5_000 {
                    try pipeline.send("SELECT $1, $2", [.integer(Int64(number)), .text(text)])
                }
                return try pipeline.finish()
            }
            let numbers = try results.map { try $0.get()[0].integer(0) }
            #expect(numbers == (0..<5_000).map(Int64.init))
        }

        @Test("after an error in a pipeline nothing is stored, and the connection can be used")
        func failedPipeline() throws {
            let connection = try connection()
            try connection.execute("CREATE TEMPORARY TABLE t(n bigint PRIMARY KEY)")
            let results = try connection.pipeline { pipeline in
                for number in [1, 2, 1, 3] {
                    try pipeline.send("INSERT INTO t VALUES ($1)", [.integer(Int64(number))])
                }
                return try pipeline.finish()
            }
            #expect(results.map { (try? $0.get()) != nil } == [true, true, false, false])
            #expect(try connection.rows("SELECT count(*) FROM t")[0].integer(0) == 0)
        }

        @Test("rows are imported")
        func copy() throws {
            let connection = try connection()
            try connection.execute("CREATE TEMPORARY TABLE t(n bigint, s text, b jsonb)")
            try connection.copyIn("COPY t FROM STDIN (FORMAT binary)") { copy in
                for number in 0..<20_000 {
                    try copy.row([
                        .integer(Int64(number)), number % 2 == 0 ? .null : .text("t\(number)"),
                        .json(Array("[\(number)]".utf8)),
                    ])
                }
            }
            let row = try connection.rows("SELECT count(*), count(s), sum((b->>0)::int) FROM t")[0]
            #expect(try (row.integer(0), row.integer(1)) == (20_000, 10_000))
            #expect(try row.integer(2) == 199_990_000)
        }

        @Test("a failed import stores no row, and the connection can be used")
        func failedCopy() throws {
            struct Stop: Error {}
            let connection = try connection()
            try connection.execute("CREATE TEMPORARY TABLE t(n bigint)")
            #expect(throws: Stop.self) {
                try connection.copyIn("COPY t FROM STDIN (FORMAT binary)") { copy in
                    try copy.row([.integer(1)])
                    throw Stop()
                }
            }
            #expect(try connection.rows("SELECT count(*) FROM t")[0].integer(0) == 0)
        }

        @Test("more statements than the limit can be prepared")
        func eviction() throws {
            let connection = try connection()
            for number in 0..<600 {
                #expect(
                    try connection.rows("SELECT \(number)::bigint")[0].integer(0) == Int64(number))
            }
            let prepared = try connection.rows("SELECT count(*) FROM pg_prepared_statements")
            #expect(try prepared[0].integer(0) <= Int64(PreparedStatements.limit))
        }

        @Test(arguments: [true, false])
        func `a pipeline has complete results after rows were read one by one`(
            prepared: Bool
        ) throws {
            let connection = try connection(prepared: prepared)
            try connection.forEachRow("SELECT generate_series(1, 3)") { _ in }
            let results = try connection.pipeline { pipeline in
                try pipeline.send("SELECT generate_series(1, 2)")
                try pipeline.send("SELECT 7")
                return try pipeline.finish()
            }
            #expect(try results.map { try $0.get().count } == [2, 1])
        }

        @Test("a prepared statement is prepared again after its table has changed")
        func changedTable() throws {
            let connection = try connection()
            try connection.execute("CREATE TEMPORARY TABLE t(a bigint); INSERT INTO t VALUES (1)")
            #expect(try connection.rows("SELECT * FROM t")[0].integer(0) == 1)
            try connection.execute("ALTER TABLE t ALTER a TYPE text")
            #expect(try connection.rows("SELECT * FROM t")[0].text(0) == "1")
        }

        @Test(
            "an error has the code for its SQLSTATE",
            arguments: [
                ("SELECT 1/0", "22012", QuireError.Code.invalidQuery),
                ("SELECT * FROM missing", "42P01", .invalidQuery),
                (
                    "SET LOCAL statement_timeout = 1; SELECT pg_sleep(100)", "57014",
                    .timeLimitExceeded
                ),
            ])
        func errors(sql: String, state: String, code: QuireError.Code) throws {
            let connection = try connection()
            let error = #expect(throws: QuireError.self) { try connection.execute(sql) }
            #expect(error?.code == code)
            #expect((error?.underlyingError as? PostgresServerError)?.sqlState == state)
        }

        @Test("a statement is canceled from another thread")
        func cancellation() throws {
            let connection = try connection()
            Thread.detachNewThread {
                for _ in 0..<600 {
                    Thread.sleep(forTimeInterval: 0.1)
                    connection.cancel()
                }
            }
            let error = #expect(throws: QuireError.self) {
                try connection.execute("SELECT pg_sleep(500)")
            }
            #expect(error?.code == .timeLimitExceeded)
        }

        @Test(
            "an invalid connection string is rejected without printing it",
            arguments: [
                "", " ", "travel", "postgresql://user:secret@host:port:7/x",
                "postgres://u:a@secret@h/x",
                "postgres://u:a:secret@h:secret/x", "host = 'secret",
                "password=secret nonsense=1", "postgresql://u:secret@h/%zz", "host=a\0b=secret",
            ])
        func invalidConnectionString(text: String) throws {
            let error = #expect(throws: QuireError.self) {
                _ = try PostgresConnection(PostgresConfiguration(text), location: "test")
            }
            #expect(error?.code == .invalidParameter)
            #expect("\(String(describing: error))".contains("secret") == false)
        }

        @Test("a description of the settings does not contain the connection string")
        func redaction() {
            let configuration = PostgresConfiguration("postgresql://app:secret@host/db")
            var text = "\(configuration) \(String(reflecting: configuration))"
            dump(configuration, to: &text)
            #expect(!text.contains("secret"))
        }

        @Test("a server that cannot be reached is an error that names the database")
        func unreachable() throws {
            let error = #expect(throws: QuireError.self) {
                _ = try PostgresConnection(
                    PostgresConfiguration("host=/nowhere dbname=x"), location: "database x")
            }
            #expect(error?.code == .cantOpenFile)
            #expect(error?.message.contains("database x") == true)
        }
    }
#endif
