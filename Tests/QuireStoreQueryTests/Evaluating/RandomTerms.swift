import Quire
import QuireTestSupport
import SQLPlusPlus

/// A generator of random terms for random documents.
struct RandomTerms {
    var random: SplitMix64

    static let values = [
        "null", "true", "false", "0", "1", "-1", "2", "9007199254740993", "9223372036854775807",
        "18446744073709551615", "0.5", "1.0", "-0.0", "9007199254740992.0", "1e300", #""""#,
        #""a""#, #""A""#, #""é""#, #""1""#, #""a b""#, #""2020-02-29T12:00:00Z""#, "[]", "[1]",
        "{}", #"{"d": 1}"#, #"{"d": "a"}"#, #"{"d": null}"#, #"[true, "a"]"#, #"["a", null, [1]]"#,
        #"[1, 2.5, {"d": []}]"#, #"{"d": 1, "f": "Kaigaten", "g": "Bergen"}"#,
        #"{"d": {"d": 1, "f": "Kaigaten", "g": "Bergen"}}"#,
        #"[{"d": 1, "f": "Kaigaten", "g": "Bergen"}]"#,
    ]

    static let paths: [PropertyPath] = [
        PropertyPath([.key("a")]), PropertyPath([.key("b")]),
        PropertyPath([.key("a"), .key("d")]), PropertyPath([.key("b"), .index(0)]),
        PropertyPath([.key("a"), .index(-1)]), PropertyPath([.key("none")]),
    ]

    static let literals: [Literal] = [
        .null, .boolean(true), .boolean(false), .integer(0), .integer(1), .integer(-1),
        .integer(9_007_199_254_740_993), .integer(.max), .double(0.5), .double(1),
        .double(9_007_199_254_740_992), .double(1e300), .string(""), .string("a"), .string("A"),
        .string("é"), .string("e\u{301}"), .string("1"), .string("12abc"), .string("doc3"),
        .string("%a_"), .string("day"), .string("2020-02-29"),
    ]

    /// A dictionary that documents also contain.
    ///
    /// Documents have the keys in alphabetic order, so that their bytes, by which dictionaries are
    /// ordered, do not depend on the number of times that they were copied.
    static let address = QueryTerm.dictionary([
        DictionaryEntry("g", .literal(.string("Bergen"))),
        DictionaryEntry("d", .literal(.integer(1))),
        DictionaryEntry("f", .literal(.string("Kaigaten"))),
    ])

    static let patterns = ["a", "%", "_", "a%", "%b", "1%", "\\%", "%1%", "a_b", "%e%", ""]

    static let collations = [
        TextCollation(isCaseSensitive: false), TextCollation(isUnicodeAware: true),
        TextCollation(isUnicodeAware: true, isCaseSensitive: false, isDiacriticSensitive: false),
    ]

    /// The functions that are allowed in all statements and with all values.
    ///
    /// Those of vectors refuse a target that is not a vector.
    static let functions = QueryFunction.all
        .filter { !$0.value.isAggregate && !$0.key.hasSuffix("VECTOR_DISTANCE") }
        .map { (name: $0.key, counts: $0.value.argumentCounts) }.sorted { $0.name < $1.name }

    static var parameters: Parameters {
        [
            "integer": 1, "double": 1.5, "string": "a", "null": nil, "boolean": true,
            "array": [1, "a", nil],
            "dictionary": ["d": 1, "f": "Kaigaten", "g": "Bergen"],
        ]
    }

    private static let parameterNames = [
        "integer", "double", "string", "null", "boolean", "array", "dictionary",
    ]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func one<T>(of items: [T]) -> T { items[random.next(below: items.count)] }

    /// Returns a random document as JSON.
    mutating func document() -> String {
        let pairs = ["a", "b"].filter { _ in !random.once(in: 8) }
            .map { "\"\($0)\": \(one(of: Self.values))" }
        return "{\(pairs.joined(separator: ", "))}"
    }

    // MARK: Values

    private mutating func property() -> QueryTerm { .property(one(of: Self.paths), of: nil) }

