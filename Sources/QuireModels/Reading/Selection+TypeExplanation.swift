extension Selection {
    /// Whether the selection has an order.
    package var isOrdered: Bool { !ordering.isEmpty }

    /// Returns an explanation of the selection with only the condition on the type discriminator.
    ///
    /// - Returns: The explanation, or `nil` if the selection has neither other conditions nor an
    ///   order.
    /// - Throws: The errors of ``explain()``.
    package func typeExplanation() throws -> String? {
        guard !conditions.isEmpty || !ordering.isEmpty else { return nil }
        return try documents().reduced(toType: repository.typeKey)
            .map { try repository.store.explanation(of: $0) }
    }
}
