import SQLPlusPlus

// `$0.geo?.latitude` is equivalent to `$0.geo.latitude`. Swift allows `?` only after a value of an
// optional type, so an optional property is also an optional field. This field is never `nil`.

/// An operand of a condition: a field, or an optional field for optional chaining.
///
/// The types ``QueryField`` and `Optional<QueryField>` conform to it.
///
/// ```swift
/// let northern = hotels.filter { $0.geo?.latitude > 60 }
/// ```
public protocol QueryOperand<Root, Value> {
    /// The model.
    associatedtype Root
    /// The type of the field's values.
    associatedtype Value
    /// The field.
    var queryField: QueryField<Root, Value> { get }
}

extension QueryField: QueryOperand {
    /// This field.
    public var queryField: QueryField { self }
}

extension Optional: QueryOperand where Wrapped: QueryOperand {
    /// The model.
    public typealias Root = Wrapped.Root
    /// The type of the field's values.
    public typealias Value = Wrapped.Value

    /// The wrapped field.
    public var queryField: QueryField<Wrapped.Root, Wrapped.Value> {
        if let self { return self.queryField }
        return QueryField(
            .failure(
                QuireError(
                    .invalidQuery,
                    "A field of the filter is nil. Use a property of the closure's parameter, such as "
                        + "$0.name.")))
    }
}

// The members of a protocol extension rank below those of `QueryField`, so Swift uses them only if
// a `?` follows.
extension QueryOperand {
    /// Returns the field of an optional property, for optional chaining.
    @_disfavoredOverload
    public subscript<Member>(
        dynamicMember keyPath: any KeyPath<Value, Member?> & Sendable
    ) -> QueryField<Root, Member?>? {
        queryField.below { fieldPath throws(QuireError) in try fieldPath.property(keyPath) }
    }

    /// Returns the field of an optional property of an optional value, for optional chaining.
    @_disfavoredOverload
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member?> & Sendable
    ) -> QueryField<Root, Member?>? where Value == Wrapped? {
        queryField.below { fieldPath throws(QuireError) in try fieldPath.property(keyPath) }
    }
}

extension Optional where Wrapped: QueryOperand, Wrapped.Value: Encodable {
    /// Returns a condition that is true if the property equals a value.
    public static func == (
        field: Self, value: Wrapped.Value
    ) -> QueryCondition<Wrapped.Root> {
        field.queryField.compare(.equal, value)
    }

    /// Returns a condition that is true if the property differs from a value.
    public static func != (
        field: Self, value: Wrapped.Value
    ) -> QueryCondition<Wrapped.Root> {
        field.queryField.compare(.notEqual, value)
    }

    /// Returns a condition that is true if the property is less than a value.
    public static func < (
        field: Self, value: Wrapped.Value
    ) -> QueryCondition<Wrapped.Root> {
        field.queryField.compare(.lessThan, value)
    }

    /// Returns a condition that is true if the property is less than or equal to a value.
    public static func <= (
        field: Self, value: Wrapped.Value
    ) -> QueryCondition<Wrapped.Root> {
        field.queryField.compare(.lessThanOrEqual, value)
    }

    /// Returns a condition that is true if the property is greater than a value.
    public static func > (
        field: Self, value: Wrapped.Value
    ) -> QueryCondition<Wrapped.Root> {
        field.queryField.compare(.greaterThan, value)
    }

    /// Returns a condition that is true if the property is greater than or equal to a value.
    public static func >= (
        field: Self, value: Wrapped.Value
    ) -> QueryCondition<Wrapped.Root> {
        field.queryField.compare(.greaterThanOrEqual, value)
    }
}

extension Optional where Wrapped: QueryOperand {
    /// Returns a condition that is true if a property equals another one.
    public static func == <Other: QueryOperand>(
        field: Self, other: Other
    ) -> QueryCondition<Wrapped.Root>
    where Other.Root == Wrapped.Root, Other.Value == Wrapped.Value {
        field.queryField.compare(.equal, other.queryField)
    }

    /// Returns a condition that is true if a property differs from another one.
    public static func != <Other: QueryOperand>(
        field: Self, other: Other
    ) -> QueryCondition<Wrapped.Root>
    where Other.Root == Wrapped.Root, Other.Value == Wrapped.Value {
        field.queryField.compare(.notEqual, other.queryField)
    }

    /// Returns a condition that is true if a property is less than another one.
    public static func < <Other: QueryOperand>(
        field: Self, other: Other
    ) -> QueryCondition<Wrapped.Root>
    where Other.Root == Wrapped.Root, Other.Value == Wrapped.Value {
        field.queryField.compare(.lessThan, other.queryField)
    }

    /// Returns a condition that is true if a property is less than or equal to another one.
    public static func <= <Other: QueryOperand>(
        field: Self, other: Other
    ) -> QueryCondition<Wrapped.Root>
    where Other.Root == Wrapped.Root, Other.Value == Wrapped.Value {
        field.queryField.compare(.lessThanOrEqual, other.queryField)
    }

    /// Returns a condition that is true if a property is greater than another one.
    public static func > <Other: QueryOperand>(
        field: Self, other: Other
    ) -> QueryCondition<Wrapped.Root>
    where Other.Root == Wrapped.Root, Other.Value == Wrapped.Value {
        field.queryField.compare(.greaterThan, other.queryField)
    }

    /// Returns a condition that is true if a property is greater than or equal to another one.
    public static func >= <Other: QueryOperand>(
        field: Self, other: Other
    ) -> QueryCondition<Wrapped.Root>
    where Other.Root == Wrapped.Root, Other.Value == Wrapped.Value {
        field.queryField.compare(.greaterThanOrEqual, other.queryField)
    }
}
