import DatabaseTestSupport
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireStoreQuery
@testable import QuireQuery

/// Live counts and sums that are updated incrementally equal those of a query.
@Suite struct IncrementalTotalsTests {
    /// Statements, and whether the totals of integers are updated incrementally.
    static let statements: [(String, isIncremental: Bool)] = [
        ("SELECT COUNT(*) FROM _", true),
        ("SELECT COUNT(*) AS c, COUNT(n) AS d, SUM(n) AS s, AVG(n) AS a FROM _", true),
        ("SELECT SUM(n) + 2 * COUNT(*) AS x FROM _ WHERE type = 'a'", true),
        ("SELECT SUM(n * 2) AS s FROM _ WHERE n >= $least", true),
        ("SELECT CASE WHEN COUNT(*) > 5 THEN 'many' ELSE 'few' END AS x FROM _", true),
        ("SELECT COUNT(*) FROM _ WHERE META().sequence > 20", true),
        ("SELECT COUNT(*) AS c FROM _ WHERE ANY t IN tags SATISFIES t = 't1' END", true),
        ("SELECT DISTINCT COUNT(*) AS c FROM _ WHERE n IS MISSING", true),
        ("SELECT MIN(n) AS m FROM _", false),
        ("SELECT COUNT(*) AS c, n FROM _", false),
        ("SELECT type, COUNT(*) AS c FROM _ GROUP BY type", false),
        ("SELECT COUNT(*) AS c FROM _ LIMIT 1", false),
        ("SELECT COUNT(*) AS c FROM _ AS d WHERE d.n > 3", true),
        ("SELECT COUNT(*) AS c FROM _ WHERE META().deleted", false),
        ("SELECT n FROM _", false),
    ]

    /// Values of summed properties, with and without values whose sum depends on their order.
    static let values: [[String]] = [
        ["0", "1", "-4", "7", "true", "\"12\""],
        ["1", "2.5", "null", "-0.0", "\"x\"", "[1]", "18446744073709551615", "3"],
        ["9223372036854775807", "-9223372036854775808", "1", "-1", "5"],
    ]

    static func live(
        _ text: String, _ database: Database
    ) throws -> (Query, LiveQuery<RecordedRows>, SendableBox<Result<RecordedRows, any Error>?>) {
        let query = try database.createQuery(QuerySource(verbatim: text))
        query.parameters = ["least": 1]
        let received = SendableBox<Result<RecordedRows, any Error>?>(nil)
        _ = query.live().add(
            LiveQuery.Listener(
                deliver: { result, whenReady in
                    received.value = result
                    whenReady()
                }, end: {}))
        return (query, query.live(), received)
    }

    @Test(arguments: values.indices)
    func `after any commits, totals equal those of a query`(index: Int) throws {
        let collection = try Database(inMemoryNamed: "totals").defaultCollection()
        let lists = try Self.statements.filter { !$0.0.contains("c, n FROM") }
            .map { try Self.live($0.0, collection.database) }
        var random = SplitMix64(seed: UInt64(index))
        var wrong: [String] = []
        for round in 0..<120 where wrong.isEmpty {
            for _ in 0...random.next(below: 3) {
                let id = "d\(random.next(below: 12))"
                let values = Self.values[index]
                let n = values[random.next(below: values.count)]
                switch random.next(below: 5) {
                case 0: _ = try? collection.delete(id: id, expecting: .any)
                case 1: _ = try? collection.purge(id: id)
                case 2: try collection.save(id, #"{"type": "b", "tags": ["t1"]}"#)
                default: try collection.save(id, #"{"type": "a", "n": \#(n), "tags": []}"#)
                }
            }
            for (query, live, received) in lists {
                waitUntil { live.isAtRest }
                let current = received.value.map { Self.text($0) }
                let fresh = Self.text(Result { try query.execute().recorded })
                if current != fresh {
                    wrong.append("\(round) \(query): \(current ?? "-"), not \(fresh)")
                }
            }
        }
        #expect(wrong == [])
    }

    private static func text(_ result: Result<RecordedRows, any Error>) -> String {
        switch result {
        case .success(let rows): ResultSet(rows).map { $0.toJSON() }.joined(separator: " ")
        case .failure(let error): "\((error as? QuireError)?.code.rawValue ?? 0)"
        }
    }

    @Test(arguments: statements.indices)
    func `totals of integers are updated incrementally unless the statement prevents it`(
        index: Int
    ) throws {
        let (text, isIncremental) = Self.statements[index]
        let collection = try Database(inMemoryNamed: "totals").defaultCollection()
        for n in 0..<5 { try collection.save("d\(n)", #"{"n": \#(n), "tags": ["t1"]}"#) }
        let (query, live, received) = try Self.live(text, collection.database)
        waitUntil { live.isAtRest }
        let source = try received.value?.get().source
        for n in 3..<9 { try collection.save("d\(n)", #"{"n": \#(2 * n), "tags": ["t1"]}"#) }
        waitUntil { live.isAtRest }
        let current = try received.value?.get().source
        let isKept = source != nil && current === source
        let isAnnounced = try query.explain().contains("is updated incrementally")
        #expect(isKept == isIncremental && isAnnounced == isIncremental)
    }

    @Test func `a sum of one sign is exact beyond the range of integers`() {
        var sum = WideSum()
        for _ in 0..<5 { sum.change(by: .max, 1) }
        let isOutOfRange = sum.value == nil
        for _ in 0..<4 { sum.change(by: .max, -1) }
        var negative = WideSum()
        for _ in 0..<3 { negative.change(by: .min, 1) }
        let isNegativeOutOfRange = negative.value == nil
        for _ in 0..<2 { negative.change(by: .min, -1) }
        #expect(
            isOutOfRange && sum.value == .max && isNegativeOutOfRange && negative.value == .min)
    }
}
