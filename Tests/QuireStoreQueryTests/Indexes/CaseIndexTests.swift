import DatabaseTestSupport
import Quire
import Testing

/// Indexes on LOWER and UPPER contain Couchbase Lite's results, and queries remain correct.
@Suite struct CaseIndexTests {
    private static let texts = [
        "", "abc", "ABC", "İ", "i̇", "aİ", "Ⱥ", "ⱥ", "ŉ", "ʼN", "ΐ", "ß", "SS", "ẞ", "zzz", "Zzz",
    ]

    private let indexed: IndexedDatabase

    init() throws {
        indexed = try IndexedDatabase()
        try indexed.database.inBatch {
            for (number, text) in Self.texts.enumerated() {
                try indexed.collection.save("\(number)", #"{"s":"\#(text)"}"#)
            }
            for (number, value) in ["null", "5", "[]", "true"].enumerated() {
                try indexed.collection.save("v\(number)", #"{"s":\#(value)}"#)
            }
            try indexed.collection.save("none", "{}")
        }
    }

    static let conditions =
        texts.flatMap { text in
            ["LOWER", "UPPER"].flatMap { name in
                let value = name == "LOWER" ? text.lowercased() : text.uppercased()
                return [
                    "\(name)(s) = '\(value)'", "\(name)(s) < '\(value)'",
                    "'\(value)' <= \(name)(s)",
                    "\(name)(s) > '\(value)'", "\(name)(s) IS '\(value)'",
                ]
            }
        } + [
            "LOWER(s) BETWEEN 'a' AND 'i'", "LOWER(s) NOT BETWEEN 'a' AND 'i'",
            "LOWER(s) IN ['abc', 'i̇', '']", "LOWER(s) NOT IN ['abc', 'i̇']", "LOWER(s) LIKE 'i%'",
            "UPPER(s) LIKE '%S'", "UPPER(s) NOT LIKE 'A%'", "NOT (LOWER(s) = 'abc')",
            "(LOWER(s) = 'i̇') IS MISSING", "LOWER(s) = NULL", "LOWER(s) = MISSING",
            "LOWER(s) IS MISSING", "LOWER(s) IS NULL", "LOWER(s) != 'abc'",
            "LOWER(s) = LOWER(s)", "LENGTH(LOWER(s)) = 2", "(LOWER(s) = 'ABC') COLLATE NOCASE",
        ]

    @Test(arguments: conditions)
    func `an index does not change the results`(condition: String) throws {
        let text = "SELECT META().id, LOWER(s) AS x FROM _ WHERE \(condition)"
        let expected = try indexed.ids(text)
        try indexed.collection.createValueIndex("lower", "LOWER(s)")
        try indexed.collection.createValueIndex("upper", "UPPER(s)")
        try indexed.collection.createValueIndex("length", "LENGTH(LOWER(s))")
        #expect(try indexed.ids(text) == expected)
    }

    @Test func `an index does not change the order`() throws {
        let text = "SELECT s FROM _ ORDER BY LOWER(s), META().id"
        func rows() throws -> [String] {
            try indexed.database.createQuery(QuerySource(verbatim: text)).execute().map {
                $0.toJSON()
            }
        }
        let expected = try rows()
        try indexed.collection.createValueIndex("lower", "LOWER(s)")
        #expect(try rows() == expected)
    }

    @Test func `an index contains an empty string where Couchbase Lite's does`() throws {
        try indexed.collection.createValueIndex("lower", "LOWER(s)")
        let sql = """
            SELECT fl_value(body, 's') FROM kv_default INDEXED BY lower \
            WHERE N1QL_lower(fl_value(body, 's')) = '' ORDER BY 1
            """
        #expect(try indexed.rows(sql) == ["", "aİ", "İ", "Ⱥ"])
    }
}
