import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

/// Indexes on every kind of expression, as created by Couchbase Lite.
@Suite struct CouchbaseLiteIndexTests {
    private static let s = "fl_value(body, 's')"
    private static let n = "fl_value(body, 'n')"
    private static let v = "fl_value(body, 'v')"
    private static let d = "fl_value(body, 'd')"

    static let expressions =
        [
            "fl_root(body)", "key", "sequence", "expiration", "fl_version(version)",
            "(flags & 1 != 0)", "-\(n)", "\(n) + 1", "\(n) % 3", "\(n) < 5", "\(v) IS NULL",
            "\(v) = fl_null()", "\(v) != fl_null()", "isvalued(\(v))", "NOT isvalued(\(v))",
            "\(v) = fl_bool(1)", "\(v) IS NOT fl_bool(0)", "\(n) BETWEEN 1 AND 2",
            "\(n) IN (1, 2.5, 'x')", "CASE WHEN \(n) > 1 THEN 'a' ELSE fl_null() END",
            "\(s) LIKE 'a%' ESCAPE '\\'", "fl_like(\(s), 'a%')",
            "fl_like(\(s), 'a%', 'LCUnicode_CD_')", "contains(\(s), 'x')",
            "contains(\(s), 'x', 'BINARY')", "contains(\(s), 'x', 'LCUnicode_CD_')",
            #"\#(s) COLLATE "LCUnicode____""#, #"\#(s) COLLATE "LCUnicode_CD_sv""#,
            "\(s) COLLATE NOCASE", "concat(\(s), \(n), \(v))", "e() * pi()",
            "fl_exists(body, 'v')", "fl_count(body, 'v')", "fl_contains(body, 'v', 2)",
            "fl_contains(body, 'v', 1, 1, 2)", "fl_nested_value(dict_of('a', \(v)), 'a[0]')",
            "array_of(\(s), \(n))", "array_contains(\(v), 2)", "round(\(n))", "round(\(n), 1)",
            "round_even(\(n), 1)", "trunc(\(n), -1)", "sign(\(n))", "atan2(\(n), 2)",
            "power(\(n), 2)", "div(\(n), 2)", "idiv(\(n), 2)", "greatest(\(n), \(v), 1)",
            "least(\(n), 2)", "regexp_like(\(s), 'a+')", "regexp_contains(\(s), 'b')",
            "regexp_position(\(s), 'b')", "regexp_replace(\(s), 'a', 'b')",
            "regexp_replace(\(s), 'a', 'b', 1)", "ifmissing(\(v), 1)", "ifmissingornull(\(v), 1)",
            "N1QL_ifnull(\(v), 1)", "N1QL_nullif(\(v), 1)", "missingif(\(v), 1)",
            "str_to_millis(\(d))", "str_to_utc(\(d))", "str_to_utc(\(d), '1111-11-11')",
            "str_to_tz(\(d), 60)", "millis_to_str(\(n))", "millis_to_utc(\(n), '%F')",
            "millis_to_tz(\(n), 60)", "date_add_str(\(d), 1, 'day')",
            "date_add_millis(\(n), 1, 'day')", "date_diff_str(\(d), \(d), 'day')",
            "date_diff_millis(\(n), 0, 'day')",
        ]
        + [
            "abs", "acos", "asin", "atan", "ceil", "cos", "degrees", "exp", "floor", "ln", "log",
            "radians", "sin", "sqrt", "tan",
        ].map { "\($0)(\(n))" }
        + ["N1QL_length", "N1QL_lower", "N1QL_upper", "N1QL_trim", "N1QL_ltrim", "N1QL_rtrim"]
        .map { "\($0)(\(s))" }
        + [
            "type", "typename", "isarray", "is_array", "isatom", "is_atom", "isboolean",
            "is_boolean", "isnumber", "is_number", "isobject", "is_object", "isstring", "is_string",
            "toarray", "to_array", "toatom", "to_atom", "toboolean", "to_boolean", "tonumber",
            "to_number", "toobject", "to_object", "tostring", "to_string", "array_length",
            "array_count", "array_sum", "array_avg", "array_max", "array_min", "array_ifnull",
        ].map { "\($0)(\(v))" }

