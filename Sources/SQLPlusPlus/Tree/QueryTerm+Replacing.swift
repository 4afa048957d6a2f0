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
