import Fleece
import QuireTestSupport
import SQLPlusPlus
import Testing

@testable import Quire

/// What conditions say of documents without SQLite is what SQLite says.
@Suite struct DocumentConditionTests {
    static let values = [
        "null", "true", "false", "0", "1", "-1", "2", "9007199254740993", "9223372036854775807",
        "18446744073709551615", "0.5", "1.0", "-0.0", "9007199254740992.0", "1e300", #""""#,
        #""a""#, #""A""#, #""é""#, #""1""#, #""a b""#, "[]", "[1]", "{}", #"{"d": 1}"#,
        #"{"d": "a"}"#, #"{"d": null}"#, #"[true, "a"]"#,
    ]

    static let paths: [PropertyPath] = [
        PropertyPath([.key("a")]), PropertyPath([.key("b")]),
        PropertyPath([.key("a"), .key("d")]), PropertyPath([.key("b"), .index(0)]),
        PropertyPath([.key("none")]),
    ]

    static let literals: [Literal] = [
        .null, .boolean(true), .boolean(false), .integer(0), .integer(1), .integer(-1),
        .integer(9_007_199_254_740_993), .integer(.max), .double(0.5), .double(1),
        .double(9_007_199_254_740_992), .double(1e300), .string(""), .string("a"),
        .string("é"), .string("1"), .string("doc3"),
    ]

    static var parameters: Parameters {
        [
            "integer": 1, "double": 1.5, "text": "a", "null": nil, "truth": true, "array": [1],
        ]
    }

    struct Generator {
        var random: SplitMix64

        mutating func one<T>(of items: [T]) -> T { items[random.next(below: items.count)] }

        mutating func operand() -> QueryTerm {
            switch random.next(below: 16) {
            case 0...6: .property(one(of: paths), of: nil)
            case 7...11: .literal(one(of: literals))
            case 12:
                .parameter(one(of: ["integer", "double", "text", "null", "truth", "array"]))
            case 13: .metadata(.id, of: nil)
            case 14: one(of: [.missing, .unary(.negate, .literal(.integer(1)))])
            default: .operation(.add, [.property(one(of: paths), of: nil), .literal(.integer(1))])
            }
        }

        mutating func condition(_ depth: Int = 0) -> QueryTerm {
            switch random.next(below: depth > 3 ? 12 : 18) {
            case 0...5:
                let operations: [BinaryOperator] = [
                    .equal, .notEqual, .is, .isNot, .lessThan, .lessThanOrEqual, .greaterThan,
                    .greaterThanOrEqual, .like,
                ]
                return .operation(one(of: operations), [operand(), operand()])
            case 6, 7: return .test(one(of: Array(ValueTest.allCases)), operand())
            case 8:
                return .between(
                    operand(), lower: operand(), upper: operand(), isNegated: random.once(in: 2))
            case 9, 10:
                let items = (0..<(1 + random.next(below: 4))).map { _ in operand() }
                return .membership(operand(), in: .array(items), isNegated: random.once(in: 2))
            case 11: return operand()
            case 12, 13: return .unary(.not, condition(depth + 1))
            default:
                let count = 2 + random.next(below: 2)
                return .operation(
                    one(of: [.and, .or]), (0..<count).map { _ in condition(depth + 1) })
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a condition says of a document what SQL says`(seed: UInt64) throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let collection = try database.defaultCollection()
        var generator = Generator(random: SplitMix64(seed: seed))
        let ids = (0..<40).map { "doc\($0)" }
        for id in ids {
            let pairs = ["a", "b"].filter { _ in !generator.random.once(in: 8) }
                .map { "\"\($0)\": \(generator.one(of: Self.values))" }
            try collection.save(id, "{\(pairs.joined(separator: ", "))}")
        }
        let records = try collection.records(ids: ids)
        var wrong: [String] = []
        var known = 0
        var asked = 0
        for _ in 0..<200 {
            let condition = generator.condition()
            let trueOnes = try Self.ids(where: condition, database)
            let falseOnes = try Self.ids(where: .unary(.not, condition), database)
            for record in records {
                let truth: Truth =
                    trueOnes.contains(record.id)
                    ? .isTrue : falseOnes.contains(record.id) ? .isFalse : .isMissing
                let said = Self.evaluate(condition, record)
                asked += 1
                if said == truth { known += 1 }
                if !said.isSuperset(of: truth) {
                    wrong.append("\(condition) of \(record.json ?? ""): \(said) is \(truth)")
                }
            }
        }
        #expect(wrong == [] && known * 2 > asked, "\(known) of \(asked) are known")
    }

    static func ids(where condition: QueryTerm, _ database: Database) throws -> Set<String> {
        let statement = SelectStatement(
            [ResultColumn(.metadata(.id, of: nil))], from: CollectionSource("_"), where: condition)
        let query = try Query(statement, database: database)
        query.parameters = parameters
        return Set(try query.execute().compactMap { $0["id"]?.string })
    }

    static func evaluate(_ condition: QueryTerm, _ record: DocumentRecord) -> Truth {
        var compiler = DocumentConditionCompiler(
            scope: .init(source: "_", isUnnamed: true, aliases: [:]),
            parameters: ParameterValues(parameters),
            places: SamplePlaces())
        let compiled = compiler.condition(condition)
        var sample = DocumentSample()
        sample.setPlaces(compiler.places)
        let storage = record.body.storage
        return Array(record.id.utf8).withUnsafeBytes { id in
            storage.withUnsafeBytes { body in
                sample.begin(id: id, body: body, keys: storage.sharedKeys)
                return compiled.evaluate(&sample)
            }
        }
    }
}
