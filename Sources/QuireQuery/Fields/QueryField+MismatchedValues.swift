import SQLPlusPlus

// Without these operators, the compiler cannot explain why a filter compares a property with a
// value of another type. It considers them only if no other operator can be used.

extension QueryField {
    private static var mismatched: QueryCondition<Root> {
        QueryCondition(
            condition: .failure(
                QuireError(.invalidQuery, "The value has another type than the property.")))
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func == (field: Self, value: some Encodable) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func != (field: Self, value: some Encodable) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func < (field: Self, value: some Encodable) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func <= (field: Self, value: some Encodable) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func > (field: Self, value: some Encodable) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func >= (field: Self, value: some Encodable) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func == (value: some Encodable, field: Self) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func != (value: some Encodable, field: Self) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func < (value: some Encodable, field: Self) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func <= (value: some Encodable, field: Self) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func > (value: some Encodable, field: Self) -> QueryCondition<Root> {
        mismatched
    }

    /// Unavailable, because the value has another type than the property.
    @available(
        *, unavailable,
        message:
            "The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional."
    )
    public static func >= (value: some Encodable, field: Self) -> QueryCondition<Root> {
        mismatched
    }
}
