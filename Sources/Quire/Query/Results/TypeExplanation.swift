import SQLPlusPlus

// Explanations of queries that are reduced to their condition on the type discriminator, for the
// tools of this package. If the reduced query uses the same index, the index doesn't help with the
// other conditions.

extension SelectStatement {
    /// Returns the statement without ordering, and with only its conditions on the type
    /// discriminator.
    ///
    /// - Parameter key: The key of the type discriminator.
    /// - Returns: The statement, or `nil` if this statement has neither other conditions nor an
    ///   ordering, has no condition on the type discriminator, or joins sources.
    func reduced(toType key: String) -> SelectStatement? {
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

extension Query {
    /// Whether the query has an ordering.
    package var isOrdered: Bool { !statement.ordering.isEmpty }

    /// Returns an explanation of the query with only its condition on the type discriminator.
    ///
    /// - Parameter key: The key of the type discriminator.
    /// - Returns: The explanation, or `nil` if the query has neither other conditions nor an
    ///   ordering.
    /// - Throws: The errors of ``explain()``.
    package func typeExplanation(typeKey key: String) throws -> String? {
        guard let statement = statement.reduced(toType: key) else { return nil }
        let query = try Query(statement, database: database)
        query.parameters = parameters
        return try query.explain()
    }
}