    private static let bodies = [
        #"{"s":"abc","n":1,"v":null,"d":"2020-02-29"}"#,
        #"{"s":"aİȺ","n":-2.5,"v":true,"d":"2020-02-29T12:00:00Z"}"#,
        #"{"s":"\u180Ex ","n":0,"v":[1,2,null],"d":"x"}"#, #"{"s":5,"n":1e300,"v":{"a":1}}"#,
        #"{"s":"é","n":3}"#, #"{"s":"\uFEFF e\u0301 ","n":2,"v":"text","d":null}"#,
    ]

    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// Creates a database with schema objects of another program.
    private func prepare(_ sql: String) throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.createIndex(
            withName: "text", config: FullTextIndexConfiguration(["s"], language: ""))
        try collection.save("old", Self.bodies[2])
        try database.close()
        let sqlite = try folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        try sqlite.trustSchema()
        let keys = try InfoRow.sharedKeys.read(on: sqlite) ?? []
        sqlite.keys.current = try keys.withUnsafeBytes { try SharedKeys(encoded: $0) }
        // A function with arguments that no engine supports.
        try sqlite.register(function: "contains", argumentCount: 4, use: .schema) { _, _, _ in }
        try sqlite.execute(sql, purpose: "test")
        sqlite.close()
    }

    /// Saves, changes and deletes documents, and returns the findings of a check.
    private func write() throws -> [String] {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        for (number, body) in Self.bodies.enumerated() {
            try collection.save("\(number)", body)
            try collection.save("\(number)", Self.bodies[(number + 1) % Self.bodies.count])
        }
        _ = try collection.delete(id: "1", expecting: .any)
        try collection.purge(id: "2")
        return try database.readSnapshot { try $0.sqlite.rows("PRAGMA integrity_check") }
    }

    @Test(arguments: expressions)
    func `an index on any expression is kept current`(expression: String) throws {
        try prepare("CREATE INDEX other ON kv_default (\(expression), fl_value(body, 'n'))")
        let faults = try write()
        #expect(faults == ["ok"], "\(faults)")
    }

    @Test(arguments: expressions)
    func `an index with any condition is kept current`(expression: String) throws {
        try prepare("CREATE INDEX other ON kv_default (fl_value(body, 'n')) WHERE \(expression)")
        let faults = try write()
        #expect(faults == ["ok"], "\(faults)")
    }

    static let triggerConditions =
        expressions.filter { !$0.contains("COLLATE") } + [
            "EXISTS (SELECT 1 FROM fl_each(body, 'v') AS _v WHERE (_v.value > 1))",
            "NOT EXISTS (SELECT 1 FROM fl_each(body, 'v') AS _v WHERE NOT (_v.value > 1))",
            """
            EXISTS (SELECT 1 FROM fl_each(body, 'v') AS _v WHERE EXISTS (SELECT 1 FROM \
            fl_each(_v.value) AS _w WHERE _w.value = _v.value))
            """,
        ]

    @Test(arguments: triggerConditions)
    func `a full-text index with any condition is kept current`(condition: String) throws {
        let table = #""kv_default::text""#
        var condition = condition.replacing("body", with: "new.body")
        for column in ["key", "sequence", "expiration", "version", "flags"] {
            condition = condition.replacing("\(column) ", with: "new.\(column) ")
            if condition == column { condition = "new.\(column)" }
        }
        condition = condition.replacing("(version)", with: "(new.version)")
        try prepare(
            """
            DROP TRIGGER "kv_default::text::ins";
            CREATE TRIGGER "kv_default::text::ins" AFTER INSERT ON kv_default WHEN \(condition)
            BEGIN INSERT INTO \(table) (docid, "s") VALUES (new.rowid, fl_fts_value(new.body, 's'));
            END
            """)
        let faults = try write()
        #expect(faults == ["ok"], "\(faults)")
    }

    @Test
    func `a function with unexpected arguments makes the database read-only`() throws {
        try prepare("CREATE INDEX other ON kv_default (contains(fl_value(body, 's'), 'x', 'y', 1))")
        let database = try folder.open()
        let collection = try database.defaultCollection()
        let error = thrownError { try collection.save("a", "{}") }
        #expect(
            try error?.code == .notWriteable
                && error?.message.contains("contains with 4 arguments") == true
                && collection.json("old") != nil)
    }

    // MARK: Results

    static let results: [(sql: String, value: String)] = [
        ("N1QL_lower('ABCÉ')", "abcé"), ("N1QL_lower('aİ')", ""), ("N1QL_lower('Ⱥ')", ""),
        ("N1QL_lower('Ⱦx')", ""), ("N1QL_upper('ŉ')", ""), ("N1QL_upper('ǰ')", ""),
        ("N1QL_upper('ΐ')", ""), ("N1QL_upper('ß')", "SS"), ("N1QL_lower('İẞ')", "i̇ß"),
        ("N1QL_trim('\u{180E} a \u{180E}')", "a"), ("N1QL_trim('\u{FEFF} a')", "a"),
        ("N1QL_trim(' \u{FEFF}a')", "\u{FEFF}a"), ("N1QL_trim('\u{A0}a\u{3000}')", "\u{A0}a"),
        ("array_max(x'60020FFB0FFD8003') = 2.2250738585072014e-308", "1"),
        ("idiv(1e300, 1)", "-9223372036854775808"), ("contains('abc', 'B', 'LCUnicode_C__')", "1"),
        ("contains('abc', 'B', 'BINARY')", "0"), ("fl_like('abc', 'a_c')", "1"),
        ("fl_like('ABC', 'a%', 'LCUnicode_C__')", "1"), ("isvalued(fl_null())", "0"),
        ("typeof(fl_null())", "blob"), ("isvalued(NULL)", "0"), ("isvalued(0)", "1"),
        ("type(fl_bool(1))", "boolean"), ("round(2.5)", "3.0"), ("sign(-2)", "-1"),
    ]

    @Test(arguments: results)
    func `a function in an index has the same result as in Couchbase Lite`(
        sql: String, value: String
    ) throws {
        let sqlite = try folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        #expect(try sqlite.rows("SELECT \(sql)") == [value])
    }

    @Test(arguments: ["round('x')", "sign(fl_null())", "power(NULL, 1)", "atan2(1, 'x')"])
    func `a numeric function in an index rejects the same arguments as Couchbase Lite`(
        sql: String
    ) throws {
        let sqlite = try folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        let error = thrownError { _ = try sqlite.rows("SELECT \(sql)") }
        #expect(error?.message.contains("not a number") == true)
    }
}
