import SQLPlusPlus

extension QueryCompiler {
    func operation(
        _ operation: BinaryOperator, _ operands: [QueryTerm]
    ) throws -> SQLFragment {
        switch operation {
        case .like: return try like(operands)
        case .notLike: return try "(NOT \(like(operands, isNegated: true)))"
        case .concatenate: return try concatenation(operands)
        default:
            let operands = try self.operands(of: operation, operands)
            return "(\(Self.chain(operands, Self.symbol(of: operation))))"
        }
    }

    private static func symbol(of operation: BinaryOperator) -> StaticString {
        switch operation {
        case .or: " OR "
        case .and: " AND "
        case .equal: " = "
        case .notEqual: " != "
        case .is: " IS "
        case .isNot: " IS NOT "
        case .like: " LIKE "
        case .notLike: " NOT LIKE "
        case .lessThan: " < "
        case .lessThanOrEqual: " <= "
        case .greaterThan: " > "
        case .greaterThanOrEqual: " >= "
        case .add: " + "
        case .subtract: " - "
        case .multiply: " * "
        case .divide: " / "
        case .remainder: " % "
        case .concatenate: " || "
        }
    }

    /// Returns operands joined by an operator.
    ///
    /// For AND and OR, the result is a balanced tree, because SQLite limits the depth of
    /// expressions. A chain of a thousand operands would have a depth of a thousand.
    static func chain(_ operands: [SQLFragment], _ symbol: StaticString) -> SQLFragment {
        let isLogical = symbol.description == " AND " || symbol.description == " OR "
        guard isLogical, operands.count > 8 else {
            return .joined(operands, separator: symbol)
        }
        let middle = operands.count / 2
        let halves = [operands[..<middle], operands[middle...]].map { half -> SQLFragment in
            "(\(chain(Array(half), symbol)))"
        }
        return .joined(halves, separator: symbol)
    }

    func test(_ test: NullTest, _ operand: SQLFragment) -> SQLFragment {
        switch test {
        case .isNull: "(\(operand) = x'')"
        case .isNotNull: "(\(operand) != x'')"
        case .isMissing: "(\(operand) IS NULL)"
        case .isNotMissing: "(\(operand) IS NOT NULL)"
        case .isValued: "ifnull(\(operand) != x'', 0)"
        case .isNotValued: "ifnull(\(operand) = x'', 1)"
        }
    }

    func between(
        _ operand: SQLFragment, lower: QueryTerm, upper: QueryTerm, isNegated: Bool
    ) throws -> SQLFragment {
        try """
        (\(operand)\(isNegated ? " NOT" : "") BETWEEN \(term(lower)) AND \(term(upper)))
        """
    }

    // MARK: Strings

    /// Returns the SQL of a LIKE condition.
    ///
    /// If possible, it begins with the range of the strings that can match, so that SQLite can use
    /// an index.
    private func like(_ operands: [QueryTerm], isNegated: Bool = false) throws -> SQLFragment {
        guard operands.count == 2 else { throw QuireError.invalidQuery("LIKE takes two operands") }
        if case .collated(let text, let collation) = operands[0], collation.isUnicodeAware {
            return try like(text, pattern: operands[1], collation: collation)
        }
        let text = try term(operands[0])
        let like: SQLFragment = try "\(text) LIKE \(term(operands[1])) ESCAPE '\\'"
        // In an index, LIKE has no range, as in Couchbase Lite.
        guard !isNegated, indexedExpressions != nil, !operands[0].mayHaveCollation,
            case .literal(.string(let pattern)) = operands[1], let prefix = LikePrefix(pattern)
        else { return "(\(like))" }
        return """
            (\(text) >= \(constant(.literal(.string(prefix.start)))) \
            AND \(text) < \(constant(.literal(.string(prefix.end)))) AND \(like))
            """
    }

    private func like(
        _ text: QueryTerm, pattern: QueryTerm, collation: TextCollation
    ) throws -> SQLFragment {
        try "quire_like(\(typed(text)), \(typed(pattern)), \(constant: collation.sqlName))"
    }

    /// Returns the SQL of a concatenation.
    ///
    /// The operands are grouped, because SQLite limits the number of arguments.
    private func concatenation(_ operands: [QueryTerm]) throws -> SQLFragment {
        var parts = try operands.map(typed)
        while parts.count > 1 {
            parts = stride(from: 0, to: parts.count, by: 100).map { start in
                let group = Array(parts[start..<min(start + 100, parts.count)])
                return "quire_concat(\(.joined(group, separator: ", ")))"
            }
        }
        return parts.first ?? "NULL"
    }

    /// Returns the SQL of a term with a collation, which applies to its outermost operator.
    func collated(
        _ operand: QueryTerm, _ collation: TextCollation, isTyped: Bool = false
    ) throws -> SQLFragment {
        switch operand {
        case .operation(.like, let operands) where collation.isUnicodeAware:
            return try like(operands[0], pattern: operands[1], collation: collation)
        case .operation(.notLike, let operands) where collation.isUnicodeAware:
            return try "(NOT \(like(operands[0], pattern: operands[1], collation: collation)))"
        case .operation(let operation, let operands) where operation.comparesTexts:
            var compiled = try self.operands(of: operation, operands)
            compiled[0] = "(\(compiled[0]) COLLATE \(name: collation.sqlName))"
            return "(\(Self.chain(compiled, Self.symbol(of: operation))))"
        case .between(let value, let lower, let upper, let isNegated):
            let value: SQLFragment = try "(\(term(value)) COLLATE \(name: collation.sqlName))"
            return try between(value, lower: lower, upper: upper, isNegated: isNegated)
        case .call("CONTAINS", let arguments) where collation.isUnicodeAware:
            return try "quire_contains(\(list(of: arguments)), \(constant: collation.sqlName))"
        default:
            let value = isTyped ? try typed(operand) : try term(operand)
            return "(\(value) COLLATE \(name: collation.sqlName))"
        }
    }
}

extension QueryTerm {
    /// Whether a comparison with the term could use the collation of the term or of a column that
    /// it refers to.
    fileprivate var mayHaveCollation: Bool {
        contains { term in
            switch term {
            case .collated, .column: true
            default: false
            }
        }
    }
}
