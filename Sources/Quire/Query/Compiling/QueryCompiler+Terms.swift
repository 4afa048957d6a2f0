import SQLPlusPlus

extension QueryCompiler {
    /// A term as a SQL expression.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the term means nothing here.
    func term(_ term: QueryTerm) throws -> SQLFragment {
        if let indexed = try indexedTerm(term) { return indexed }
        return try compiled(term)
    }

    private func compiled(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .missing: "NULL"
        case .literal(let literal): self.literal(literal)
        case .property(let path, let name): try source(of: path, name).value(at: path)
        case .column(let name, let path): try aliased(name, path)
        case .metadata(let field, let name): try source(name).metadata(field)
        case .parameter(let name): "quire_parameter(\(bind: .parameter(name)))"
        case .member(let path, let base): try "quire_member(\(typed(base)), \(path: path))"
        case .unary(.not, let operand): try "(NOT \(self.term(operand)))"
        case .unary(.negate, let operand): try "(-\(self.term(operand)))"
        case .operation(let operation, let operands): try self.operation(operation, operands)
        case .test(let test, let operand): try self.test(test, self.term(operand))
        case .between(let operand, let lower, let upper, let isNegated):
            try between(self.term(operand), lower, upper, isNegated: isNegated)
        case .membership(let operand, let container, let isNegated):
            try membership(operand, container, isNegated: isNegated)
        case .conditional(let cases): try conditional(cases)
        case .array(let items): try array(items)
        case .dictionary(let entries): try dictionary(entries)
        case .call(let name, let arguments): try call(name, arguments)
        case .collated(let operand, let collation): try collated(operand, collation)
        case .quantified(let quantified): try self.quantified(quantified)
        case .variable(let name, let path): try variable(name, path)
        case .exists(let statement): try exists(statement)
        case .match:
            throw Self.invalid("MATCH can only stand at the top of WHERE or under AND there")
        case .rank(let index, let name): try rank(index, name)
        }
    }

    /// A term as an argument whose type matters: a truth value that SQLite has as a number is told
    /// to be one, and nothing is read from an index that has not its type.
    func typed(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .property(let path, let name): try typedValue(at: path, of: source(of: path, name))
        case .column(let name, let path): try aliased(name, path, isTyped: true)
        case _ where term.isTruthValue: try "quire_boolean(\(self.term(term)))"
        case .collated(let operand, let collation):
            try collated(operand, collation, isTyped: true)
        default: try compiled(term)
        }
    }

    private func literal(_ literal: Literal) -> SQLFragment {
        switch literal {
        case .null: "x''"
        case .boolean(let value): value ? "1" : "0"
        case .integer, .double, .string: "\(bind: .literal(literal))"
        }
    }

    private func conditional(_ cases: CaseTerm) throws -> SQLFragment {
        // `CASE NULL WHEN NULL` is a choice by conditions, as everywhere in the dialect.
        let operand = cases.operand == .literal(.null) ? nil : cases.operand
        var sql: SQLFragment = "(CASE"
        if let operand { sql.append(try " \(term(operand))") }
        for branch in cases.branches {
            sql.append(try " WHEN \(term(branch.condition)) THEN \(typed(branch.result))")
        }
        sql.append(try " ELSE \(cases.otherwise.map(typed) ?? "x''") END)")
        return sql
    }

    private func variable(_ name: String, _ path: PropertyPath) throws -> SQLFragment {
        guard let item = variables[name] else {
            throw Self.invalid("there is no variable \(name)")
        }
        return path.isEmpty ? item : "quire_member(\(item), \(path: path))"
    }

    private func exists(_ statement: SelectStatement) throws -> SQLFragment {
        var inner = QueryCompiler(database: database)
        return try "EXISTS (\(inner.compile(statement).sql))"
    }
}

extension QueryTerm {
    /// Whether SQLite gives 0 or 1 for what is a truth value.
    var isTruthValue: Bool {
        switch self {
        case .literal(.boolean), .unary(.not, _), .test, .between, .membership,
            .metadata(.deleted, _), .quantified, .exists, .match:
            true
        case .operation(let operation, _): operation.isComparison
        case .collated(let operand, _): operand.isTruthValue
        default: false
        }
    }
}

extension BinaryOperator {
    var isComparison: Bool {
        switch self {
        case .or, .and, .equal, .notEqual, .is, .isNot, .like, .notLike, .lessThan,
            .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
            true
        case .add, .subtract, .multiply, .divide, .remainder, .concatenate: false
        }
    }
}
