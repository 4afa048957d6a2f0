import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import SQLPlusPlus
import Testing

@testable import QuireStoreQuery

/// Semantics not covered by the statements with known results.
@Suite struct QueryLanguageTests {
    private let folder: StoreFolder
    private let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        let collection = try database.defaultCollection()
        for index in 0..<5 {
            try collection.save(
                "doc\(index)", #"{"n":\#(index),"tags":["a\#(index)"],"type":"x"}"#)
        }
        try collection.save("gone", #"{"n":9}"#)
        _ = try collection.delete(id: "gone", expecting: .any)
    }

    private func rows(_ text: String, _ parameters: Parameters? = nil) throws -> [String] {
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = parameters
        return try query.execute().map { $0.toJSON() }
    }

    static let deleted: [(text: String, rows: [String])] = [
        ("SELECT COUNT(*) AS c FROM _", [#"{"c":5}"#]),
        ("SELECT META().id FROM _ WHERE META().deleted", [#"{"id":"gone"}"#]),
        ("SELECT COUNT(*) AS c FROM _ WHERE NOT META().deleted", [#"{"c":5}"#]),
        (
            "SELECT META().deleted AS d, COUNT(*) AS c FROM _ GROUP BY d",
            [#"{"d":false,"c":5}"#, #"{"d":true,"c":1}"#]
        ),
        ("SELECT a.n FROM _ a JOIN _ b ON META(b).deleted LIMIT 1", [#"{"n":0}"#]),
        ("SELECT META(b).id FROM _ a LEFT JOIN _ b ON META(b).id = 'gone' LIMIT 1", ["{}"]),
    ]

    @Test(arguments: deleted)
    func `deleted documents are found by statements that select them`(
        text: String, rows: [String]
    ) throws {
        #expect(try self.rows(text) == rows)
    }

    static let parameters: [(value: Parameters.Value, json: String, type: String)] = [
        (true, "true", #""boolean""#), (nil, "null", "null"), (1, "1", #""number""#),
        (1.0, "1.0", #""number""#), ("x", #""x""#, #""string""#),
        ([1, nil, ["a": false]], #"[1,null,{"a":false}]"#, #""array""#),
        (["k": 1], #"{"k":1}"#, #""object""#),
    ]

    @Test(arguments: parameters)
    func `a parameter keeps its value and type`(
        value: Parameters.Value, json: String, type: String
    ) throws {
        let parameters = Parameters()
        parameters.set(value, forName: "p")
        let rows = try rows("SELECT $p AS p, TYPE($p) AS t FROM _ LIMIT 1", parameters)
        #expect(rows == [#"{"p":\#(json),"t":\#(type)}"#])
    }

    @Test func `a parameter can be infinite and be compared`() throws {
        #expect(
            try rows("SELECT COUNT(*) AS c FROM _ WHERE n < $p", ["p": .double(.infinity)])
                == [#"{"c":5}"#])
    }

    static let invalid: [(text: String, message: String)] = [
        ("SELECT FOO(1) FROM _", "line 1, column 8: there is no function FOO"),
        ("SELECT 1,\n UPPER() FROM _", "line 2, column 2: UPPER takes 1 argument, found 0"),
        ("SELECT ROUND(1, 2, 3) FROM _", "ROUND takes 1 to 2 arguments, found 3"),
        ("SELECT GREATEST(1) FROM _", "GREATEST takes at least 2 arguments, found 1"),
        ("SELECT 1 FROM nowhere", "has no collection nowhere"),
        ("SELECT 1 FROM _ WHERE COUNT(*) > 1", "COUNT is not allowed in WHERE"),
        ("SELECT 1 FROM _ GROUP BY MAX(n)", "MAX is not allowed in GROUP BY"),
        ("SELECT 1 FROM _ a JOIN _ b ON SUM(a.n) = 1", "SUM is not allowed in ON"),
        ("SELECT SUM(COUNT(*)) FROM _", "COUNT is not allowed in SUM"),
        ("SELECT a.n FROM _ a UNNEST [COUNT(*)] AS c", "UNNEST takes the path of an array"),
        (
            "SELECT COUNT(*) AS n FROM _ WHERE n % 7 = 0",
            "n is the alias of a column with COUNT, which is not allowed in WHERE; filter groups "
                + "with HAVING, or use another alias for the column"
        ),
        ("SELECT 1 + MAX(n) AS m FROM _ GROUP BY m", "m is the alias of a column with MAX"),
        (
            "SELECT SUM(a.n) AS s FROM _ a JOIN _ b ON a.n = s",
            "'s' must begin with the name of a source"
        ),
        ("SELECT n FROM _ LIMIT 'a'", "LIMIT takes an integer"),
        ("SELECT n FROM _ LIMIT n", "LIMIT cannot depend on documents"),
        ("SELECT n FROM _ OFFSET COUNT(*)", "OFFSET cannot depend on documents"),
        ("SELECT n FROM _ ORDER BY 2", "ORDER BY 2: there is no such column"),
        ("SELECT n FROM _ WHERE NOT MATCH(x, 'a')", "MATCH is only allowed at the top level"),
        ("SELECT RANK(x) FROM _", "RANK(x) needs MATCH(x, …) in WHERE"),
        ("SELECT MAX(*) FROM _ a JOIN _ b ON TRUE", "* does not name its source"),
    ]

    @Test(arguments: invalid)
    func `a meaningless statement is rejected with the reason`(text: String, message: String) {
        let error = thrownError { _ = try database.createQuery(QuerySource(verbatim: text)) }
        #expect(error?.code == .invalidQuery && error?.message.contains(message) == true)
    }

    static let constants: [(text: String, rows: [String])] = [
        ("SELECT n FROM _ ORDER BY TRUE DESC, n LIMIT 1", [#"{"n":0}"#]),
        ("SELECT n FROM _ ORDER BY FALSE, n DESC LIMIT 1", [#"{"n":4}"#]),
        ("SELECT n, TRUE AS t FROM _ ORDER BY t DESC, n LIMIT 1", [#"{"n":0,"t":true}"#]),
        ("SELECT n, TRUE AS t FROM _ ORDER BY 2 DESC, n LIMIT 1", [#"{"n":0,"t":true}"#]),
        ("SELECT n FROM _ ORDER BY (TRUE COLLATE NOCASE) DESC, n LIMIT 1", [#"{"n":0}"#]),
        ("SELECT COUNT(*) AS c FROM _ GROUP BY TRUE", [#"{"c":5}"#]),
        ("SELECT n FROM _ ORDER BY -TRUE DESC, n LIMIT 1", [#"{"n":0}"#]),
        ("SELECT COUNT(*) AS c FROM _ GROUP BY -FALSE, -(-TRUE)", [#"{"c":5}"#]),
        ("SELECT -TRUE AS t, COUNT(*) AS c FROM _ GROUP BY t", [#"{"t":-1,"c":5}"#]),
        ("SELECT COUNT(*) AS c, FALSE AS f FROM _ GROUP BY f", [#"{"c":5,"f":false}"#]),
        ("SELECT COUNT(*) AS c FROM _ GROUP BY FALSE", [#"{"c":5}"#]),
        ("SELECT COUNT(*) AS c FROM _ GROUP BY (FALSE COLLATE NOCASE)", [#"{"c":5}"#]),
        ("SELECT COUNT(*) AS c FROM _ GROUP BY 7", [#"{"c":5}"#]),
    ]

    @Test(arguments: constants)
    func `only an integer in ORDER BY is a column number, other constants are values`(
        text: String, rows: [String]
    ) throws {
        #expect(try self.rows(text) == rows)
    }

    static let equivalents: [(left: String, right: String)] = [
        ("é", "e\u{301}"), ("Å", "\u{212B}"), ("각", "\u{1100}\u{1161}\u{11A8}"),
        ("ṩ", "s\u{307}\u{323}"),
    ]

    @Test(arguments: equivalents)
    func `canonically equivalent strings are equal by Unicode and different by bytes`(
        left: String, right: String
    ) throws {
        let text = """
            SELECT ('\(left)' = '\(right)') COLLATE UNICODE AS u, \
            ('\(left)' < '\(right)') COLLATE (UNICODE NOCASE) AS l, '\(left)' = '\(right)' AS b \
            FROM _ LIMIT 1
            """
        #expect(try rows(text) == [#"{"u":true,"l":false,"b":false}"#])
    }

    @Test func `another program's index with a collation finds equivalent strings`() throws {
        let collection = try database.createCollection(name: "texts")
        for (number, text) in ["é", "e\u{301}", "É", "f", "e"].enumerated() {
            try collection.save("\(number)", #"{"s":"\#(text)"}"#)
        }
        try collection.write { transaction in
            try transaction.connection.sqlite.execute(
                """
                CREATE INDEX i ON \(collection.tables.liveTable.quoted.string) \
                (fl_value(body, 's') COLLATE "LCUnicode____")
                """, purpose: "test")
            try transaction.schemaDidChange()
        }
        let query = try database.createQuery(
            "SELECT META().id FROM texts WHERE (s = 'é') COLLATE UNICODE")
        #expect(try query.explain().contains("INDEX i"))
        #expect(try query.execute().map { $0.toJSON() } == [#"{"id":"0"}"#, #"{"id":"1"}"#])
        try collection.save("0", #"{"s":"x"}"#)
        #expect(try query.execute().map { $0.toJSON() } == [#"{"id":"1"}"#])
        try database.performMaintenance(type: .integrityCheck)
    }

    @Test(arguments: [
        "s COLLATE UNICODE", "s COLLATE (UNICODE NOCASE NODIAC)", "(s = 'a') COLLATE UNICODE:sv",
        "lower(s COLLATE UNICODE)",
    ])
    func `creating an index with a collation that differs between platforms throws an error`(
        expression: String
    ) throws {
        let collection = try database.createCollection(name: "texts")
        for config in [
            ValueIndexConfiguration([expression]),
            ValueIndexConfiguration(["s"], where: expression),
        ] {
            let error = #expect(throws: QuireError.self) {
                try collection.createIndex(withName: "i", config: config)
            }
            #expect(error?.code == .invalidQuery)
            #expect(error?.message.contains("differs between platforms") == true)
        }
    }

    @Test func `a full-text index created by Couchbase Lite can be queried`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        let texts = try database.createQuery(
            "SELECT description AS d FROM _ WHERE description IS VALUED AND type = 'hotel' LIMIT 1"
        ).execute()
        let word = texts.next()?["d"]?.string?.split(separator: " ").first.map(String.init)
        let query = try database.createQuery(
            """
            SELECT META().id, RANK(byDescription) AS r FROM _
            WHERE MATCH(byDescription, $word) AND type = 'hotel' ORDER BY r DESC
            """)
        query.parameters = ["word": .string(try #require(word))]
        let rows = try query.execute().allResults()
        #expect(!rows.isEmpty && rows.allSatisfy { ($0["r"]?.double ?? 0) > 0 })
    }

    @Test func `a full-text index can be named in every way, and its words are stemmed`() throws {
        let collection = try database.createCollection(name: "texts")
        try collection.save("cats", #"{"text":"two cats"}"#)
        try collection.save("dogs", #"{"text":"two dogs"}"#)
        try collection.createIndex(
            withName: "words", config: FullTextIndexConfiguration(["text"], language: "en"))
        for (source, index) in [
            ("texts", "words"), ("texts", "texts.words"), ("texts AS t", "t.words"),
            ("_default.texts", "words"),
        ] {
            for query in ["'cat'", "\"cat\""] {
                let text = "SELECT META().id AS id FROM \(source) WHERE MATCH(\(index), \(query))"
                let ids = try database.createQuery(QuerySource(verbatim: text)).execute().map {
                    $0.string(at: 0)
                }
                #expect(ids == ["cats"], "\(text)")
            }
        }
    }

    @Test func `a value index created by Couchbase Lite is used`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        var compiler = QueryCompiler(database: database)
        let query = try compiler.compile(
            .parse("SELECT META(h).id FROM _ h WHERE h.type = $t AND h.room_rate < 1000"))
        let plan = try database.read { connection in
            let statement = try connection.sqlite.prepare(
                "EXPLAIN QUERY PLAN \(query.sql.text)" as SQLText, purpose: "explain")
            return try statement.step() ? statement.string(at: 3) : ""
        }
        #expect(plan.contains("USING INDEX byTypeRate"))
    }

    @Test func `a query of a deleted collection throws an error that says so`() throws {
        _ = try database.createCollection(name: "other")
        let query = try database.createQuery("SELECT a.n FROM _ a JOIN other b ON TRUE")
        try database.deleteCollection(name: "other")
        #expect(thrownCode { _ = try query.execute() } == .notOpen)
    }
}
