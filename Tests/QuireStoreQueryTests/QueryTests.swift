import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireModels
@testable import QuireQuery

@Suite struct QueryTests {
    private let folder: TemporaryFolder
    private let database: Database

    static let documents = [
        #"{"n":1,"s":"a","x":true,"o":{"p":[1,{"q":"deep"}]}}"#,
        #"{"n":2.5,"s":"B","x":null}"#,
        #"{"n":3,"s":"b%","x":[1,2]}"#,
        #"{"s":"it's","x":{"k":1.0}}"#,
        #"{"n":null,"s":"ÅÄÖ","x":18446744073709551615}"#,
    ]

    init() throws {
        folder = try TemporaryFolder()
        var configuration = DatabaseConfiguration()
        configuration.directory = folder.path
        database = try Database(name: "query", config: configuration)
        let collection = try database.defaultCollection()
        for (index, document) in Self.documents.enumerated() {
            _ = try collection.save(id: "doc\(index + 1)", expecting: .absent) {
                try JSONReader.read(document, into: $0)
            }
        }
    }

    static let answers: [(text: String, rows: [String])] = [
        ("SELECT n FROM _ WHERE s = 'a'", [#"{"n":1}"#]),
        (
            "SELECT META().id FROM _ WHERE n > 1",
            [#"{"id":"doc2"}"#, #"{"id":"doc3"}"#, #"{"id":"doc5"}"#]
        ),
        ("SELECT META().id AS i FROM _ WHERE n IS NULL", [#"{"i":"doc5"}"#]),
        ("SELECT META().id AS i FROM _ WHERE n IS MISSING", [#"{"i":"doc4"}"#]),
        ("SELECT s FROM _ WHERE NOT (n > 1)", [#"{"s":"a"}"#]),
        (
            "SELECT n AS m, s FROM _ WHERE s IN ('a', 'it''s')",
            [#"{"m":1,"s":"a"}"#, #"{"s":"it's"}"#]
        ),
        ("SELECT s FROM _ WHERE s LIKE 'b\\%'", [#"{"s":"b%"}"#]),
        ("SELECT o.p[1].q FROM _ WHERE o.p[-2] = 1", [#"{"q":"deep"}"#]),
        ("SELECT o.p[5] FROM _ LIMIT 1", ["{}"]),
        (
            "SELECT x FROM _ ORDER BY s DESC LIMIT 2 OFFSET 1",
            [#"{"x":{"k":1.0}}"#, #"{"x":[1,2]}"#]
        ),
        ("SELECT x FROM _ WHERE META().id = 'doc1'", [#"{"x":true}"#]),
        ("SELECT x FROM _ WHERE META().id = 'doc5'", [#"{"x":18446744073709551615}"#]),
        ("SELECT n = 1 AS one, n + 1 AS next FROM _ LIMIT 1", [#"{"one":true,"next":2}"#]),
        (
            "SELECT n / 2, n % 2 FROM _ WHERE n BETWEEN 2 AND 3",
            [
                #"{"$1":1.25,"$2":0.0}"#, #"{"$1":1,"$2":1}"#,
            ]
        ),
        ("SELECT d.s, d.s FROM _ AS d LIMIT 1", [#"{"s":"a","s #2":"a"}"#]),
        ("SELECT * FROM _ WHERE x IS NULL", [#"{"_":{"n":2.5,"s":"B","x":null}}"#]),
        (
            "SELECT CASE WHEN n > 2 THEN 'big' END AS size FROM _ LIMIT 3",
            [
                #"{"size":null}"#, #"{"size":"big"}"#, #"{"size":"big"}"#,
            ]
        ),
        ("SELECT s FROM query LIMIT 1", [#"{"s":"a"}"#]),
        ("SELECT n FROM _ WHERE n = $n", [#"{"n":3}"#]),
        ("SELECT s FROM _ ORDER BY n, s LIMIT -1", []),
        ("SELECT n FROM _ ORDER BY n OFFSET 3", [#"{"n":3}"#, #"{"n":null}"#]),
        ("SELECT DISTINCT x IS VALUED AS v FROM _ ORDER BY v", [#"{"v":false}"#, #"{"v":true}"#]),
    ]

    @Test(arguments: answers)
    func `a query returns its rows`(text: String, rows: [String]) throws {
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = ["n": 3]
        #expect(try query.execute().map { $0.toJSON() } == rows)
    }

    @Test func `rows decode by column name`() throws {
        struct Row: Decodable, Equatable {
            let n: Double?
            let title: String
        }
        let query = try database.createQuery("SELECT n, s AS title FROM _ WHERE s >= 'b' LIMIT 2")
        let rows = try query.execute().decode(Row.self)
        #expect(rows == [Row(n: 3, title: "b%"), Row(n: nil, title: "it's")])
    }

    @Test func `a result set can be iterated once`() throws {
        let results = try database.createQuery("SELECT s FROM _").execute()
        let first = results.next()?["s"]?.string
        let rest = results.allResults().count
        #expect(first == "a")
        #expect(rest == 4)
        #expect(results.next() == nil)
    }

    static let bad: [(text: String, message: String)] = [
        ("SELECT FROM _", "line 1, column 8"),
        ("SELECT n FROM nowhere", "nowhere"),
        ("SELECT n FROM _ WHERE frobnicate(n)", "FROBNICATE"),
        ("SELECT n FROM _ LIMIT 'a'", "an integer"),
        ("SELECT n\nFROM _\nWHERE n ==== 1", "line 3"),
    ]

    @Test(arguments: bad)
    func `an invalid query is rejected with the reason`(text: String, message: String) {
        let error = #expect(throws: QuireError.self) {
            try database.createQuery(QuerySource(verbatim: text))
        }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.contains(message) == true)
    }

    @Test func `a parameter without a value is an error that names it`() throws {
        let query = try database.createQuery("SELECT n FROM _ WHERE n = $n")
        let error = #expect(throws: QuireError.self) { try query.execute() }
        #expect(error?.code == .invalidQueryParameter)
        #expect(error?.message.contains("$n") == true)
    }

    @Test func `values are never part of the SQL text`() throws {
        let text = "x' OR 1=1; DROP TABLE kv_default --"
        let query = try database.createQuery(
            QuerySource(verbatim: "SELECT s FROM _ WHERE s = $text OR `\(text)` = 1"))
        query.parameters = ["text": .string(text)]
        #expect(try query.execute().allResults().isEmpty)
        #expect(try database.defaultCollection().count == 5)
    }
}
