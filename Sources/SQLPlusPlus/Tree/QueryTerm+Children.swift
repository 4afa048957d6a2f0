extension QueryTerm {
    /// The direct children of this term, in the order of the text.
    ///
    /// The terms of a query in `EXISTS` are not included.
    ///
    /// - Complexity: O(*n*) in the number of children.
    public var children: [QueryTerm] {
        switch self {
        case .missing, .literal, .property, .column, .metadata, .parameter, .variable, .exists,
            .rank:
            []
        case .array(let items): items
        case .dictionary(let entries): entries.map(\.value)
        case .member(_, let base): [base]
        case .unary(_, let operand), .test(_, let operand), .collated(let operand, _): [operand]
        case .operation(_, let operands): operands
        case .between(let value, let lower, let upper, _): [value, lower, upper]
        case .membership(let element, let container, _): [element, container]
        case .conditional(let choice):
            [choice.operand].compactMap { $0 }
                + choice.branches.flatMap { [$0.condition, $0.result] }
                + [choice.otherwise].compactMap { $0 }
        case .call(_, let arguments): arguments
        case .quantified(let quantified): [quantified.collection, quantified.condition]
        case .match(_, _, let query): [query]
        }
    }

    /// Returns whether this term or one of its descendants satisfies a condition.
    ///
    /// ```swift
    /// let hasParameters = hasSeaTag.contains { term in
    ///     if case .parameter = term { true } else { false }
    /// }
    /// ```
    ///
    /// - Parameter condition: A closure that receives each term until it returns `true`.
    /// - Returns: `true` if a term satisfies the condition.
    /// - Complexity: O(*n*) in the size of the tree.
    public func contains(where condition: (QueryTerm) -> Bool) -> Bool {
        condition(self) || children.contains { $0.contains(where: condition) }
    }
}

extension SelectStatement {
    /// The terms of all clauses, including `FROM`.
    ///
    /// - Complexity: O(*n*) in the number of terms.
    public var terms: [QueryTerm] {
        let joined = joinClauses.compactMap { source -> QueryTerm? in
            switch source {
            case .join(_, _, let condition): condition
            case .unnest(let term, _): term
            }
        }
        return columns.map(\.term) + joined + [condition].compactMap { $0 } + grouping
            + [groupCondition].compactMap { $0 } + ordering.map(\.term)
            + [limit, offset].compactMap { $0 }
    }
}
