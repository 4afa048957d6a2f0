import DatabaseTestSupport
import Fleece
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// Deeply nested terms, and many terms.
@Suite struct NestedTermTests {
    private let folder: StoreFolder
    private let database: Database
    private let store = InMemoryStore()

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        for (number, json) in ["{}", #"{"n":null}"#, #"{"n":0}"#, #"{"n":1}"#, #"{"n":2}"#]
            .enumerated()
        {
            try database.defaultCollection().save("\(number)", json)
            try store.save { writer in
                try JSONReader.read(json, into: writer)
                return WriteTarget(id: "\(number)", if: .any)
            }
        }
    }

    private func rows(_ text: String) throws -> [String] {
        try database.createQuery(QuerySource(verbatim: text)).execute().map { $0.toJSON() }
    }

    // MARK: CASE

    private static func nested(_ depth: Int, _ form: (String) -> String) -> String {
        (0..<depth).reduce("n") { inner, _ in form(inner) }
    }

    static let choices = [
        nested(140) { "CASE WHEN n = 9 THEN 1 ELSE \($0) END" },
        nested(140) { "CASE WHEN n > 0 THEN \($0) ELSE 'x' END" },
        nested(140) { "CASE WHEN n > 0 THEN \($0) END" },
        nested(140) { "CASE WHEN n = 9 THEN 1 WHEN n IS MISSING THEN 'm' WHEN n THEN \($0) END" },
        nested(15) { "CASE n WHEN 1 THEN 'one' ELSE \($0) END" },
        "CASE WHEN n THEN CASE WHEN n > 1 THEN 'a' ELSE 'b' END ELSE CASE WHEN n = 0 THEN 'c' END END",
        "CASE WHEN n THEN CASE n WHEN 1 THEN 'a' END ELSE CASE WHEN n IS NULL THEN 'b' ELSE 'd' END END",
        "CASE WHEN n = 5 THEN 1 WHEN n < 2 THEN CASE WHEN MISSING THEN 2 ELSE n + 1 END END",
        "CASE NULL WHEN n = 1 THEN CASE WHEN n THEN TRUE END ELSE FALSE END",
        "TYPE(CASE WHEN n THEN CASE WHEN n > 1 THEN TRUE ELSE FALSE END ELSE n = 0 END)",
    ]

    @Test(arguments: choices)
    func `nested CASE expressions have the same result in SQL and in the evaluator`(
        choice: String
    ) throws {
        let text = "SELECT \(choice) AS x FROM _"
        let statement = try SelectStatement.parse(text, knowing: QueryFunction.table)
        #expect(try rows(text) == store.rows(of: statement).map { $0.toJSON() })
    }

    static let tooDeep = [
        nested(140) { "ABS(\($0))" }, nested(98) { "(1 + (\($0)))" },
        nested(100) { "CASE n WHEN 1 THEN \($0) ELSE 2 END" },
    ]

    @Test(arguments: tooDeep)
    func `terms that SQLite does not support are rejected with a reason`(term: String) {
        let error = thrownError {
            _ = try database.createQuery(QuerySource(verbatim: "SELECT \(term) AS x FROM _"))
        }
        #expect(
            error == nil
                || error?.code == .invalidQuery
                    && error?.message.contains("nested too deep") == true,
            "\(String(describing: error))")
    }

    // MARK: Many

    private static let operators = [" OR ", " AND "]

    @Test(.timeLimit(.minutes(10)), arguments: operators)
    func `twenty thousand conditions are compiled in linear time`(symbol: String) throws {
        let terms = (0..<20_000).map { "n != \($0 + 5)" }
        func text(_ count: Int) -> String {
            "SELECT n FROM _ WHERE \(terms.prefix(count).joined(separator: symbol))"
        }
        _ = try database.createQuery(QuerySource(verbatim: text(20_000)))
        #expect(try rows(text(2_000)).count == 4)
    }

    @Test(.timeLimit(.minutes(10)))
    func `ten thousand uses of parameters are compiled in linear time`() throws {
        func text(_ count: Int) -> String {
            let terms = (0..<count).map { _ in "n = $p" }.joined(separator: " OR ")
            return "SELECT n FROM _ WHERE \(terms)"
        }
        _ = try database.createQuery(QuerySource(verbatim: text(10_000)))
        let query = try database.createQuery(QuerySource(verbatim: text(1_000)))
        query.parameters = ["p": 1]
        #expect(try query.execute().map { $0.toJSON() } == [#"{"n":1}"#])
    }

    @Test(.timeLimit(.minutes(10)))
    func `too many properties are rejected`() {
        let terms = (0..<10_000).map { "p\($0) = 1" }.joined(separator: " OR ")
        let error = thrownError { _ = try rows("SELECT n FROM _ WHERE \(terms)") }
        #expect(error?.code == .invalidQuery && error?.message.contains("4000 different") == true)
    }

    @Test func `a value is the same whether or not SQLite treats it as a constant`() throws {
        let text = "SELECT 1 AS i, 1.5 AS d, 'x' AS s, $p AS p, TYPE($p) AS t FROM _ WHERE n = 1"
        let padding = (0..<1_100).map { " OR n = \($0 + 10)" }.joined()
        func rows(_ text: String) throws -> [String] {
            let query = try database.createQuery(QuerySource(verbatim: text))
            query.parameters = ["p": [1, true]]
            return try query.execute().map { $0.toJSON() }
        }
        let many =
            "SELECT 1 FROM _ WHERE (n = 0\(padding)) AND $p = [1, TRUE] AND n = 0 AND 'x' = 'x'"
        #expect(try rows(text) == [#"{"i":1,"d":1.5,"s":"x","p":[1,true],"t":"array"}"#])
        #expect(try rows(many).count == 1)
    }

    // MARK: Rows

    @Test func `a row with the most deeply nested document has JSON`() throws {
        let body =
            #"{"a":"# + String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
            + "}"
        try database.defaultCollection().save("deep", body)
        #expect(
            try rows("SELECT * FROM _ WHERE META().id = 'deep'") == [#"{"_":\#(body)}"#])
    }
}
