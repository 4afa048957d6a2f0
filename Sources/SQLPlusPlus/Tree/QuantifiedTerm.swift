/// A quantified condition on the items of an array: `ANY x IN tags SATISFIES x LIKE 'a%' END`.
///
/// ```swift
/// let isSea = QueryTerm.operation(
///     .equal, [.variable("tag", PropertyPath()), .literal(.string("sea"))])
/// let hasSeaTag = QueryTerm.quantified(
///     QuantifiedTerm(.any, "tag", in: .value(at: try PropertyPath("tags")), satisfies: isSea))
/// ```
public struct QuantifiedTerm: Hashable, Sendable {
    /// The number of items that must satisfy the condition.
    ///
    /// ```swift
    /// let onlySeaTags = QuantifiedTerm(.anyAndEvery, "tag", in: tags, satisfies: isSea)
    /// ```
    public enum Quantifier: String, Hashable, Sendable, CaseIterable {
        /// At least one item. The result is false if the array is empty or missing.
        case any = "ANY"

        /// All items. The result is true if the array is empty or missing.
        case every = "EVERY"

        /// All items, and at least one item.
        case anyAndEvery = "ANY AND EVERY"
    }

    /// The number of items that must satisfy the condition.
    public var quantifier: Quantifier

    /// The name of an item in the condition, which hides properties and sources of the same name.
    public var variable: String

    /// The array whose items are tested.
    ///
    /// A dictionary is treated as the array of its values, and any other value as an array of that
    /// value.
    public var collection: QueryTerm

    /// The condition for items.
    public var condition: QueryTerm

    /// Creates a quantified condition.
    ///
    /// - Parameters:
    ///   - quantifier: The number of items that must satisfy the condition.
    ///   - variable: The name of an item in the condition.
    ///   - collection: The array whose items are tested.
    ///   - condition: The condition for items.
    public init(
        _ quantifier: Quantifier, _ variable: String, in collection: QueryTerm,
        satisfies condition: QueryTerm
    ) {
        self.quantifier = quantifier
        self.variable = variable
        self.collection = collection
        self.condition = condition
    }
}
