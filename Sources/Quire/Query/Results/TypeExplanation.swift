import SQLPlusPlus

// Explanations of queries that are reduced to their condition on the type discriminator, for the package's
// tools: an index that serves a query no better than that serves the type alone.

extension SelectStatement {
    /// The statement with no other condition than those on the type discriminator, and in no order.
    ///
    /// - Parameter key: The key of the type discriminator.
    /// - Returns: The statement, or `nil` if this one has neither other conditions nor an order, has no
    ///   condition on the discriminator, or joins sources.
    func reduced(toType key: String) -> SelectStatement? {
        let conditions = condition?.conjuncts ?? []
        let ofType = conditions.filter { $0.isTypeCondition(key) }
        guard furtherSources.isEmpty, !ofType.isEmpty,
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
    /// Whether the term compares the type discriminator with one or more names.
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
    /// Whether the query has an order.
    package var isOrdered: Bool { !statement.ordering.isEmpty }

    /// Explains the query as though it had no other condition than that on the type discriminator.
    ///
    /// - Parameter key: The key of the type discriminator.
    /// - Returns: The explanation, or `nil` if the query has neither other conditions nor an order.
    /// - Throws: As ``explain()``.
    package func typeExplanation(typeKey key: String) throws -> String? {
        guard let statement = statement.reduced(toType: key) else { return nil }
        let query = try Query(statement, database: database)
        query.parameters = parameters
        return try query.explain()
    }
}
