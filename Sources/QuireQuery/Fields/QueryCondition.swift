package import SQLPlusPlus

/// A condition on the documents of a model: a Boolean field.
///
/// You create conditions by comparing fields. A Boolean property is a condition itself.
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
public typealias QueryCondition<Root> = QueryField<Root, Bool>

/// A type whose values are conditions in queries: `Bool` and `Bool?`.
///
/// A condition is true if the property is `true`. It is not true for `false` and `nil`.
///
/// ```swift
/// let open = hotels.filter { $0.petsWelcome && !$0.isClosed }
/// ```
public protocol QueryBoolean: ConditionLine {}

extension Bool: QueryBoolean {}
extension Optional: QueryBoolean where Wrapped: QueryBoolean {}
extension Optional: ConditionLine where Wrapped: QueryBoolean {}

// There are no operators for constants, such as `isEveryHotel || $0.petsWelcome`: with them, Swift
// type-checks long conditions in exponential time.
extension QueryField where Value: QueryBoolean {
    /// Returns a condition that is true if both conditions are true.
    public static func && <Other: QueryBoolean>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryCondition<Root> {
        joined(by: .and, left.condition, right.condition)
    }

    /// Returns a condition that is true if at least one of the conditions is true.
    public static func || <Other: QueryBoolean>(
        left: Self, right: QueryField<Root, Other>
    ) -> QueryCondition<Root> {
        joined(by: .or, left.condition, right.condition)
    }

    /// Returns a condition that is true if the given condition is not true.
    ///
    /// An ordering comparison with a property that is `nil` is not true, so its negation is true.
    public static prefix func ! (condition: Self) -> QueryCondition<Root> {
        QueryCondition(condition: condition.condition.map(\.negated))
    }

    private static func joined(
        by operation: BinaryOperator, _ left: Result<QueryTerm, QuireError>,
        _ right: Result<QueryTerm, QuireError>
    ) -> QueryCondition<Root> {
        QueryCondition(
            condition: left.flatMap { left in
                right.map { .operation(operation, [left, $0]) }
            })
    }

    /// The field as a term that is true, false or missing.
    package var condition: Result<QueryTerm, QuireError> {
        source.flatMap { source in Result { () throws(QuireError) in try source.condition() } }
    }
}

extension QueryField where Value == Bool {
    /// Creates a condition from a term that is true, false or missing.
    package init(condition: Result<QueryTerm, QuireError>) {
        self.init(condition.map { .condition($0) })
    }
}
