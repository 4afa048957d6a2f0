import SQLPlusPlus
import QuireTestSupport

/// Makes random trees of the kind that the parser makes: one source, so no property names it.
struct RandomTrees {
    private var random: SplitMix64
    /// The aliases that terms may name at this place.
    private var aliases: [String] = []

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func statement() -> SelectStatement {
        let source = DataSource(
            one(of: ["_", "_default", "orders", "a", "x y"]),
            scope: chance(3) ? one(of: ["shop", "b"]) : nil,
            as: chance(2) ? one(of: ["o", "A", "select", "$"]) : nil)
        aliases = []
        let names = ["a", "B", "total", "x.y", "from", "é"].shuffled(using: &random)
        let columns = (0..<Int.random(in: 1...3, using: &random)).map { index in
            let isNamed = chance(2) && names[index].lowercased() != source.name.lowercased()
            return ResultColumn(term(2), as: isNamed ? names[index] : nil)
        }
        aliases = columns.compactMap(\.alias)
        return SelectStatement(
            columns,
            from: source,
            where: chance(2) ? term(4) : nil,
            orderedBy: list(upTo: 2) { trees in
                OrderingTerm(trees.term(2), trees.chance(2) ? .ascending : .descending)
            },
            limit: chance(3) ? term(1) : nil,
            offset: chance(3) ? term(1) : nil,
            isDistinct: chance(4))
    }

    /// A term at most so many levels higher than a leaf.
    mutating func term(_ height: Int) -> QueryTerm {
        guard height > 0, !chance(6) else { return leaf() }
        let below = height - 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            return .array(list(upTo: 3) { $0.term(below) })
        case 1:
            return .dictionary(
                list(upTo: 3) { DictionaryEntry($0.one(of: ["a", "it's", ""]), $0.term(below)) })
        case 2:
            return .member(PropertyPath([.key(key())] + path(upTo: 2).components), of: term(below))
        case 3:
            return .unary(one(of: UnaryOperator.allCases), term(below))
        case 4:
            return .test(one(of: ValueTest.allCases), term(below))
        case 5:
            return .between(
                term(below), lower: term(below), upper: term(below), isNegated: chance(2))
        case 6:
            return .membership(term(below), in: term(below), isNegated: chance(2))
        case 7:
            let branches = (0..<Int.random(in: 1...2, using: &random)).map { _ in
                CaseTerm.Branch(when: term(below), then: term(below))
            }
            return .conditional(
                CaseTerm(
                    of: chance(2) ? term(below) : nil, branches,
                    otherwise: chance(2) ? term(below) : nil))
        case 8:
            return .call(one(of: ["UPPER", "COUNT", "ANYTHING"]), list(upTo: 3) { $0.term(below) })
        default:
            let binary = one(of: BinaryOperator.allCases)
            let count = binary.isChainable && chance(3) ? 3 : 2
            return .operation(binary, (0..<count).map { _ in term(below) })
        }
    }

    private mutating func leaf() -> QueryTerm {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .missing
        case 1: return .literal(literal())
        case 2: return .parameter(one(of: ["p", "_1", "a$"]))
        case 3: return .metadata(one(of: MetadataField.allCases), of: nil)
        case 4 where !aliases.isEmpty: return .column(one(of: aliases), path(upTo: 2))
        default: return .value(at: path(upTo: 3))
        }
    }

    private mutating func literal() -> Literal {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return .null
        case 1: return .boolean(chance(2))
        case 2: return .integer(one(of: [0, 1, -1, .max, .min, 42]))
        case 3: return .integer(Int64(truncatingIfNeeded: random.next()))
        case 4:
            return .double(one(of: [0, -0.0, 1.5, -2, 1e300, .leastNonzeroMagnitude, 1e16, 0.1]))
        case 5:
            let number = Double(bitPattern: random.next())
            return .double(number.isFinite ? number : 0)
        default: return .string(one(of: ["", "a", "it's", "say \"x\"", "a\\b", "é\n\r\n😀", "`"]))
        }
    }

    private mutating func path(upTo count: Int) -> PropertyPath {
        PropertyPath(
            list(upTo: count) { trees in
                trees.chance(4) ? .index(trees.one(of: [0, 7, -1])) : .key(trees.key())
            })
    }

    private mutating func key() -> String {
        one(of: [
            "a", "A", "b", "o", "_", "orders", "shop", "_default", "name", "select", "ALL", "$",
            "x y", "x.y", "a`b", "", "é", "1st", "_id", "[0]", "META", "count", "total", "from",
        ])
    }

    /// True once in so many times.
    private mutating func chance(_ times: Int) -> Bool {
        Int.random(in: 0..<times, using: &random) == 0
    }

    private mutating func one<Value>(of values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func list<Value>(
        upTo count: Int, _ make: (inout RandomTrees) -> Value
    ) -> [Value] {
        (0..<Int.random(in: 0...count, using: &random)).map { _ in make(&self) }
    }
}
