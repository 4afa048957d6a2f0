import Fleece
import Quire
import SQLPlusPlus
import Testing

/// The values of terms, their order, and the evaluation of single terms.
@Suite struct QueryValueTests {
    private static func value(_ json: String) throws -> QueryValue {
        QueryValue(try FleeceStorage(json: json).root)
    }

    private static func document(_ json: String) throws -> EvaluatedDocument {
        let body = try #require(FleeceStorage(json: json).root?.dictionary)
        let revision = try #require(RevisionID("1@*"))
        return EvaluatedDocument(
            DocumentRecord(id: "a", revisionID: revision, sequence: 7, body: body),
            expiration: 1_000)
    }

    static let ascending = [
        "-1e300", "-1", "false", "0.5", "true", "2", "9007199254740992", "9007199254740993",
        #""""#, #""A""#, #""a""#, #""é""#, "null", "[]",
    ]

    @Test func `values are sorted as by Couchbase Lite`() throws {
        let values = [.missing] + (try Self.ascending.map(Self.value))
        for (index, value) in values.enumerated() {
            for (otherIndex, other) in values.enumerated() {
                let order = value.compare(to: other)
                #expect(order.signum() == (index - otherIndex).signum(), "\(value) and \(other)")
            }
        }
        #expect(values.shuffled().sorted() == values)
    }

    @Test func `numbers of different types are equal if their values are equal`() throws {
        let ones: [QueryValue] = [.integer(1), .double(1), .boolean(true)]
        for left in ones { for right in ones { #expect(left == right && !(left < right)) } }
        #expect(QueryValue.unsigned(.max) == .integer(-1))
    }

    @Test func `collections are equal if their items are equal`() throws {
        let pairs = [("[1,[2]]", "[1,[2]]"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#)]
        for (left, right) in pairs {
            #expect(try Self.value(left) == Self.value(right))
        }
        #expect(try Self.value("[1]") != Self.value("[2]"))
    }

    @Test func `a collation affects only strings`() throws {
        let noCase = TextCollation(isCaseSensitive: false)
        let unicode = TextCollation(
            isUnicodeAware: true, isCaseSensitive: false, isDiacriticSensitive: false)
        #expect(QueryValue.string("A").compare(to: .string("a"), collation: noCase) == 0)
        #expect(QueryValue.string("É").compare(to: .string("é"), collation: noCase) != 0)
        #expect(QueryValue.string("É").compare(to: .string("e"), collation: unicode) == 0)
        #expect(QueryValue.integer(1).compare(to: .string("1"), collation: unicode) < 0)
    }

    // MARK: Terms

    private static func term(_ text: String) throws -> QueryTerm {
        let statement = try SelectStatement.parse(
            "SELECT \(text) FROM _", knowing: QueryFunction.table)
        return statement.columns[0].term
    }

    static let terms: [(String, QueryValue)] = [
        ("n + 1", .integer(3)), ("UPPER(s) || '!'", .string("TEXT!")), ("none", .missing),
        ("META().id", .string("a")), ("META().sequence = '7'", .boolean(true)),
        ("META().expiration", .integer(1_000)), ("META().deleted", .boolean(false)),
        ("s LIKE 'te%'", .boolean(true)), ("REGEXP_LIKE(s, '^t')", .boolean(true)),
        ("(s COLLATE NOCASE) = 'TEXT'", .boolean(true)), ("n = $two", .boolean(true)),
        ("ANY x IN list SATISFIES x = 3 END", .boolean(true)),
        ("none AND FALSE", .boolean(false)), ("none AND TRUE", .missing),
    ]

    @Test(arguments: terms)
    func `a term has a value`(text: String, expected: QueryValue) throws {
        let evaluator = try TermEvaluator(Self.term(text), parameters: ["two": 2])
        let document = try Self.document(#"{"n": 2, "s": "text", "list": [1, 3]}"#)
        let value = try evaluator.value(of: document)
        let isTrue = try evaluator.isTrue(of: document)
        let isPositive = value > .integer(0) && value < .string("")
        #expect(value == expected && isTrue == isPositive)
    }

    @Test func `values can outlive the evaluation`() throws {
        let evaluator = try TermEvaluator(Self.term("[UPPER(s), {'k': list}, 1.5]"))
        var value = QueryValue.missing
        for text in ["x", "text"] {
            value = try evaluator.value(of: Self.document(#"{"s": "\#(text)", "list": [1]}"#))
        }
        guard case .array(let array) = value else {
            Issue.record("\(value) is not an array")
            return
        }
        #expect(try array.value.json(.canonical) == #"["TEXT",{"k":[1]},1.5]"#)
    }

    static let refused: [(String, QuireError.Code)] = [
        ("EXISTS (SELECT 1 FROM _)", .unsupportedOperation), ("n = $none", .invalidQueryParameter),
        ("MATCH(words, 'a')", .unsupportedOperation), ("COUNT(n)", .invalidQuery),
        ("LENGTH(s COLLATE NOCASE) = 'x'", .unsupportedOperation),
    ]

    @Test(arguments: refused)
    func `a term that cannot be evaluated is rejected`(text: String, code: QuireError.Code) throws {
        let statement = try SelectStatement.parse(
            "SELECT 1 FROM _ WHERE \(text)", knowing: QueryFunction.table)
        let term = try #require(statement.condition)
        let error = #expect(throws: QuireError.self) { try TermEvaluator(term) }
        #expect(error?.code == code)
    }

    @Test func `a column that refers to itself is rejected`() {
        let itself = QueryTerm.unary(.not, .column("c", PropertyPath()))
        let error = #expect(throws: QuireError.self) {
            try TermEvaluator(itself, columns: [ResultColumn(itself, as: "c")])
        }
        #expect(error?.code == .invalidQuery)
    }

    @Test func `an invalid regular expression is an error at evaluation`() throws {
        let evaluator = try TermEvaluator(Self.term("REGEXP_LIKE(s, '(')"))
        let error = #expect(throws: QuireError.self) {
            try evaluator.value(of: Self.document(#"{"s": "a"}"#))
        }
        #expect(error?.code == .invalidQuery)
        #expect(try evaluator.value(of: Self.document("{}")) == .missing)
    }

    @Test func `one evaluator can be used by several threads`() async throws {
        let evaluator = try TermEvaluator(Self.term("REGEXP_LIKE(s, '^t') AND s LIKE '%t'"))
        let document = try Self.document(#"{"s": "text"}"#)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<200).allSatisfy { _ in (try? evaluator.isTrue(of: document)) == true }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
