package import SQLPlusPlus

/// A property of a model that a query compares, sorts by or selects.
///
/// In a filter, `$0` is the field of the whole model. Each property of a plain `Codable` type is
/// also a field, and so are the items of arrays and the values of dictionaries:
///
/// ```swift
/// let cheap = hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
/// let praised = hotels.filter {
///     $0.reviews.any { $0.rating >= 4 } && $0.names["nb"].hasPrefix("Hav")
/// }
/// ```
///
/// A field represents the location at which the property is stored, according to the `Codable`
/// implementation of the type. The members of `QueryField`, such as ``isMissing``, hide model
/// properties with the same name. Use `$0[dynamicMember: \.isMissing]` to access these.
@dynamicMemberLookup
public struct QueryField<Root, Value>: Sendable {
    /// The source of the field's values, or the reason why the field cannot be used.
    package let source: Result<FieldSource, QuireError>

    package init(_ source: Result<FieldSource, QuireError>) {
        self.source = source
    }

    package init(_ fieldPath: FieldPath) {
        source = .success(.stored(fieldPath))
    }

    // Disfavored, because a subscript such as `[0]` could also be a key path.

    /// Returns the field of a property.
    @_disfavoredOverload
    public subscript<Member>(
        dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
    ) -> QueryField<Root, Member> {
        below { fieldPath throws(QuireError) in try fieldPath.property(keyPath) }
    }

    /// Returns the field of a property of an optional value.
    @_disfavoredOverload
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member> & Sendable
    ) -> QueryField<Root, Member?> where Value == Wrapped? {
        below { fieldPath throws(QuireError) in try fieldPath.property(keyPath) }
    }

    /// Returns the field of an optional property of an optional value.
    @_disfavoredOverload
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member?> & Sendable
    ) -> QueryField<Root, Member?> where Value == Wrapped? {
        below { fieldPath throws(QuireError) in try fieldPath.property(keyPath) }
    }

    /// Returns the field of a property or item of this field.
    package func below<Member>(
        _ step: (FieldPath) throws(QuireError) -> FieldPath
    ) -> QueryField<Root, Member> {
        QueryField<Root, Member>(
            source.flatMap { source in
                Result { () throws(QuireError) in .stored(try step(source.fieldPath())) }
            })
    }

    /// Returns a field whose values are computed from this field.
    package func computed<Computed>(
        _ compute: (FieldOperand) throws(QuireError) -> QueryTerm
    ) -> QueryField<Root, Computed> {
        QueryField<Root, Computed>(
            operand.flatMap { operand in
                Result { () throws(QuireError) in
                    .computed(
                        try compute(operand), requirements: operand.requirements,
                        keys: operand.keys)
                }
            })
    }

    /// Returns a condition on this field.
    package func condition(
        _ make: (FieldOperand) throws(QuireError) -> QueryTerm
    ) -> QueryCondition<Root> {
        QueryCondition(
            condition: operand.flatMap { operand in
                Result { () throws(QuireError) in
                    try operand.condition(make).requiring(operand.requirements)
                }
            })
    }

    /// The field as a query term.
    package var term: Result<QueryTerm, QuireError> { source.map(\.term) }

    /// The field as an operand of a condition.
    package var operand: Result<FieldOperand, QuireError> {
        source.map { FieldOperand($0, type: Value.self) }
    }
}

extension QueryField where Root == Value {
    /// The field of the whole model.
    package static var model: QueryField { QueryField(.model(Root.self)) }
}

extension QueryField {
    /// Returns the path of the property in the document body.
    ///
    /// - Returns: The path in SQL++, such as `address.city` or `meta().id`.
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message with the reason if the
    ///   property is not stored.
    package func storedPath() throws -> String {
        switch try source.get().fieldPath().location {
        case .documentID: "meta().id"
        case .body(let path): path.description
        }
    }

    /// Returns the path of a property of a type in the document body.
    ///
    /// - Parameter keyPath: The property.
    /// - Returns: The path in SQL++, such as `address.city` or `meta().id`.
    /// - Throws: ``QuireError`` with code `invalidQuery` and a message with the reason if the
    ///   property is not stored.
    package static func storedPath(
        of keyPath: any KeyPath<Root, Value> & Sendable
    ) throws -> String {
        try QueryField<Root, Root>.model[dynamicMember: keyPath].storedPath()
    }
}
