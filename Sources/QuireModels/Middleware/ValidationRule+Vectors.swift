extension ValidationRule where Value: QueryVector & Sendable {
    /// Returns a rule for the number of dimensions of a vector.
    ///
    /// The property must contain exactly this number of finite numbers: as an array, as data with 4 bytes for each
    /// number, or as such data in base64.
    ///
    /// ```swift
    /// let rules = ValidationRules<Note> { $0.check(\.embedding, .dimensions(3)) }
    /// ```
    ///
    /// - Parameter count: The number of dimensions.
    /// - Returns: The rule.
    /// - Complexity: O(*n*) in the number of dimensions.
    public static func dimensions(_ count: Int) -> ValidationRule {
        ValidationRule(
            name: "dimensions", message: "must be a vector of \(count) finite numbers"
        ) { Vector.numbers(of: $0)?.count == count }
    }
}
