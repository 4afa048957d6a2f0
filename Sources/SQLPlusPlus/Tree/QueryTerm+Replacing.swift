extension QueryTerm {
    /// Returns a copy of the term with its children replaced.
    ///
    /// The terms of a query in `EXISTS` are not replaced.
    ///
    /// - Parameter replace: A closure that returns the replacement for a child.
    /// - Returns: A term of the same kind.
    /// - Complexity: O(*n*) in the number of children.
    public func replacingChildren(_ replace: (QueryTerm) -> QueryTerm) -> QueryTerm {
        switch self {
        case .missing, .literal, .property, .column, .metadata, .parameter, .variable, .exists,
            .rank:
            self
        case .array(let items): .array(items.map(replace))
        case .dictionary(let entries):
            .dictionary(entries.map { DictionaryEntry($0.key, replace($0.value)) })
        case .member(let path, let base): .member(path, of: replace(base))
        case .unary(let operation, let operand): .unary(operation, replace(operand))
        case .test(let test, let operand): .test(test, replace(operand))
        case .collated(let operand, let collation): .collated(replace(operand), collation)
        case .operation(let operation, let operands):
            .operation(operation, operands.map(replace))
        case .between(let value, let lower, let upper, let isNegated):
            .between(
                replace(value), lower: replace(lower), upper: replace(upper), isNegated: isNegated)
        case .membership(let element, let container, let isNegated):
            .membership(replace(element), in: replace(container), isNegated: isNegated)
        case .conditional(let choice):
            .conditional(
                CaseTerm(
                    of: choice.operand.map(replace),
                    choice.branches.map {
                        CaseTerm.Branch(when: replace($0.condition), then: replace($0.result))
                    }, otherwise: choice.otherwise.map(replace)))
        case .call(let name, let arguments): .call(name, arguments.map(replace))
        case .quantified(let quantified):
            .quantified(
                QuantifiedTerm(
                    quantified.quantifier, quantified.variable,
                    in: replace(quantified.collection), satisfies: replace(quantified.condition)))
        case .match(let index, let source, let query):
            .match(index: index, of: source, replace(query))
        }
    }
}

extension QueryTerm {
    /// Returns a copy of the term in which descendants are replaced, including those of queries in
    /// `EXISTS`.
    ///
    /// - Parameter replacement: A closure that returns the replacement for a term, or `nil` to keep
    ///   the term and continue with its children.
    /// - Returns: The term, or its replacement.
    /// - Complexity: O(*n*) in the size of the tree.
    package func replacingTerms(_ replacement: (QueryTerm) -> QueryTerm?) -> QueryTerm {
        if let replaced = replacement(self) { return replaced }
        if case .exists(let statement) = self {
            return .exists(statement.replacingTerms(replacement))
        }
        return replacingChildren { $0.replacingTerms(replacement) }
    }
}

extension SelectStatement {
    /// Returns a copy of the statement in which terms of all clauses are replaced.
    ///
    /// - Parameter replacement: A closure that returns the replacement for a term, or `nil` to keep
    ///   the term and continue with its children.
    /// - Returns: The statement with the replacements.
    /// - Complexity: O(*n*) in the size of the tree.
    package func replacingTerms(_ replacement: (QueryTerm) -> QueryTerm?) -> SelectStatement {
        func replace(_ term: QueryTerm) -> QueryTerm { term.replacingTerms(replacement) }
        var statement = self
        statement.columns = columns.map { ResultColumn(replace($0.term), as: $0.alias) }
        statement.joinClauses = joinClauses.map { source in
            switch source {
            case .join(let kind, let collection, let condition):
                .join(kind, collection, on: condition.map(replace))
            case .unnest(let term, let name): .unnest(replace(term), as: name)
            }
        }
        statement.condition = condition.map(replace)
        statement.grouping = grouping.map(replace)
        statement.groupCondition = groupCondition.map(replace)
        statement.ordering = ordering.map { OrderingTerm(replace($0.term), $0.direction) }
        statement.limit = limit.map(replace)
        statement.offset = offset.map(replace)
        return statement
    }
}

extension WriteStatement {
    /// Returns a copy of the statement in which terms of all clauses are replaced.
    ///
    /// - Parameter replacement: A closure that returns the replacement for a term, or `nil` to keep
    ///   the term and continue with its children.
    /// - Returns: The statement with the replacements.
    /// - Complexity: O(*n*) in the size of the tree.
    package func replacingTerms(_ replacement: (QueryTerm) -> QueryTerm?) -> WriteStatement {
        func replace(_ term: QueryTerm) -> QueryTerm { term.replacingTerms(replacement) }
        var statement = self
        switch action {
        case .update(let assignments):
            statement.action = .update(
                assignments.map { Assignment($0.path, $0.value.map(replace)) })
        case .delete: break
        case .save(let documents, let replaces):
            statement.action = .save(
                documents.map { NewDocument(replace($0.key), replace($0.value)) },
                replaces: replaces)
        }
        statement.condition = condition.map(replace)
        statement.limit = limit.map(replace)
        statement.returning = returning.map { ResultColumn(replace($0.term), as: $0.alias) }
        return statement
    }
}
