import SQLPlusPlus

// Values are compared in their stored form: a date as a string, an enumeration as its raw value.
// The results are those of Swift for the decoded models.
extension QueryField where Value: Encodable {
    /// Returns a condition that is true if the property equals a value.
    ///
    /// `nil` equals null and a missing value.
    public static func == (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.equal, value)
    }

    /// Returns a condition that is true if the property differs from a value.
    ///
    /// A missing value differs from all values except `nil`.
    public static func != (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.notEqual, value)
    }

    /// Returns a condition that is true if the property is less than a value.
    public static func < (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.lessThan, value)
    }

    /// Returns a condition that is true if the property is less than or equal to a value.
    public static func <= (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, value)
    }

    /// Returns a condition that is true if the property is greater than a value.
    public static func > (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.greaterThan, value)
    }

    /// Returns a condition that is true if the property is greater than or equal to a value.
    public static func >= (field: Self, value: Value) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, value)
    }

    private func compare(_ operation: BinaryOperator, _ value: Value) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.compare(operation, value) }
    }
}

extension QueryField {
    /// Returns a condition that is true if two properties are equal.
    ///
    /// `nil` equals `nil`.
    public static func == (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.equal, other)
    }

    /// Returns a condition that is true if two properties differ.
    public static func != (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.notEqual, other)
    }

    /// Returns a condition that is true if a property is less than another one, and neither is
    /// `nil`.
    public static func < (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.lessThan, other)
    }

    /// Returns a condition that is true if a property is less than or equal to another one.
    ///
    /// The condition is not true if a property is `nil`.
    public static func <= (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, other)
    }

    /// Returns a condition that is true if a property is greater than another one.
    ///
    /// The condition is not true if a property is `nil`.
    public static func > (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.greaterThan, other)
    }

    /// Returns a condition that is true if a property is greater than or equal to another one.
    ///
    /// The condition is not true if a property is `nil`.
    public static func >= (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, other)
    }

    private func compare(_ operation: BinaryOperator, _ other: Self) -> QueryCondition<Root> {
        QueryCondition(
            operand.flatMap { left in
                other.operand.flatMap { right in
                    Result { () throws(QuireError) in try left.compare(operation, right) }
                }
            })
    }
}
