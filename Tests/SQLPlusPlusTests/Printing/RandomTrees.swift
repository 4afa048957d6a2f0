import SQLPlusPlus
import QuireTestSupport

/// A generator of random trees that the parser could produce.
struct RandomTrees {
    private var random: SplitMix64
    /// The aliases that terms can use.
    private var aliases: [String] = []
    /// The names of the sources, if terms must use them.
    private var sources: [String] = []
    /// The variables of the enclosing quantified conditions.
    private var variables: [String] = []
    private var subqueryDepth = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func statement() -> SelectStatement {
        let source = CollectionSource(
            one(of: ["_", "_default", "orders", "a", "x y"]),
            scope: chance(3) ? one(of: ["shop", "b"]) : nil,
            as: chance(2) ? one(of: ["o", "A", "select", "$"]) : nil)
        (aliases, sources, variables) = ([], [], [])
        let further = chance(3) ? joinClauses(beside: source) : []
        let all = ([source.name] + further.map(\.name)).map { $0.lowercased() }
        let names = ["a", "B", "total", "x.y", "from", "é"].shuffled(using: &random)
        let columns = (0..<Int.random(in: 1...3, using: &random)).map { index in
            let isNamed = chance(2) && !all.contains(names[index].lowercased())
            let term = term(2)
            // A star without a name is a column for each source.
            return ResultColumn(
                term == .star && !sources.isEmpty ? .missing : term,
                as: isNamed ? names[index] : nil)
        }
        aliases = columns.compactMap(\.alias)
        let isGrouped = chance(3)
        return SelectStatement(
            columns,
            from: source,
            joining: further,
            where: chance(2) ? term(4) : nil,
            groupedBy: isGrouped ? [term(2), term(1)] : [],
            having: isGrouped && chance(2) ? term(2) : nil,
            orderedBy: list(upTo: 2) { trees in
                OrderingTerm(trees.term(2), trees.chance(2) ? .ascending : .descending)
            },
            limit: chance(3) ? term(1) : nil,
            offset: chance(3) ? term(1) : nil,
            isDistinct: chance(4))
    }

    private mutating func joinClauses(beside first: CollectionSource) -> [JoinClause] {
        sources = [first.name]
        var further: [JoinClause] = []
        for name in ["p", "left", "Q", "items"].shuffled(using: &random).prefix(2) {
            guard !sources.contains(where: { $0.lowercased() == name.lowercased() }) else {
                continue
            }
            if chance(2) {
                further.append(
                    .unnest(.property(unnestedPath(), of: one(of: sources)), as: name))
                sources.append(name)
            } else {
                sources.append(name)
                let kind = one(of: JoinClause.JoinKind.allCases)
                let source = CollectionSource("other", scope: chance(2) ? "b" : nil, as: name)
                further.append(.join(kind, source, on: kind == .cross ? nil : term(2)))
            }
        }
        return further
    }

    /// Returns the path of an array, or of the item itself, without metadata shortcuts.
    private mutating func unnestedPath() -> PropertyPath {
        chance(3) ? PropertyPath() : PropertyPath([.key("list")] + path(upTo: 2).components)
    }

    /// Returns a source name for a term.
    private mutating func sourceName() -> String? { sources.isEmpty ? nil : one(of: sources) }

    private mutating func quantified(_ below: Int) -> QuantifiedTerm {
        let collection = term(below)
        let variable = one(of: ["v", "w", "item", "é"])
        variables.append(variable)
        defer { variables.removeLast() }
        return QuantifiedTerm(
            one(of: QuantifiedTerm.Quantifier.allCases), variable, in: collection,
            satisfies: term(below))
    }

    /// Returns a statement with a separate scope.
    private mutating func subquery() -> SelectStatement {
        let outer = (aliases, sources, variables)
        subqueryDepth += 1
        defer {
            subqueryDepth -= 1
            (aliases, sources, variables) = outer
        }
        return statement()
    }

    private mutating func collation() -> TextCollation {
        let isUnicode = chance(2)
        return TextCollation(
            isUnicodeAware: isUnicode, isCaseSensitive: chance(2), isDiacriticSensitive: chance(2),
            locale: isUnicode && chance(2) ? one(of: ["sv", "NOCASE", "pt-BR"]) : nil)
    }

    /// Returns a term of at most the given height.
    mutating func term(_ height: Int) -> QueryTerm {
        guard height > 0, !chance(6) else { return leaf() }
        let below = height - 1
        switch Int.random(in: 0..<17, using: &random) {
        case 12:
            return .collated(term(below), collation())
        case 13:
            return .quantified(quantified(below))
        case 14 where subqueryDepth < 2:
            return .exists(subquery())
        case 15:
            return .match(index: one(of: ["a", "text", "x y"]), of: sourceName(), term(below))
        case 16:
            return .rank(index: one(of: ["a", "text", "x y"]), of: sourceName())
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
            return .test(one(of: NullTest.allCases), term(below))
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
        switch Int.random(in: 0..<10, using: &random) {
        case 8 where !variables.isEmpty: return .variable(one(of: variables), path(upTo: 2))
        case 0: return .missing
        case 1: return .literal(literal())
        case 2: return .parameter(one(of: ["p", "_1", "a$"]))
        case 3: return .metadata(one(of: MetadataField.allCases), of: sourceName())
        case 4 where !aliases.isEmpty: return .column(one(of: aliases), path(upTo: 2))
        default: return .value(at: path(upTo: 3), of: sourceName())
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

    /// Returns `true` with a probability of one divided by `times`.
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
