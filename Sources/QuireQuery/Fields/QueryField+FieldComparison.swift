package import SQLPlusPlus

// Comparisons of two properties. One of them may be optional. `nil` equals only `nil`, and an
// ordering comparison with `nil` is not true.
extension QueryField {
    /// Returns a condition that is true if a property equals another one.
    public static func == (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.equal, other)
    }

    /// Returns a condition that is true if a property equals an optional one.
    public static func == (
        field: Self, other: QueryField<Root, Value?>
    ) -> QueryCondition<Root> {
        field.compare(.equal, other)
    }

    /// Returns a condition that is true if an optional property equals another one.
    public static func == (
        field: QueryField<Root, Value?>, other: Self
    ) -> QueryCondition<Root> {
        field.compare(.equal, other)
    }

    /// Returns a condition that is true if a property differs from another one.
    public static func != (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.notEqual, other)
    }

    /// Returns a condition that is true if a property differs from an optional one.
    public static func != (
        field: Self, other: QueryField<Root, Value?>
    ) -> QueryCondition<Root> {
        field.compare(.notEqual, other)
    }

    /// Returns a condition that is true if an optional property differs from another one.
    public static func != (
        field: QueryField<Root, Value?>, other: Self
    ) -> QueryCondition<Root> {
        field.compare(.notEqual, other)
    }

    /// Returns a condition that is true if a property is less than another one.
    public static func < (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.lessThan, other)
    }

    /// Returns a condition that is true if a property is less than an optional one.
    public static func < (
        field: Self, other: QueryField<Root, Value?>
    ) -> QueryCondition<Root> {
        field.compare(.lessThan, other)
    }

    /// Returns a condition that is true if an optional property is less than another one.
    public static func < (
        field: QueryField<Root, Value?>, other: Self
    ) -> QueryCondition<Root> {
        field.compare(.lessThan, other)
    }

    /// Returns a condition that is true if a property is less than or equal to
    /// another one.
    public static func <= (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, other)
    }

    /// Returns a condition that is true if a property is less than or equal to
    /// an optional one.
    public static func <= (
        field: Self, other: QueryField<Root, Value?>
    ) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, other)
    }

    /// Returns a condition that is true if an optional property is less than or equal to
    /// another one.
    public static func <= (
        field: QueryField<Root, Value?>, other: Self
    ) -> QueryCondition<Root> {
        field.compare(.lessThanOrEqual, other)
    }

    /// Returns a condition that is true if a property is greater than another one.
    public static func > (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.greaterThan, other)
    }

    /// Returns a condition that is true if a property is greater than an optional one.
    public static func > (
        field: Self, other: QueryField<Root, Value?>
    ) -> QueryCondition<Root> {
        field.compare(.greaterThan, other)
    }

    /// Returns a condition that is true if an optional property is greater than another one.
    public static func > (
        field: QueryField<Root, Value?>, other: Self
    ) -> QueryCondition<Root> {
        field.compare(.greaterThan, other)
    }

    /// Returns a condition that is true if a property is greater than or equal to
    /// another one.
    public static func >= (field: Self, other: Self) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, other)
    }

    /// Returns a condition that is true if a property is greater than or equal to
    /// an optional one.
    public static func >= (
        field: Self, other: QueryField<Root, Value?>
    ) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, other)
    }

    /// Returns a condition that is true if an optional property is greater than or equal to
    /// another one.
    public static func >= (
        field: QueryField<Root, Value?>, other: Self
    ) -> QueryCondition<Root> {
        field.compare(.greaterThanOrEqual, other)
    }

    package func compare<Other>(
        _ operation: BinaryOperator, _ other: QueryField<Root, Other>
    ) -> QueryCondition<Root> {
        QueryCondition(
            condition: operand.flatMap { left in
                other.operand.flatMap { right in
                    Result { () throws(QuireError) in
                        try left.compare(operation, right)
                            .requiring(left.requirements + right.requirements)
                    }
                }
            })
    }
}
