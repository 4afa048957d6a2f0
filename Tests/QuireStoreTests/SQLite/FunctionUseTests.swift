import CSQLite
import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

/// The contexts in which SQL functions can be called.
@Suite struct FunctionUseTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    func connection() throws -> SQLiteConnection {
        let connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
        return connection
    }

    /// Creates a schema with a connection that does not restrict functions.
    func prepare(_ sql: String) throws {
        let maker = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try maker.trustSchema()
        for (name, count) in Self.all + Self.ofOtherEngines {
            try maker.register(function: name, argumentCount: count, use: .schema) { _, _, _ in }
        }
        try maker.execute(
            "CREATE TABLE t (a); INSERT INTO t VALUES (x'7000'); CREATE TABLE log (a); " + sql,
            purpose: "test")
    }

    /// Functions used by this library's indexes.
    static let ofOwnIndexes: [(String, Int32)] = [
        ("fl_value", 2), ("fl_root", 1), ("fl_fts_value", 2), ("N1QL_length", 1), ("N1QL_lower", 1),
        ("N1QL_upper", 1), ("fl_unnested_value", 1), ("fl_unnested_value", 2),
        ("array_length", 1), ("array_sum", 1), ("array_avg", 1), ("contains", 3), ("type", 1),
        ("isarray", 1), ("isatom", 1), ("isboolean", 1), ("isnumber", 1), ("isobject", 1),
        ("isstring", 1), ("N1QL_ifnull", 2), ("ifmissingornull", 2), ("N1QL_nullif", 2),
        ("missingif", 2), ("abs", 1), ("ceil", 1), ("floor", 1), ("sqrt", 1), ("div", 2),
        ("like", 2), ("like", 3), ("fl_vector_to_index", 3),
    ]
    /// Additional functions used by indexes of Couchbase Lite.
    static let ofOtherIndexes: [(String, Int32)] = [
        ("N1QL_trim", 1), ("N1QL_ltrim", 1), ("N1QL_rtrim", 1), ("contains", 2), ("fl_like", 2),
        ("fl_like", 3), ("fl_null", 0), ("fl_bool", 1), ("isvalued", 1), ("fl_exists", 2),
        ("fl_count", 2), ("fl_contains", 3), ("fl_nested_value", 2), ("fl_version", 1),
        ("e", 0), ("pi", 0), ("round", 1), ("round", 2), ("round_even", 1), ("trunc", 2),
        ("sign", 1), ("atan2", 2), ("power", 2), ("idiv", 2), ("array_max", 1), ("array_min", 1),
        ("array_count", 1), ("array_ifnull", 1), ("array_contains", 2), ("array_of", 0),
        ("array_of", 3), ("dict_of", 2), ("toarray", 1), ("to_array", 1), ("acos", 1), ("asin", 1),
        ("atan", 1), ("cos", 1), ("degrees", 1), ("exp", 1), ("ln", 1), ("log", 1),
        ("radians", 1), ("sin", 1), ("tan", 1), ("greatest", 2), ("least", 3), ("concat", 2),
        ("regexp_contains", 2), ("regexp_like", 2), ("regexp_position", 2), ("regexp_replace", 3),
        ("regexp_replace", 4), ("typename", 1), ("is_array", 1), ("is_atom", 1),
        ("is_boolean", 1), ("is_number", 1), ("is_object", 1), ("is_string", 1), ("toatom", 1),
        ("to_atom", 1), ("toboolean", 1), ("to_boolean", 1), ("tonumber", 1), ("to_number", 1),
        ("toobject", 1), ("to_object", 1), ("tostring", 1), ("to_string", 1), ("ifmissing", 2),
        ("str_to_millis", 1), ("str_to_utc", 1), ("str_to_utc", 2), ("str_to_tz", 2),
        ("millis_to_str", 1), ("millis_to_utc", 1), ("millis_to_tz", 2), ("date_add_str", 3),
        ("date_add_str", 4), ("date_add_millis", 3), ("date_diff_str", 3),
        ("date_diff_millis", 3),
    ]
    static let ofSchema = ofOwnIndexes + ofOtherIndexes
    static let ofStatements: [(String, Int32)] = [
        ("fl_result", 1), ("fl_boolean_result", 1), ("fl_revision", 1),
        ("fl_isOwnEdit", 2),
    ]
    static let all = ofSchema + ofStatements
    /// Functions with argument counts that indexes do not support here.
    static let ofOtherEngines: [(String, Int32)] = [("contains", 4), ("type", 2)]

    static func call(_ name: String, _ count: Int32, _ column: String = "a") -> String {
        let arguments = (0..<count).map { $0 == 0 ? column : "'x'" }
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }

    @Test func `the registry distinguishes functions of schemas and of statements`() throws {
        let registered = try connection().registered
        #expect(
            Set(registered.schemaFunctions.keys) == Set(Self.ofSchema.map(\.0))
                && registered.statementFunctions.filter { !$0.hasPrefix("quire_") }
                    == Set(Self.ofStatements.map(\.0))
                && registered.tables == ["fl_each"] && registered.tokenizers == ["unicodesn"])
    }

    @Test func `registering twice has the same effect as once`() throws {
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
        let connection = try connection()
        let statement = try connection.prepare(
            "SELECT \(Self.call(name, count)) FROM t", purpose: "test")
        // Some reject values that are not numbers.
        let error = thrownError { _ = try statement.step() }
        #expect(error == nil || error?.message.contains("not a number") == true)
    }

    @Test func `an index with unexpected function arguments leaves the file readable`() throws {
        try prepare("CREATE INDEX i ON t (contains(a, 'x', 'BINARY', 1), type(a, 2))")
        let connection = try connection()
        #expect(try connection.rows("SELECT count(*) FROM t") == ["1"])
        let error = thrownError {
            try connection.execute("INSERT INTO t VALUES (1)", purpose: "test")
        }
        #expect(error?.message.contains("arguments, which this version does not support") == true)
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
        let sql = "INSERT INTO t VALUES (1); INSERT INTO g VALUES (1); SELECT * FROM v"
        let error = thrownError { try connection.execute(sql, purpose: "test") }
        #expect(error == nil || error?.message.contains("not a number") == true)
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
    func `a file with another function in an index is rejected as damaged`(
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
    func `a schema cannot execute code`(call: String) throws {
        try prepare("CREATE VIEW v AS SELECT \(call) FROM t")
        let connection = try connection()
        try connection.trustSchema()
        #expect(thrownCode { _ = try connection.rows("SELECT * FROM v") } == .unexpectedError)
    }

    @Test func `a trigger can use a full-text table only if the schema is trusted`() throws {
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
