import SQLPlusPlus

// SQLite uses an index for `city IN ('Bergen', 'Oslo')`, but not for
// `city IS 'Bergen' OR city IS 'Oslo'`. Both are true for the same documents. They differ if the
// document has no city: the first is missing, and the second is false. So only a condition of
// WHERE, which is only tested for truth, is compiled as a list.

extension QueryTerm {
    /// The condition as one comparison of a property with a list, or `nil` if it is not an OR of
    /// comparisons of the same property with numbers and strings.
    var listOfAlternatives: QueryTerm? {
        guard case .operation(.or, _) = self, let (term, values) = alternatives else { return nil }
        return .membership(term, in: .array(values), isNegated: false)
    }

    private var alternatives: (term: QueryTerm, values: [QueryTerm])? {
        switch self {
        case .operation(.or, let operands):
            var (term, values): (QueryTerm?, [QueryTerm]) = (nil, [])
            for operand in operands {
                guard let next = operand.alternatives, term == nil || term == next.term else {
                    return nil
                }
                (term, values) = (next.term, values + next.values)
            }
            return term.map { ($0, values) }
        case .operation(.is, let operands)
        where operands.count == 2 && operands[0].isStored && operands[1].isNumberOrString:
            return (operands[0], [operands[1]])
        case .membership(let term, in: .array(let values), isNegated: false)
        where term.isStored && values.allSatisfy(\.isNumberOrString):
            return (term, values)
        default: return nil
        }
    }

    private var isStored: Bool {
        switch self {
        case .property, .metadata, .variable: true
        default: false
        }
    }
}
