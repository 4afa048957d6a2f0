import CSQLite
import Testing

@testable import Quire

/// Who may call the functions of ours.
@Suite struct FunctionUseTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    func connection() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            path: folder.path + "/file", access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
        return connection
    }

    /// Leaves a schema in the file as a program without any care makes it.
    func prepare(_ sql: String) throws {
        let maker = try SQLiteConnection(path: folder.path + "/file", access: .readWriteCreate)
        try maker.trustSchema()
        for (name, count) in Self.all {
            try maker.register(function: name, argumentCount: count, use: .schema) { _, _, _ in }
        }
        try maker.execute(
            "CREATE TABLE t (a); INSERT INTO t VALUES (x'7000'); CREATE TABLE log (a); " + sql,
            purpose: "test")
    }

    static let ofSchema: [(String, Int32)] = [
        ("fl_value", 2), ("fl_root", 1), ("fl_fts_value", 2), ("N1QL_length", 1), ("N1QL_lower", 1),
        ("N1QL_upper", 1), ("N1QL_trim", 1), ("N1QL_ltrim", 1), ("N1QL_rtrim", 1),
        ("fl_unnested_value", 1), ("fl_unnested_value", 2),
        ("array_length", 1), ("array_sum", 1), ("array_avg", 1), ("contains", 2), ("type", 1),
        ("isarray", 1), ("isatom", 1), ("isboolean", 1), ("isnumber", 1), ("isobject", 1),
        ("isstring", 1), ("N1QL_ifnull", 2), ("ifmissingornull", 2), ("N1QL_nullif", 2),
        ("missingif", 2), ("abs", 1), ("ceil", 1), ("floor", 1), ("sqrt", 1), ("div", 2),
        ("like", 2), ("like", 3),
    ]
    static let ofStatements: [(String, Int32)] = [
        ("fl_result", 1), ("fl_boolean_result", 1), ("fl_revision", 1),
    ]
    static let all = ofSchema + ofStatements

    static func call(_ name: String, _ count: Int32, _ column: String = "a") -> String {
        let arguments = (0..<count).map { $0 == 0 ? column : "'x'" }
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }

    @Test func `the registry tells which functions are whose`() throws {
        let registered = try connection().registered
        #expect(
            registered.schemaFunctions == Set(Self.ofSchema.map(\.0))
                && registered.statementFunctions.filter { !$0.hasPrefix("quire_") }
                    == Set(Self.ofStatements.map(\.0))
                && registered.tables == ["fl_each"] && registered.tokenizers == ["unicodesn"])
    }

    @Test func `to register twice is to register once`() throws {
        let connection = try connection()
        let running = try connection.prepare(
            "SELECT fl_root(column1) FROM (VALUES (1), (2))", purpose: "")
        let isRow = try running.step()
        try FunctionRegistry.register(on: connection)
        #expect(try isRow && running.step())
    }

    @Test(arguments: all)
    func `every function can be called by a statement`(name: String, count: Int32) throws {
        try prepare("")
        #expect(try connection().rows("SELECT \(Self.call(name, count)) FROM t").count == 1)
    }

    @Test(arguments: ofSchema)
    func `the schema's functions can be called by views, triggers and columns`(
        name: String, count: Int32
    ) throws {
        try prepare(
            """
            CREATE VIEW v AS SELECT \(Self.call(name, count)) FROM t;
            CREATE TABLE g (a, b AS (\(Self.call(name, count))));
            CREATE TRIGGER r AFTER INSERT ON t BEGIN
                INSERT INTO log VALUES (\(Self.call(name, count, "new.a")));
            END
            """)
        let connection = try connection()
        try connection.execute("INSERT INTO t VALUES (1); INSERT INTO g VALUES (1)", purpose: "")
        #expect(try connection.rows("SELECT * FROM v").count == 2)
    }

    @Test(arguments: ofStatements)
    func `other functions cannot be called by a view`(name: String, count: Int32) throws {
        try prepare("CREATE VIEW v AS SELECT \(Self.call(name, count)) FROM t")
        let connection = try connection()
        try connection.trustSchema()
        let error = thrownError { _ = try connection.rows("SELECT * FROM v") }
        #expect(error?.message.contains("unsafe use of \(name)()") == true)
    }

    @Test(arguments: ofStatements)
    func `other functions cannot be called by a trigger`(name: String, count: Int32) throws {
        try prepare(
            """
            CREATE TRIGGER r AFTER INSERT ON t BEGIN
                INSERT INTO log VALUES (\(Self.call(name, count, "new.a")));
            END
            """)
        let connection = try connection()
        try connection.trustSchema()
        let error = thrownError {
            try connection.execute("INSERT INTO t VALUES (1)", purpose: "test")
        }
        #expect(error?.message.contains("unsafe use of \(name)()") == true)
    }

    @Test(arguments: ofStatements)
    func `a file with another function in an index is refused as damaged`(
        name: String, count: Int32
    ) throws {
        try prepare("CREATE INDEX i ON t (\(Self.call(name, count)))")
        #expect(thrownCode { _ = try connection() } == .corruptData)
    }

    @Test func `an index on a function works after reopening`() throws {
        let maker = try connection()
        try maker.execute(
            "CREATE TABLE t (body); CREATE INDEX i ON t (fl_value(body, 'a'))", purpose: "test")
        maker.close()
        let connection = try connection()
        // {"a":1}, without shared keys.
        try connection.execute("INSERT INTO t VALUES (x'7001416100018003')", purpose: "test")
        let sql = "SELECT count(*) FROM t INDEXED BY i WHERE fl_value(body, 'a') = 1"
        #expect(try connection.rows(sql) == ["1"])
    }

    @Test(arguments: ["load_extension('x')", "fts3_tokenizer('simple')"])
    func `a schema cannot reach code`(call: String) throws {
        try prepare("CREATE VIEW v AS SELECT \(call) FROM t")
        let connection = try connection()
        try connection.trustSchema()
        #expect(thrownCode { _ = try connection.rows("SELECT * FROM v") } == .unexpectedError)
    }

    @Test func `a full-text table serves a trigger only where the schema is trusted`() throws {
        try prepare(
            """
            CREATE VIRTUAL TABLE f USING fts4(a); CREATE TRIGGER r AFTER INSERT ON t BEGIN
                INSERT INTO f (docid, a) VALUES (new.rowid, 'word');
            END
            """)
        let connection = try connection()
        let sql = "INSERT INTO t VALUES (1)"
        let isRefused = thrownCode { _ = try connection.prepare(sql, purpose: "test") } != nil
        try connection.trustSchema()
        let insert = try connection.prepare(sql, purpose: "test")
        try insert.run()
        try connection.trustSchema(false)
        let isRefusedAgain = thrownCode { try insert.run() } != nil
        #expect(isRefused && isRefusedAgain)
    }
}
