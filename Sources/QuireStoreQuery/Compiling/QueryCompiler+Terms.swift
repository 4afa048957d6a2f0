import SQLPlusPlus

extension QueryCompiler {
    /// Returns the SQL expression of a term.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if the term is not valid here.
    func term(_ term: QueryTerm) throws -> SQLFragment {
        if let indexed = try indexedTerm(term) { return indexed }
        if let comparison = try storedComparison(term) { return comparison }
        return try compiled(term)
    }

    /// Returns the SQL expression of a term without using an indexed expression.
    func compiled(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .missing: "NULL"
        case .literal(let literal): self.literal(literal)
        case .property(let path, let name): try value(at: path, of: name)
        case .column(let name, let path): try aliased(name, path)
        case .metadata(let field, let name): try source(name).metadata(field)
        case .parameter(let name): constant(.parameter(name))
        case .member(let path, let base): try "quire_member(\(typed(base)), \(path: path))"
        case .unary(.not, let operand): try "(NOT \(self.term(operand)))"
        case .unary(.negate, let operand): try "(-\(self.term(operand)))"
        case .operation(let operation, let operands): try self.operation(operation, operands)
        case .test(let test, let operand): try self.test(test, self.term(operand))
        case .between(let operand, let lower, let upper, let isNegated):
            try between(self.term(operand), lower: lower, upper: upper, isNegated: isNegated)
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
            throw QuireError.invalidQuery(
                "MATCH is only allowed at the top level of WHERE or under AND")
        case .rank(let index, let name): try rank(index, name)
        }
    }

    /// Returns the SQL expression of a term for an argument that must keep its exact type.
    ///
    /// SQLite represents Booleans as numbers, so the expression marks them as Booleans. If the type
    /// of a value in an index is ambiguous, the value is read from the document.
    func typed(_ term: QueryTerm) throws -> SQLFragment {
        switch term {
        case .property(let path, let name):
            try typedValue(at: path, of: source(of: path, name))
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
        case .integer, .double, .string: constant(.literal(literal))
        }
    }

    private func value(at path: PropertyPath, of name: String?) throws -> SQLFragment {
        try budget.count(path)
        return try source(of: path, name).value(at: path)
    }

    /// Returns a value as a constant of the statement.
    ///
    /// SQLite computes constants once, and compares each constant with all preceding ones. If a
    /// statement has many constants, further values are wrapped in functions that SQLite doesn't
    /// treat as constants.
    func constant(_ binding: SQLFragment.Binding) -> SQLFragment {
        let isConstant = budget.countConstant()
        return switch binding {
        case .parameter:
            isConstant
                ? "quire_parameter(\(bind: binding))" : "quire_varying_parameter(\(bind: binding))"
        case .literal, .collection, .condition:
            isConstant ? "\(bind: binding)" : "quire_varying(\(bind: binding))"
        }
    }

    /// Returns the SQL of a conditional expression.
    ///
    /// Nested conditional expressions are merged into one, because SQLite limits the nesting depth.
    private func conditional(_ cases: CaseTerm) throws -> SQLFragment {
        var sql: SQLFragment = "(CASE"
        if let operand = cases.comparedOperand {
            sql.append(try " \(comparesContents(cases) ? contents(of: operand) : term(operand))")
        }
        var next: CaseTerm? = cases
        while let current = next {
            next = try append(current, to: &sql)
        }
        sql.append(" END)")
        return sql
    }

    /// Appends the branches of a conditional expression.
    ///
    /// - Returns: The nested conditional expression to continue with, or `nil`.
    private func append(_ cases: CaseTerm, to sql: inout SQLFragment) throws -> CaseTerm? {
        func isChoice(_ term: QueryTerm?) -> CaseTerm? {
            guard cases.comparedOperand == nil, case .conditional(let inner)? = term,
                inner.comparedOperand == nil
            else { return nil }
            return inner
        }
        var branches = cases.branches[...]
        let otherwise = isChoice(cases.otherwise)
        var inner = otherwise
        var inverted: SQLFragment?
        if otherwise == nil, let last = branches.last, let choice = isChoice(last.result) {
            // Invert the last condition, so that the nested branches can follow as the remaining
            // ones.
            branches.removeLast()
            inner = choice
            inverted = try """
             WHEN (\(term(last.condition))) IS NOT TRUE \
            THEN \(cases.otherwise.map(typed) ?? "x''")
            """
        }
        let comparesContents = comparesContents(cases)
        for branch in branches {
            let condition =
                try comparesContents ? contents(of: branch.condition) : term(branch.condition)
            sql.append(try " WHEN \(condition) THEN \(typed(branch.result))")
        }
        if let inverted { sql.append(inverted) }
        if inner == nil { sql.append(try " ELSE \(cases.otherwise.map(typed) ?? "x''")") }
        return inner
    }

    private func comparesContents(_ cases: CaseTerm) -> Bool {
        cases.comparedOperand.map {
            comparesContents(of: $0, with: cases.branches.map(\.condition))
        }
            ?? false
    }

    private func variable(_ name: String, _ path: PropertyPath) throws -> SQLFragment {
        guard let item = variables[name] else {
            throw QuireError.invalidQuery("there is no variable \(name)")
        }
        return path.isEmpty ? item : "quire_member(\(item), \(path: path))"
    }

    private func exists(_ statement: SelectStatement) throws -> SQLFragment {
        var inner = QueryCompiler(database: database)
        inner.dictionaryEquality = dictionaryEquality.ofInnerStatement
        inner.evaluatesConditions = evaluatesConditions
        return try "EXISTS (\(inner.compile(statement).sql))"
    }
}

extension CaseTerm {
    /// The operand that the branches are compared with.
    ///
    /// `CASE NULL WHEN NULL` has no operand, as everywhere in the dialect.
    fileprivate var comparedOperand: QueryTerm? { operand == .literal(.null) ? nil : operand }
}
