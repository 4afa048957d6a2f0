/// Whether items of an array meet a condition: `ANY x IN tags SATISFIES x LIKE 'a%' END`.
public struct QuantifiedTerm: Hashable, Sendable {
    /// How many items have to meet the condition.
    public enum Quantifier: String, Hashable, Sendable, CaseIterable {
        /// At least one; false where there is no array.
        case any = "ANY"

        /// All; true where there is no item or no array.
        case every = "EVERY"

        /// All, and there is one.
        case anyAndEvery = "ANY AND EVERY"
    }

    /// How many items have to meet the condition.
    public var quantifier: Quantifier

    /// The name of an item in the condition, where it hides properties and sources of this name.
    public var variable: String

    /// The array; a dictionary stands for its values, another value for an array of itself.
    public var collection: QueryTerm

    /// The condition that items have to meet.
    public var condition: QueryTerm

    /// Creates a quantified condition.
    ///
    /// - Parameters:
    ///   - quantifier: How many items have to meet the condition.
    ///   - variable: The name of an item in the condition.
    ///   - collection: The array.
    ///   - condition: The condition.
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
