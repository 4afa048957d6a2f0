import DatabaseTestSupport
import Fleece
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import QuireStoreQuery

/// Conditions that the evaluator checks for each row of a statement.
@Suite(.timeLimit(.minutes(10))) struct RowConditionTests {
    private let indexed: IndexedDatabase
    private var collection: DocumentCollection { indexed.collection }

    init() throws {
        indexed = try IndexedDatabase()
    }

    private func save(_ bodies: [String]) throws {
        try indexed.database.inBatch {
            for (number, body) in bodies.enumerated() { try collection.save("d\(number)", body) }
        }
    }

    /// Returns the rows of a statement, or `nil` if it fails.
    private func rows(
        _ statement: SelectStatement, evaluating: Bool
    ) throws -> (rows: [String]?, usesEvaluator: Bool) {
        let parameters = ParameterValues(RandomTerms.parameters)
        var compiler = QueryCompiler(database: indexed.database, parameters: parameters)
        compiler.evaluatesConditions = evaluating
        let select = try compiler.compile(statement)
        let rows = try? indexed.database.readSnapshot { connection in
            var rows: [String] = []
            try select.forEachRow(on: connection.sqlite, parameters, purpose: "test") {
                rows.append($0.string(at: 0))
            }
            return rows
        }
        return (rows, !select.sql.evaluatedTerms.isEmpty)
    }

    private func ids(where condition: QueryTerm) -> SelectStatement {
        SelectStatement(
            [ResultColumn(.metadata(.id, of: nil))], from: CollectionSource("_"), where: condition,
            orderedBy: [OrderingTerm(.metadata(.sequence, of: nil))])
    }

    private static let indexes: [[String]] = [[], ["a"], ["b"], ["a", "b"], ["a.d", "LOWER(b)"]]

    @Test(arguments: indexes.indices, [1, 2, 3] as [UInt64])
    func `a generated condition selects the same rows as in SQL`(index: Int, seed: UInt64) throws {
        var terms = RandomTerms(seed: seed)
        try save((0..<24).map { _ in terms.document() })
        if !Self.indexes[index].isEmpty {
            try collection.createIndex(
                withName: "index", config: ValueIndexConfiguration(Self.indexes[index]))
        }
        var wrong: [String] = []
        var evaluated = 0
        for _ in 0..<250 {
            let count = 1 + terms.random.next(below: 3)
            let conditions = (0..<count).map { _ in terms.condition() }
            let statement = ids(where: count == 1 ? conditions[0] : .operation(.and, conditions))
            guard let compiled = try? rows(statement, evaluating: false) else { continue }
            let (found, usesEvaluator) = try rows(statement, evaluating: true)
            if usesEvaluator { evaluated += 1 }
            if found != compiled.rows {
                wrong.append("\(statement): \(found ?? []) instead of \(compiled.rows ?? [])")
            }
        }
        #expect(evaluated > 40, "\(evaluated) are evaluated")
        #expect(wrong.isEmpty, "\(wrong.prefix(8).joined(separator: "\n"))")
    }

    private static let hostile: [[UInt8]] = [
        [], [0x00], [0x70], [0x60, 0x00], [0x30, 0x00], [0x80, 0x01], [0xFF, 0xFF, 0xFF, 0xFF],
        // Pairs and strings that exceed the body.
        [0x77, 0xFF, 0x80, 0x01], [0x70, 0x02, 0x00, 0x00, 0x00, 0x01, 0x80, 0x03],
        [0x4F, 0xFF, 0x70, 0x01, 0x00, 0x00, 0x80, 0x04, 0x80, 0x03],
        // A pointer to the dictionary itself, and a link to a parent.
        [0x70, 0x01, 0x00, 0x00, 0x80, 0x02, 0x80, 0x03],
        [0x70, 0x00, 0x70, 0x01, 0x08, 0x00, 0x80, 0x03, 0x80, 0x03],
        // The keys 1 and 0 in wrong order, and the key 0 twice.
        [0x70, 0x02, 0x00, 0x01, 0x00, 0x05, 0x00, 0x00, 0x00, 0x07, 0x80, 0x05],
        [0x70, 0x02, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x07, 0x80, 0x05],
        // The string "a" as a key, which has a number, and an undefined value.
        [0x70, 0x01, 0x41, 0x61, 0x00, 0x07, 0x80, 0x03],
        [0x70, 0x01, 0x00, 0x00, 0x3C, 0x00, 0x80, 0x03],
        HostileBody.manyFold(key: "a"),
    ]

    private static let hostileConditions = [
        "a = 7", "a IS MISSING", "a IS NOT MISSING", "a != 5", "a.a = 7", "a[0] = 1", "a IS NULL",
        "b = 1 OR a < 6", "none IS MISSING", "TYPE(a) = 'array'", "a = 'x'", "NOT (a = 5)",
    ]

    @Test(arguments: hostileConditions)
    func `a condition on a damaged document selects the same rows as in SQL`(
        condition: String
    ) throws {
        // The numbers of the keys are 0 and 1.
        try save([#"{"a": 7}"#, #"{"b": 1}"#] + Self.hostile.map { _ in "{}" })
        let file = try indexed.folder.sqlite()
        for (number, body) in Self.hostile.enumerated() {
            try file.execute(
                """
                UPDATE kv_default SET body = x'\(body.hexadecimal)' WHERE key = 'd\(number + 2)'
                """, purpose: "test")
        }
        let statement = ids(where: try .parse(condition))
        let (found, usesEvaluator) = try rows(statement, evaluating: true)
        let compiled = try rows(statement, evaluating: false).rows
        // SQL copies a collection before it is tested, and fails if the copy is too large.
        let expected = compiled ?? found
        #expect(usesEvaluator && found != nil && found == expected, "\(found ?? [])")
    }

    static let divisions: [(condition: String, evaluated: String?)] = [
        ("a = 1", "EVALUATE a = 1\n"), ("a = 1 AND b > 2", "EVALUATE a = 1 AND b > 2\n"),
        ("type = 'x'", nil), ("type = 'x' AND a = 1", "EVALUATE a = 1\n"),
        ("type = 'x' OR a = 1", nil), ("LOWER(type) = 'x' AND a", "EVALUATE a\n"),
        ("META().id = 'x' AND a = 1", "EVALUATE a = 1\n"), ("META().sequence > a", nil),
        ("1 = 2 AND $integer = 1", nil), ("a = $integer", "EVALUATE a = $integer\n"),
        ("a IN (1, 2, 3)", "EVALUATE a IN [1, 2, 3]\n"),
        ("a IN (\((0..<20).map(String.init).joined(separator: ",")))", nil),
        ("EXISTS (SELECT a FROM _)", nil), ("other = 'x' AND a = 1", "EVALUATE a = 1\n"),
        ("ANY x IN list SATISFIES x = 1 END", nil),
        (
            "ANY x IN other.list SATISFIES x = 1 END",
            "EVALUATE ANY x IN other.list SATISFIES x = 1 END\n"
        ),
    ]

    @Test(arguments: divisions.indices)
    func `conditions on indexed properties remain in SQL`(number: Int) throws {
        let (condition, evaluated) = Self.divisions[number]
        try collection.createValueIndex("byType", "type", where: "other = 'x'")
        try collection.createIndex(
            withName: "byItem", config: ArrayIndexConfiguration(path: "list"))
        let query = try indexed.database.createQuery(
            QuerySource(verbatim: "SELECT META().id FROM _ WHERE \(condition)"))
        query.parameters = RandomTerms.parameters
        let text = try query.explain()
        #expect(evaluated.map { text.contains($0) } ?? !text.contains("EVALUATE"), "\(text)")
    }

    @Test func `a query uses an index that was created after it, and survives its removal`() throws
    {
        try save((0..<40).map { #"{"a": \#($0 % 4), "b": \#($0)}"# })
        let query = try indexed.database.createQuery(
            "SELECT b FROM _ WHERE a = 3 AND b < 20 ORDER BY b")
        func state() throws -> [String] {
            let text = try query.explain()
            return [
                try query.execute().map { $0.toJSON() }.joined(),
                text.contains("USING INDEX byA") ? "index" : "",
                text.split(separator: "\n").first { $0.hasPrefix("EVALUATE") }.map { "\($0)" }
                    ?? "",
            ]
        }
        let rows = [3, 7, 11, 15, 19].map { #"{"b":\#($0)}"# }.joined()
        var states = [try state()]
        try collection.createValueIndex("byA", "a")
        states.append(try state())
        try collection.deleteIndex(forName: "byA")
        states.append(try state())
        let scan = [rows, "", "EVALUATE a = 3 AND b < 20"]
        #expect(states == [scan, [rows, "index", "EVALUATE b < 20"], scan])
    }

    @Test func `a condition reads keys that were added in the same transaction`() throws {
        let query = try indexed.database.createQuery("SELECT META().id FROM _ WHERE added = 1")
        let found = try indexed.database.inBatch {
            try collection.save("a", #"{"other": 1}"#)
            _ = try query.execute()
            try collection.save("b", #"{"added": 1}"#)
            return try query.execute().compactMap { $0.string(at: 0) }
        }
        #expect(found == ["b"])
    }

    @Test func `a parameter without a value is an error, as in SQL`() throws {
        let query = try indexed.database.createQuery("SELECT META().id FROM _ WHERE a = $none")
        #expect(thrownError { _ = try query.execute() }?.code == .invalidQueryParameter)
    }

    @Test func `a function that fails ends the query with its error`() throws {
        try save([#"{"a": "x"}"#])
        let query = try indexed.database.createQuery(
            "SELECT META().id FROM _ WHERE a = 'x' AND REGEXP_LIKE(a, '[')")
        #expect(thrownError { _ = try query.execute() }?.code == .invalidQuery)
    }

    @Test func `a condition after a missing one is not evaluated`() throws {
        try save([#"{"a": "x"}"#])
        let query = try indexed.database.createQuery(
            "SELECT META().id FROM _ WHERE none = 'x' AND REGEXP_LIKE(a, '[')")
        #expect(try query.execute().allResults().isEmpty)
    }
}
