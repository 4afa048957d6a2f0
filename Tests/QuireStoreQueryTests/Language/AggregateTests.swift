import DatabaseTestSupport
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// Sums and averages in a database and in an in-memory store.
@Suite struct AggregateTests {
    /// Values of documents, with their sum and average as JSON.
    static let sums: [(values: [String], sum: String, average: String)] = [
        (["1e16", "1.0", "-1e16"], "1.0", "0.3333333333333333"),
        (["1e300", "9007199254740993", "-1e300"], "9007199254740992.0", "3002399751580330.5"),
        (["1e300", "-1e300", "9007199254740993"], "9007199254740992.0", "3002399751580330.5"),
        (Array(repeating: "0.1", count: 10), "1.0", "0.1"),
        (["9007199254740993", "1", "0.5"], "9.007199254740994e+15", "3002399751580331.5"),
        (["1", "2", "4"], "7", "2.3333333333333335"), (["1", "true"], "2", "1.0"),
        (["1", "null"], "1.0", "0.5"), (["1", #""2""#], "3", "1.5"),
        (["1", #""2.5x""#], "3.5", "1.75"),
        (["1", #""x""#], "1.0", "0.5"), (["[1]", "{}"], "0.0", "0.0"),
        (["1e308", "1e308"], "null", "null"),
        (["9223372036854775807", "-1"], "9223372036854775806", "4.611686018427388e+18"),
        (["-0.0"], "0.0", "0.0"),
    ]

    private static let text = "SELECT SUM(x) AS s, AVG(x) AS a FROM _"

    @Test(arguments: sums)
    func `sums and averages lose no digits`(values: [String], sum: String, average: String) throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let store = InMemoryStore()
        for (number, value) in values.enumerated() {
            try database.defaultCollection().save("\(number)", #"{"x":\#(value)}"#)
            try store.save { writer in
                try JSONReader.read(#"{"x":\#(value)}"#, into: writer)
                return WriteTarget(id: "\(number)", if: .any)
            }
        }
        let expected = #"{"s":\#(sum),"a":\#(average)}"#
        let statement = try SelectStatement.parse(Self.text, knowing: QueryFunction.table)
        let rows = try database.createQuery(QuerySource(verbatim: Self.text)).execute().map {
            $0.toJSON()
        }
        #expect(rows == [expected])
        #expect(try store.rows(of: statement).map { $0.toJSON() } == [expected])
    }

    @Test func `the sum of no values is missing, and an integer overflow is an error`()
        throws
    {
        let folder = try StoreFolder()
        let database = try folder.open()
        #expect(
            try database.createQuery(QuerySource(verbatim: Self.text)).execute().map { $0.toJSON() }
                == ["{}"])
        let collection = try database.defaultCollection()
        for number in 0..<2 { try collection.save("\(number)", #"{"x":9223372036854775807}"#) }
        let error = thrownError {
            _ = try database.createQuery(QuerySource(verbatim: Self.text)).execute()
        }
        #expect(error?.code == .invalidQuery && error?.message.contains("overflow") == true)
        let average = try database.createQuery("SELECT AVG(x) AS a FROM _").execute()
        #expect(average.map { $0.toJSON() } == [#"{"a":9.223372036854776e+18}"#])
    }

    @Test func `a condition on groups requires a grouping`() throws {
        let count = QueryTerm.call("COUNT", [])
        let statement = SelectStatement(
            [ResultColumn(count)], from: .own,
            having: .operation(.greaterThan, [count, .literal(.integer(0))]))
        #expect(thrownError { _ = try StatementEvaluator(statement) }?.code == .invalidQuery)
        let collection = try Database(inMemoryNamed: "groups").defaultCollection()
        #expect(
            thrownError { _ = try collection.storage.rows(of: statement) }?.code == .invalidQuery)
    }
}
