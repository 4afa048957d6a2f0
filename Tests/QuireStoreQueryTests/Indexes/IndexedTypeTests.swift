import DatabaseTestSupport
import Quire
import Testing

/// An index affects the speed of a query but not its results.
@Suite struct IndexedTypeTests {
    private static let queries = [
        "SELECT v FROM _ WHERE v = TRUE", "SELECT v FROM _ WHERE v = FALSE",
        "SELECT v FROM _ WHERE v >= 0", "SELECT v FROM _ WHERE v < 0 OR v > 9",
        "SELECT v FROM _ WHERE v IN [0, 1, 'x']", "SELECT v FROM _ WHERE v BETWEEN 0 AND 2",
        "SELECT v AS a FROM _ WHERE a > 0", "SELECT v FROM _ WHERE v IS NULL",
        "SELECT META().id, v FROM _ WHERE v > 0", "SELECT * FROM _ WHERE v > 0",
        "SELECT w FROM _ WHERE v > 0", "SELECT w.v FROM _ WHERE v > 0 ORDER BY v",
        "SELECT v FROM _ WHERE v = TRUE AND TYPE(v) = 'boolean'",
        "SELECT v FROM _ WHERE v >= 0 AND ISNUMBER(v)", "SELECT v FROM _ WHERE ISARRAY(v)",
        "SELECT TYPE(v) AS t FROM _ WHERE v > 0", "SELECT [v, {'w': v}] AS c FROM _ WHERE v > 0",
        "SELECT CASE WHEN v > 0 THEN v ELSE 'no' END AS c FROM _ WHERE v >= 0",
        "SELECT v || 'x' AS c FROM _ WHERE v >= 0", "SELECT IFNULL(v, 3) AS c FROM _ WHERE v > 0",
        "SELECT v FROM _ WHERE IFNULL(v, 3) = TRUE",
        "SELECT IFNULL(v, 3) AS c FROM _ WHERE IFNULL(v, 3) = 1",
        "SELECT DISTINCT v FROM _ WHERE v > 0 ORDER BY v",
        "SELECT v, COUNT(*) AS n FROM _ WHERE v > 1 GROUP BY v ORDER BY v",
        "SELECT MAX(v) AS m, MIN(v) AS l, COUNT(v) AS n FROM _ WHERE v > 0",
        "SELECT ARRAY_AGG(v) AS a, SUM(v) AS s FROM _ WHERE v = TRUE",
        "SELECT v FROM _ WHERE v > 0 LIMIT 1000", "SELECT v FROM _ WHERE v > 0 ORDER BY v DESC",
        "SELECT a.v, b.w FROM _ a JOIN _ b ON a.v = b.v WHERE a.v > 1",
        "SELECT (v COLLATE NOCASE) AS c FROM _ WHERE v = TRUE",
        "SELECT w FROM _ WHERE v LIKE 'x%'", "SELECT v FROM _ WHERE w.v = 1 OR v = TRUE",
    ]

    private static let values = [
        "true", "false", "1", "0", "-1", "2.0", "2.5", "9223372036854775807",
        "18446744073709551615", #""x""#, #""X y""#, #""""#, "null", "[1,true]", #"{"b":false}"#,
    ]

    private static let indexes = [["v"], ["v", "w.v"], ["IFNULL(v, 3)"], ["IFNULL(v, 3)", "v"]]

    private func database() throws -> IndexedDatabase {
        let made = try IndexedDatabase()
        try made.database.inBatch {
            for number in 0..<60 {
                let value = Self.values[number * 7 % Self.values.count]
                try made.collection.save(
                    "d\(99 - number)", #"{"v":\#(value),"w":{"v":\#(value),"n":\#(number)}}"#)
            }
            // Data cannot be represented in JSON.
            for number in 0..<4 {
                try made.collection.saveBody(id: "data\(number)") { writer in
                    writer.beginDictionary()
                    writer.writeKey("v")
                    withUnsafeBytes(of: UInt64(number + 7)) { writer.write(data: $0) }
                    writer.endDictionary()
                }
            }
        }
        return made
    }

    @Test(arguments: queries) func `results are the same with an index`(query: String) throws {
        let plain = try database()
        let expected = try plain.ids(query)
        let answers = try Self.indexes.map { terms in
            let indexed = try database()
            // A query created before the index is the same query.
            let early = try indexed.database.createQuery(QuerySource(verbatim: query))
            try indexed.collection.createIndex(
                withName: "byV", config: ValueIndexConfiguration(terms))
            let rows = try early.execute().map { $0.toJSON() }.sorted()
            return try [indexed.ids(query), rows]
        }
        #expect(answers.allSatisfy { $0 == [expected, expected] }, "\(expected) \(answers)")
    }

    /// A query that uses an index, with different columns.
    private static let unordered = [
        "SELECT META().id FROM _ WHERE v > 0", "SELECT w.n FROM _ WHERE v > 0",
        "SELECT * FROM _ WHERE v IN [1, 'x', 2.5]", "SELECT w.n FROM _ WHERE v = 1 OR v = 'x'",
    ]

    @Test(arguments: unordered)
    func `rows without an explicit order are in order of creation`(query: String) throws {
        let plain = try database()
        let indexed = try database()
        try indexed.collection.createValueIndex("byV", "v")
        let isServed = try indexed.database.createQuery(QuerySource(verbatim: query)).explain()
            .contains("INDEX byV")
        let answers = try [plain, indexed].map { try $0.rowsInOrder(query) }
        #expect(isServed && answers[0] == answers[1])
    }

    @Test func `a covering index is read without the documents`() throws {
        let indexed = try database()
        try indexed.collection.createValueIndex("byV", "v")
        let plan = try indexed.database.createQuery("SELECT v FROM _ WHERE v > 0").explain()
        #expect(!plan.contains("found"))
    }

    @Test func `a query created before an index uses it`() throws {
        let indexed = try database()
        let query = try indexed.database.createQuery("SELECT w.n FROM _ WHERE v > 0")
        let before = try query.explain()
        try indexed.collection.createValueIndex("byV", "v")
        let between = try query.explain()
        try indexed.collection.deleteIndex(forName: "byV")
        #expect(
            try [before, between, query.explain()].map { $0.contains("found") }
                == [false, true, false])
    }
}

extension IndexedDatabase {
    /// Returns the rows in their original order.
    fileprivate func rowsInOrder(_ query: String) throws -> [String] {
        try database.createQuery(QuerySource(verbatim: query)).execute().map { $0.toJSON() }
    }
}
