package import SQLPlusPlus

extension SelectStatement {
    /// Returns the statement without ordering, and with only its conditions on the type
    /// discriminator.
    ///
    /// - Parameter key: The key of the type discriminator.
    /// - Returns: The statement, or `nil` if this statement has neither other conditions nor an
    ///   ordering, has no condition on the type discriminator, or joins sources.
    package func reduced(toType key: String) -> SelectStatement? {
        let conditions = condition?.conjuncts ?? []
        let ofType = conditions.filter { $0.isTypeCondition(key) }
        guard joinClauses.isEmpty, !ofType.isEmpty,
            ofType.count < conditions.count || !ordering.isEmpty
        else { return nil }
        var statement = self
        statement.condition = ofType.count == 1 ? ofType[0] : .operation(.and, ofType)
        statement.ordering = []
        statement.limit = nil
        statement.offset = nil
        return statement
    }
}

extension QueryTerm {
    /// Whether the term compares the type discriminator with one or more type names.
    fileprivate func isTypeCondition(_ key: String) -> Bool {
        func isType(_ term: QueryTerm) -> Bool {
            if case .property(let path, _) = term { path.components == [.key(key)] } else { false }
        }
        switch self {
        case .operation(.equal, let operands), .operation(.is, let operands):
            return operands.contains(where: isType)
        case .membership(let term, _, isNegated: false): return isType(term)
        default: return false
        }
    }
}
