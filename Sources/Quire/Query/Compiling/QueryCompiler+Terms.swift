import SQLPlusPlus

extension QueryCompiler {
    /// A term as a SQL expression.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the term is not available.
    func term(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .missing: "NULL"
        case .literal(let literal): self.literal(literal)
        case .property(let path, _): .value(at: path)
        case .column(let name, let path): try "(\(self.term(aliased(name, path))))"
        case .metadata(let field, _): metadata(field)
        case .parameter(let name): "\(bind: .parameter(name))"
        case .unary(.not, let operand): try "(NOT \(self.term(operand)))"
        case .unary(.negate, let operand): try "(-\(self.term(operand)))"
        case .operation(let operation, let operands): try self.operation(operation, operands)
        case .test(let test, let operand): try self.test(test, self.term(operand))
        case .between(let operand, let lower, let upper, let isNegated):
            try """
            (\(self.term(operand))\(isNegated ? " NOT" : "") BETWEEN \(self.term(lower)) \
            AND \(self.term(upper)))
            """
        case .membership(let operand, .array(let items), let isNegated):
            try """
            (\(self.term(operand))\(isNegated ? " NOT" : "") IN \
            (\(.joined(items.map(self.term), separator: ", "))))
            """
        case .conditional(let cases): try conditional(cases)
        case .membership: throw Self.unavailable("IN with anything but a list is not available")
        case .array: throw Self.unavailable("the array literal is not available")
        case .dictionary: throw Self.unavailable("the dictionary literal is not available")
        case .member: throw Self.unavailable("a path below an expression is not available")
        case .call(let name, _): throw Self.unavailable("the function \(name) is not available")
        }
    }

    private func literal(_ literal: Literal) -> SQLFragment {
        switch literal {
        case .null: "x''"
        case .boolean(let value): value ? "1" : "0"
        case .integer, .double, .string: "\(bind: .literal(literal))"
        }
    }

    private func metadata(_ field: MetadataField) -> SQLFragment {
        switch field {
        case .id: "key"
        case .sequence: "sequence"
        case .revisionID: "fl_revision(version)"
        case .deleted: "((flags & 1) != 0)"
        case .expiration: "expiration"
        }
    }

    private func operation(
        _ operation: BinaryOperator, _ operands: [QueryTerm]
    ) throws -> SQLFragment {
        let operands = try operands.map(term)
        switch operation {
        case .like: return "(\(.joined(operands, separator: " LIKE ")) ESCAPE '\\')"
        case .notLike: return "(\(.joined(operands, separator: " NOT LIKE ")) ESCAPE '\\')"
        case .concatenate: throw Self.unavailable("the operator || is not available")
        default: break
        }
        guard let symbol = Self.symbols[operation] else {
            throw Self.unavailable("the operator \(operation.spelling) is not available")
        }
        return "(\(Self.chain(operands, symbol)))"
    }

    private static let symbols: [BinaryOperator: StaticString] = [
        .or: " OR ", .and: " AND ", .equal: " = ", .notEqual: " != ", .is: " IS ",
        .isNot: " IS NOT ", .lessThan: " < ", .lessThanOrEqual: " <= ", .greaterThan: " > ",
        .greaterThanOrEqual: " >= ", .add: " + ", .subtract: " - ", .multiply: " * ",
        .divide: " / ", .remainder: " % ",
    ]

    /// Operands of one operator as a balanced tree where the operator is associative: SQLite limits
    /// how deep an expression is, and a chain of a thousand would be a thousand deep.
    private static func chain(_ operands: [SQLFragment], _ symbol: StaticString) -> SQLFragment {
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

    private func test(_ test: ValueTest, _ operand: SQLFragment) -> SQLFragment {
        switch test {
        case .isNull: "(\(operand) = x'')"
        case .isNotNull: "(\(operand) != x'')"
        case .isMissing: "(\(operand) IS NULL)"
        case .isNotMissing: "(\(operand) IS NOT NULL)"
        case .isValued: "ifnull(\(operand) != x'', 0)"
        case .isNotValued: "ifnull(\(operand) = x'', 1)"
        }
    }

    private func conditional(_ cases: CaseTerm) throws -> SQLFragment {
        var sql: SQLFragment = "(CASE"
        if let operand = cases.operand { sql.append(try " \(term(operand))") }
        for branch in cases.branches {
            sql.append(try " WHEN \(term(branch.condition)) THEN \(term(branch.result))")
        }
        sql.append(try " ELSE \(cases.otherwise.map(term) ?? "x''") END)")
        return sql
    }
}
