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
        condition { operand throws(QuireError) in try operand.compare(operation, value) }
    }
}

extension QueryField {
    /// Whether two properties are equal; `nil` equals `nil`.
    public static func == (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.equal, other)
    }

    /// Whether two properties differ.
    public static func != (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.notEqual, other)
    }

    /// Whether a property is less than another one; neither is `nil` then.
    public static func < (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.lessThan, other)
    }

    /// Whether a property is less than or equal to another one; neither is `nil` then.
    public static func <= (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, other)
    }

    /// Whether a property is greater than another one; neither is `nil` then.
    public static func > (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.greaterThan, other)
    }

    /// Whether a property is greater than or equal to another one; neither is `nil` then.
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
