import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import SQLPlusPlus
import Testing

/// Hostile statements, names and values.
@Suite struct QueryAttackTests {
    private let folder: StoreFolder
    private let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        let collection = try database.defaultCollection()
        for (index, name) in Self.names.enumerated() {
            _ = try collection.save(id: "doc\(index)", expecting: .any) {
                $0.beginDictionary()
                $0.writeKey(name)
                $0.write(Int64(index))
                $0.writeKey("text")
                $0.write(name)
                $0.endDictionary()
            }
        }
    }

    static let names = [
        "quote'", #"double""#, "back`tick", "semi;--", "]bracket[0]", "nul\0", "line\nbreak",
        "dot.ted", "x' OR '1'='1", #"x"); DROP TABLE kv_default; --"#, "$param", "?", "\\", "'\\'",
        "\u{202E}é😀",
    ]

    private func rows(_ text: String, _ parameters: Parameters? = nil) throws -> [String] {
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = parameters
        return try query.execute().map { $0.toJSON() }
    }

    private static func quoted(_ name: String) -> String {
        "`\(name.replacing("`", with: "``"))`"
    }

    @Test(arguments: Array(names.enumerated()))
    func `a property can have any name`(index: Int, name: String) throws {
        let path = Self.quoted(name)
        let text = "SELECT META().id AS id FROM _ WHERE \(path) = \(index)"
        #expect(try rows(text) == [#"{"id":"doc\#(index)"}"#])
    }

    @Test(arguments: names)
    func `an alias can be any name`(name: String) throws {
        let alias = Self.quoted(name)
        let query = try database.createQuery(
            QuerySource(
                verbatim:
                    "SELECT h.text AS \(alias) FROM _ AS h WHERE \(alias) = \"quote'\" ORDER BY \(alias)"
            ))
        let results = try query.execute()
        #expect(results.columnNames == [name] && results.allResults().count == 1)
    }

    @Test(arguments: names)
    func `sources, items and variables can have any name`(name: String) throws {
        let alias = Self.quoted(name)
        let text = """
            SELECT \(alias).text FROM _ AS \(alias) UNNEST \(alias).text AS item
            WHERE ANY \(alias) IN [item] SATISFIES \(alias) = $value END
            """
        let count = try rows(text, ["value": .string(name)]).count
        #expect(count == 1)
    }

    @Test(arguments: names)
    func `a string is a value in every position`(name: String) throws {
        let literal = "'\(name.replacing("'", with: "''"))'"
        let text = "SELECT text FROM _ WHERE text = \(literal) AND {'a': \(literal)}.a = text"
        #expect(try rows(text).count == 1)
    }

    @Test(arguments: names)
    func `a collection or index with a hostile name does not exist`(name: String) {
        let alias = Self.quoted(name)
        let codes = [
            "SELECT 1 FROM \(alias)", "SELECT 1 FROM _ JOIN s.\(alias) AS j ON TRUE",
            "SELECT 1 FROM _ WHERE MATCH(\(alias), 'x')",
        ].map { text in thrownCode { _ = try database.createQuery(QuerySource(verbatim: text)) } }
        #expect(codes == [.invalidQuery, .invalidQuery, .missingIndex])
    }

    @Test(arguments: ["sqlite_master", "kv_info", "indexes", "kv_default", "pragma_table_info"])
    func `the tables of the file are not collections`(name: String) {
        #expect(
            thrownCode {
                _ = try database.createQuery(QuerySource(verbatim: "SELECT 1 FROM \(name)"))
            } == .invalidQuery)
    }

    @Test(arguments: ["load_extension('x')", "fl_value(1, 2)", "hex(1)", "sqlite_version()"])
    func `SQLite's own functions are not part of the language`(call: String) {
        let error = thrownError {
            _ = try database.createQuery(QuerySource(verbatim: "SELECT \(call) FROM _"))
        }
        #expect(error?.message.contains("there is no function") == true)
    }

    // MARK: Too much

    @Test func `five thousand terms are evaluated`() throws {
        let terms = (0..<5_000).map { "text = 'x\($0)'" }.joined(separator: " OR ")
        let list = (0..<5_000).map { "'x\($0)'" }.joined(separator: ", ")
        let numbers = (0..<40_000).map(String.init).joined(separator: ",")
        let sums = (0..<500).map(String.init).joined(separator: " + ")
        #expect(
            try rows("SELECT 1 FROM _ WHERE \(terms)").isEmpty
                && rows("SELECT 1 FROM _ WHERE text IN (\(list))").isEmpty
                && rows("SELECT 1 FROM _ WHERE text IN (\(numbers))").isEmpty
                && rows("SELECT \(sums) AS s FROM _ LIMIT 1") == [#"{"s":124750}"#])
    }

    static let tooLarge = [
        "SELECT \((0..<5_000).map(String.init).joined(separator: " + ")) FROM _",
        "SELECT \((0..<3_000).map { "a\($0)" }.joined(separator: ", ")) FROM _",
        "SELECT [\((0..<200).map { "a\($0)" }.joined(separator: ", "))] FROM _",
        "SELECT a.text FROM _ AS a "
            + (0..<80).map { "JOIN _ AS b\($0) ON TRUE" }.joined(separator: " "),
        "SELECT UPPER(\(String(repeating: "text||", count: 5_000))'') AS a FROM _ ORDER BY "
            + (0..<500).map { _ in "a" }.joined(separator: ", "),
    ]

    @Test(arguments: tooLarge)
    func `a statement beyond the limits is an error`(text: String) {
        #expect(thrownCode { _ = try rows(text) } == .invalidQuery)
    }

    @Test(arguments: ["text", "(text COLLATE UNICODE)"])
    func `a long pattern of LIKE is an error`(term: String) {
        let pattern = String(repeating: "%a", count: 25_000)
        let code = thrownCode {
            _ = try rows("SELECT 1 FROM _ WHERE \(term) LIKE $p", ["p": .string(pattern)])
        }
        #expect(code == .invalidQuery)
    }

    @Test(arguments: ["text", "(text COLLATE (UNICODE NOCASE))"])
    func `many wildcards in LIKE do not take exponential time`(term: String) throws {
        let collection = try database.defaultCollection()
        try collection.save("long", #"{"text":"\#(String(repeating: "a", count: 5_000))"}"#)
        let pattern = String(repeating: "%a", count: 40) + "b"
        let text = "SELECT META().id FROM _ WHERE \(term) LIKE $p"
        let start = ContinuousClock.now
        let isEmpty = try rows(text, ["p": .string(pattern)]).isEmpty
        #expect(isEmpty && ContinuousClock.now - start < .seconds(60))
    }

    // MARK: Too long

    private func fill() throws {
        let collection = try database.defaultCollection()
        try database.inBatch {
            for index in 0..<300 { try collection.save("n\(index)", #"{"n":\#(index)}"#) }
        }
    }

    static let endless = """
        SELECT COUNT(*) FROM _ a JOIN _ b ON a.n != b.n JOIN _ c ON b.n != c.n
        JOIN _ d ON c.n != d.n
        """

    @Test func `an endless query stops at its time limit`() throws {
        try fill()
        let query = try database.createQuery(QuerySource(verbatim: Self.endless))
        query.timeLimit = .milliseconds(50)
        let start = ContinuousClock.now
        let code = thrownCode { _ = try query.execute() }
        #expect(code == .timeLimitExceeded && ContinuousClock.now - start < .seconds(60))
    }

    @Test func `a query stops when its task is canceled`() async throws {
        try fill()
        let database = database
        let task = Task.detached {
            do {
                _ = try database.createQuery(QuerySource(verbatim: Self.endless)).execute()
                return false
            } catch {
                return error is CancellationError
            }
        }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        #expect(await task.value)
    }

    @Test func `a connection can run other queries after one that was stopped`() throws {
        try fill()
        let query = try database.createQuery(QuerySource(verbatim: Self.endless))
        query.timeLimit = .milliseconds(1)
        _ = thrownCode { _ = try query.execute() }
        #expect(try rows("SELECT COUNT(*) AS c FROM _ WHERE n >= 0") == [#"{"c":300}"#])
    }

    @Test(arguments: [
        "(a+)+$", "(a|aa)+$", "(.*a){20}$", "(a?){30}a{30}$", "^(([a-z])+.)+[A-Z]([a-z])+$",
    ])
    func `a regular expression with catastrophic backtracking is evaluated`(pattern: String) throws
    {
        let start = ContinuousClock.now
        let text = String(repeating: "a", count: 2_000) + "!"
        let result = try rows(
            "SELECT REGEXP_LIKE($text, $pattern) AS r FROM _ LIMIT 1",
            ["text": .string(text), "pattern": .string(pattern)])
        #expect(result == [#"{"r":false}"#] && ContinuousClock.now - start < .seconds(60))
    }

    @Test func `a slow regular expression stops at the time limit`() throws {
        let query = try database.createQuery(
            "SELECT REGEXP_LIKE($text, '(x*x*x*x*x*){40}y') FROM _ LIMIT 1")
        query.parameters = ["text": .string(String(repeating: "x", count: 1_000_000))]
        query.timeLimit = .milliseconds(50)
        let start = ContinuousClock.now
        let code = thrownCode { _ = try query.execute() }
        #expect(code == .timeLimitExceeded && ContinuousClock.now - start < .seconds(60))
    }
}
