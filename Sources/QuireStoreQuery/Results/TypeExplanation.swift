import SQLPlusPlus

// Explanations of queries that are reduced to their condition on the type discriminator, for the
// tools of this package. If the reduced query uses the same index, the index doesn't help with the
// other conditions.

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
