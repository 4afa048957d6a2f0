import SQLPlusPlus

// A value is compared in the form in which it is stored: a date as its text, an enumeration as its
// raw value. What holds of a stored document is what Swift says of the loaded model.
extension QueryField where Value: Encodable {
    /// Whether the property equals a value; `nil` equals null and a missing value.
    public static func == (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.equal, value)
    }

    /// Whether the property differs from a value; a missing one differs from all but `nil`.
    public static func != (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.notEqual, value)
    }

    /// Whether the property is less than a value.
    public static func < (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.lessThan, value)
    }

    /// Whether the property is less than or equal to a value.
    public static func <= (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, value)
    }

    /// Whether the property is greater than a value.
    public static func > (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.greaterThan, value)
    }

    /// Whether the property is greater than or equal to a value.
    public static func >= (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, value)
    }

    private func compare(_ operation: BinaryOperator, _ value: Value) -> QueryCondition<Root> {
        QueryCondition(
            term.flatMap { place in
                Result { () throws(QuireError) in
                    try Self.compare(operation, place, Literal(stored: value))
                }
            })
    }

    /// A property that is `nil` is stored as null or not at all, and equals `nil` either way.
    ///
    /// So that it also differs from everything else, as in Swift, equality is `IS`, to which
    /// missing is a value.
    private static func compare(
        _ operation: BinaryOperator, _ place: QueryTerm, _ literal: Literal
    ) throws(QuireError) -> QueryTerm {
        switch operation {
        case .equal:
            return literal == .null
                ? .test(.isNotValued, place) : .operation(.is, [place, .literal(literal)])
        case .notEqual:
            return literal == .null
                ? .test(.isValued, place) : .operation(.isNot, [place, .literal(literal)])
        default:
            guard literal != .null else {
                throw QuireError(
                    .invalidQuery,
                    "The property \(place.description) is compared with nil, which has no order.")
            }
            let comparison = QueryTerm.operation(operation, [place, .literal(literal)])
            // To the database null is greater than every number and text; to Swift it is neither.
            guard Value.self is any OptionalValue.Type, operation.isGreater else {
                return comparison
            }
            let isBelowNull = QueryTerm.operation(.lessThan, [place, .literal(.null)])
            return .operation(.and, [comparison, isBelowNull])
        }
    }
}

/// Tells optional types from others.
private protocol OptionalValue {}

extension Optional: OptionalValue {}

extension BinaryOperator {
    fileprivate var isGreater: Bool { self == .greaterThan || self == .greaterThanOrEqual }
}
