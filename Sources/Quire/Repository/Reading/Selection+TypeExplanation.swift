extension Selection {
    /// Whether the selection has an order.
    package var isOrdered: Bool { !ordering.isEmpty }

    /// Explains the selection as though it had no other condition than that on the type discriminator.
    ///
    /// - Returns: The explanation, or `nil` if the selection has neither conditions of its own nor an order.
    /// - Throws: As ``explain()``.
    package func typeExplanation() throws -> String? {
        guard !conditions.isEmpty || !ordering.isEmpty else { return nil }
        return try documents().reduced(toType: repository.typeKey)
            .map { try repository.store.explanation(of: $0) }
    }
}
