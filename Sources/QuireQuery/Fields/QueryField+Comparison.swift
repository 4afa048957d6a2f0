package import SQLPlusPlus

// Values are compared in their stored form: a date as a string, an enumeration as its raw value.
// The results are those of Swift for the decoded models.
extension QueryField where Value: Encodable {
    /// Returns a condition that is true if the property equals a value.
    ///
    /// `nil` equals null and a missing value. A value that is stored as a dictionary equals a
    /// dictionary with the same keys and equal values, in which integers differ from floating-point
    /// numbers.
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

    /// Returns a condition that is true if a value equals the property.
    public static func == (value: Value, field: Self) -> QueryCondition<Root> {
        field.compare(.equal, value)
    }

    /// Returns a condition that is true if a value differs from the property.
    public static func != (value: Value, field: Self) -> QueryCondition<Root> {
        field.compare(.notEqual, value)
    }

    /// Returns a condition that is true if a value is less than the property.
    public static func < (value: Value, field: Self) -> QueryCondition<Root> {
        field.compare(.greaterThan, value)
    }

    /// Returns a condition that is true if a value is less than or equal to the property.
    public static func <= (value: Value, field: Self) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, value)
    }

    /// Returns a condition that is true if a value is greater than the property.
    public static func > (value: Value, field: Self) -> QueryCondition<Root> {
        field.compare(.lessThan, value)
    }

    /// Returns a condition that is true if a value is greater than or equal to the property.
    public static func >= (value: Value, field: Self) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, value)
    }

    // Disfavored, because a value of the property's own type could also be optional.

    /// Returns a condition that is true if the property equals an optional value.
    ///
    /// A property that is not optional never equals `nil`.
    @_disfavoredOverload
    public static func == (field: Self, value: Value?) -> QueryCondition<Root> {
        field.compare(.equal, value)
    }

    /// Returns a condition that is true if the property differs from an optional value.
    ///
    /// A property that is not optional always differs from `nil`.
    @_disfavoredOverload
    public static func != (field: Self, value: Value?) -> QueryCondition<Root> {
        field.compare(.notEqual, value)
    }

    package func compare(
        _ operation: BinaryOperator, _ value: some Encodable
    ) -> QueryCondition<Root> {
        condition { operand throws(QuireError) in try operand.compare(operation, value) }
    }
}