    mutating func value(_ depth: Int = 0) -> QueryTerm {
        switch random.next(below: depth > 2 ? 13 : 26) {
        case 0...5: return property()
        case 6...9: return .literal(one(of: Self.literals))
        case 10: return .parameter(one(of: Self.parameterNames))
        case 11:
            return .metadata(
                one(of: [.id, .sequence, .revisionID, .expiration, .deleted]), of: nil)
        case 12: return one(of: [.missing, .unary(.negate, .literal(.integer(1))), .star])
        case 13, 14:
            let count = 2 + random.next(below: 2)
            let operations: [BinaryOperator] = [
                .add, .subtract, .multiply, .divide, .remainder, .concatenate,
            ]
            return .operation(one(of: operations), values(count, depth))
        case 15: return .unary(.negate, value(depth + 1))
        case 16: return .array(values(random.next(below: 4), depth))
        case 17:
            return .dictionary([
                DictionaryEntry("d", value(depth + 1)), DictionaryEntry("e", value(depth + 1)),
            ])
        case 18: return .member(PropertyPath([.key("d")]), of: value(depth + 1))
        case 19: return choice(depth)
        case 20: return condition(depth + 1)
        default: return call(depth)
        }
    }

    private mutating func values(_ count: Int, _ depth: Int) -> [QueryTerm] {
        (0..<count).map { _ in value(depth + 1) }
    }

    private mutating func call(_ depth: Int) -> QueryTerm {
        let function = one(of: Self.functions)
        let (least, most) = (function.counts.lowerBound, function.counts.upperBound)
        let count = least + random.next(below: min(most - least, 2) + 1)
        return .call(function.name, values(count, depth))
    }

    private mutating func choice(_ depth: Int) -> QueryTerm {
        let operand = random.once(in: 2) ? value(depth + 1) : nil
        let branches = (0..<1 + random.next(below: 2)).map { _ in
            CaseTerm.Branch(
                when: operand == nil ? condition(depth + 1) : value(depth + 1),
                then: value(depth + 1))
        }
        return .conditional(
            CaseTerm(
                of: operand, branches, otherwise: random.once(in: 2) ? value(depth + 1) : nil))
    }

    // MARK: Conditions

    mutating func condition(_ depth: Int = 0) -> QueryTerm {
        switch random.next(below: depth > 2 ? 13 : 20) {
        case 0 where random.once(in: 2):
            return .operation(
                one(of: [.equal, .notEqual, .is, .isNot]), [operand(depth), Self.address])
        case 0...4:
            let operations: [BinaryOperator] = [
                .equal, .notEqual, .is, .isNot, .lessThan, .lessThanOrEqual, .greaterThan,
                .greaterThanOrEqual,
            ]
            let count = random.once(in: 12) ? 3 : 2
            return .operation(one(of: operations), (0..<count).map { _ in operand(depth) })
        case 5:
            let pattern = random.once(in: 4) ? value(3) : .literal(.string(one(of: Self.patterns)))
            return .operation(one(of: [.like, .notLike]), [operand(depth), pattern])
        case 6, 7: return .test(one(of: Array(NullTest.allCases)), operand(depth))
        case 8:
            return .between(
                operand(depth), lower: operand(depth), upper: operand(depth),
                isNegated: random.once(in: 2))
        case 9, 10:
            let container =
                random.once(in: 4)
                ? value(depth + 1)
                : .array((0..<random.next(below: 4)).map { _ in value(depth + 2) })
            return .membership(operand(depth), in: container, isNegated: random.once(in: 2))
        case 11, 12: return value(depth + 1)
        case 13, 14: return .unary(.not, condition(depth + 1))
        case 15:
            return .quantified(
                QuantifiedTerm(
                    one(of: [.any, .every, .anyAndEvery]), "x", in: value(depth + 1),
                    satisfies: .operation(
                        one(of: [.equal, .lessThan, .isNot]),
                        [
                            .variable("x", one(of: [PropertyPath(), PropertyPath([.key("d")])])),
                            value(depth + 2),
                        ])))
        case 16: return .collated(condition(depth + 1), one(of: Self.collations))
        default:
            let count = 2 + random.next(below: 2)
            return .operation(
                one(of: [.and, .or]), (0..<count).map { _ in condition(depth + 1) })
        }
    }

    private mutating func operand(_ depth: Int) -> QueryTerm {
        random.once(in: 16)
            ? .collated(property(), one(of: Self.collations)) : value(depth + 1)
    }
}
