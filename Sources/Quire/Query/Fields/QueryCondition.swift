import SQLPlusPlus

/// A condition on the documents of a model, created by comparing its fields.
///
/// If the database cannot evaluate the condition, for example because a property is not stored,
/// running the query throws the error.
///
/// ```swift
/// func isAffordable(_ hotel: QueryField<Hotel, Hotel>) -> QueryCondition<Hotel> {
///     hotel.roomRate < 150 || hotel.tags.contains("sale")
/// }
/// let affordable = try hotels.filter { isAffordable($0) && $0.address.city == "Bergen" }.all()
/// ```
public struct QueryCondition<Root>: Sendable {
    let term: Result<QueryTerm, QuireError>

    init(_ term: Result<QueryTerm, QuireError>) {
        self.term = term
    }

    private init(_ operation: BinaryOperator, _ left: Self, _ right: Self) {
        term = left.term.flatMap { left in
            right.term.map { .operation(operation, [left, $0]) }
        }
    }

    /// Returns a condition that is true if both conditions are true.
    public static func && (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition(.and, left, right)
    }

    /// Returns a condition that is true if at least one of the conditions is true.
    public static func || (left: QueryCondition, right: QueryCondition) -> QueryCondition {
        QueryCondition(.or, left, right)
    }

    /// Returns a condition that is true if the given condition is not true.
    ///
    /// An ordering comparison with a property that is `nil` is not true, so its negation is true.
    public static prefix func ! (condition: QueryCondition) -> QueryCondition {
        QueryCondition(condition.term.map(\.negated))
    }
}
