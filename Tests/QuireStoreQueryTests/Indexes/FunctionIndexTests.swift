import DatabaseTestSupport
import Quire
import Testing

/// The functions that indexes support, and the use of such indexes.
@Suite struct FunctionIndexTests {
    /// An expression, and a condition on it that some documents meet.
    struct Case: Sendable, CustomTestStringConvertible {
        let expression: String
        let condition: String
        var testDescription: String { expression }

        init(_ expression: String, _ condition: String) {
            self.expression = expression
            self.condition = condition
        }

        /// The function's name.
        var function: String { String(expression.prefix { $0 != "(" }) }
    }

    static let cases = [
        Case("ARRAY_LENGTH(tags)", "= 2"), Case("ARRAY_SUM(tags)", "> 4"),
        Case("ARRAY_AVG(tags)", "< 0"),
        Case("LENGTH(s)", "= 6"), Case("LOWER(s)", "= 'text 4'"), Case("UPPER(s)", "= 'TEXT 4'"),
        Case("LOWER(s)", "< 'text 2'"), Case("UPPER(s)", "BETWEEN 'TEXT 1' AND 'TEXT 3'"),
        Case("LOWER(s)", "LIKE 'text 1%'"), Case("UPPER(s)", "IN ['TEXT 1', 'TEXT 7']"),
        Case("LOWER(s)", "IS 'text 4'"), Case("CONTAINS(s, '1')", "= TRUE"),
        Case("TYPE(v)", "= 'string'"), Case("TYPENAME(v)", "= 'object'"),
        Case("ISARRAY(v)", "= TRUE"), Case("IS_ARRAY(v)", "= TRUE"),
        Case("ISATOM(v)", "= FALSE"), Case("IS_ATOM(v)", "= FALSE"),
        Case("ISBOOLEAN(v)", "= TRUE"), Case("IS_BOOLEAN(v)", "= TRUE"),
        Case("ISNUMBER(v)", "= TRUE"), Case("IS_NUMBER(v)", "= TRUE"),
        Case("ISOBJECT(v)", "= TRUE"), Case("IS_OBJECT(v)", "= TRUE"),
        Case("ISSTRING(v)", "= TRUE"), Case("IS_STRING(v)", "= TRUE"),
        Case("IFNULL(v, 7)", "= 7"), Case("IFMISSINGORNULL(v, 7)", "= 7"),
        Case("NULLIF(v, 'x')", "= NULL"), Case("MISSINGIF(v, 'x')", "= 2.5"),
        Case("ABS(n)", "= 3"), Case("CEIL(d)", "= 2"), Case("FLOOR(d)", "= 2"),
        Case("SQRT(n)", "= 3"), Case("DIV(n, 4)", "= 0.5"),
    ]

    private static let values = [
        "1", "2.5", "true", "false", #""x""#, "null", "[1,2]", #"{"a":1}"#, #""""#, "-3",
    ]

    private static func body(_ number: Int) -> String {
        let tags = ["-2", "1.5", "true", #""x""#, "null", "[7]", "40"]
        let items = (0..<number % 5).map { tags[(number + $0) % tags.count] }
        // One document in eleven has no `v`.
        let value = number % 11 == 0 ? "" : #","v":"# + values[number % values.count]
        return #"{"n":\#(number - 20),"d":\#(Double(number) / 4 - 3),"s":"Text \#(number)","#
            + #""tags":\#(number % 9 == 8 ? "{}" : "[\(items.joined(separator: ","))]")\#(value)}"#
    }

    private let indexed: IndexedDatabase
    private var collection: DocumentCollection { indexed.collection }

    init() throws {
        indexed = try IndexedDatabase()
        try indexed.database.inBatch {
            for number in 0..<40 { try indexed.collection.save("d\(number)", Self.body(number)) }
        }
    }

    @Test(arguments: cases)
    func `an index on a function is used, and does not change the results`(
        example: Case
    ) throws {
        let text = """
            SELECT META().id, \(example.expression) AS x FROM _ \
            WHERE \(example.expression) \(example.condition)
            """
        let expected = try indexed.ids(text)
        try collection.createValueIndex("i", example.expression)
        let plan = try indexed.database.createQuery(QuerySource(verbatim: text)).explain()
        #expect(plan.contains("INDEX i"), "\(plan)")
        #expect(try indexed.ids(text) == expected && (1..<40).contains(expected.count))
    }

    @Test(arguments: cases)
    func `an index on a function is kept current, also after reopening the file`(
        example: Case
    ) throws {
        let text = "SELECT META().id FROM _ WHERE \(example.expression) \(example.condition)"
        try collection.createValueIndex("i", example.expression)
        try indexed.database.close()
        let database = try indexed.folder.open()
        let collection = try database.defaultCollection()
        try database.inBatch {
            for number in 0..<40 {
                try collection.save("e\(number)", Self.body(39 - number))
                try collection.save("d\(number)", Self.body(number + 1))
            }
        }
        let answer = try database.createQuery(QuerySource(verbatim: text)).execute().map {
            $0.toJSON()
        }.sorted()
        try collection.deleteIndex(forName: "i")
        let expected = try database.createQuery(QuerySource(verbatim: text)).execute().map {
            $0.toJSON()
        }.sorted()
        #expect(answer == expected && !answer.isEmpty)
    }

    static let refused =
        QueryFunction.all.filter { name, rule in
            !rule.isAggregate && rule.argumentCounts != 0...0
                && !cases.contains { $0.function == name }
        }.map { name, rule in
            let count = max(rule.argumentCounts.lowerBound, 1)
            return "\(name)(\((0..<count).map { "a\($0)" }.joined(separator: ", ")))"
        }.sorted()

    @Test(arguments: refused)
    func `an index on any other function is rejected by name`(call: String) throws {
        let error = #expect(throws: QuireError.self) {
            try collection.createValueIndex("i", "a", "1 + " + call)
        }
        #expect(
            try error?.code == .invalidQuery
                && error?.message.hasPrefix("\(call) cannot be in an index") == true
                && collection.indexes() == [])
    }

    static let parts = [
        "TRIM(a, 'x')", "a || b", "[a, b]", "{'x': a}", "META().revisionID", "a IN b",
        "a LIKE 'x' COLLATE UNICODE", "CONTAINS(a, 'x') COLLATE UNICODE", "ISBOOLEAN(a = 1)",
    ]

    @Test(arguments: parts)
    func `an expression that compiles to such a function is rejected, in a condition as well`(
        text: String
    ) throws {
        for configuration in [
            ValueIndexConfiguration([text]), ValueIndexConfiguration(["a"], where: text),
        ] {
            let error = #expect(throws: QuireError.self) {
                try collection.createIndex(withName: "i", config: configuration)
            }
            #expect(
                error?.code == .invalidQuery
                    && error?.message.contains("cannot be in an index") == true)
        }
    }
}
