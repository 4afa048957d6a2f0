import SQLPlusPlus

/// A property of a model, to be compared in a filter, sorted by or selected.
///
/// Inside of a filter `$0` is the field of the whole model, and every property of a plain `Codable`
/// type is a field again, as are the items of arrays and the values of dictionaries:
///
/// ```swift
/// hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
/// hotels.filter { $0.reviews.any { $0.rating >= 4 } && $0.names["nb"].hasPrefix("Hav") }
/// ```
///
/// A field stands for the place where the property is stored, as the type's own coding says. What a
/// field itself offers, such as ``isMissing``, hides a property of that name, which
/// `$0[dynamicMember: \.isMissing]` still reaches.
@dynamicMemberLookup
public struct QueryField<Root, Value>: Sendable {
    /// What the field stands for, or why it cannot be used.
    let source: Result<FieldSource, QuireError>

    init(_ source: Result<FieldSource, QuireError>) {
        self.source = source
    }

    init(_ place: FieldPlace) {
        source = .success(.place(place))
    }

    // Disfavoured, since a subscript such as `[0]` could be a key path as well.

    /// The field of a property.
    @_disfavoredOverload
    public subscript<Member>(
        dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
    ) -> QueryField<Root, Member> {
        below { place throws(QuireError) in try place.property(keyPath) }
    }

    /// The field of a property of an optional value.
    @_disfavoredOverload
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member> & Sendable
    ) -> QueryField<Root, Member?> where Value == Wrapped? {
        below { place throws(QuireError) in try place.property(keyPath) }
    }

    /// The field of an optional property of an optional value.
    @_disfavoredOverload
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member?> & Sendable
    ) -> QueryField<Root, Member?> where Value == Wrapped? {
        below { place throws(QuireError) in try place.property(keyPath) }
    }

    /// The field of what lies below this one.
    func below<Member>(
        _ step: (FieldPlace) throws(QuireError) -> FieldPlace
    ) -> QueryField<Root, Member> {
        QueryField<Root, Member>(
            source.flatMap { source in
                Result { () throws(QuireError) in .place(try step(source.place())) }
            })
    }

    /// The field of what is computed of this one.
    func computed<Computed>(
        _ compute: (FieldOperand) throws(QuireError) -> QueryTerm
    ) -> QueryField<Root, Computed> {
        QueryField<Root, Computed>(
            operand.flatMap { operand in
                Result { () throws(QuireError) in .computed(try compute(operand)) }
            })
    }

    /// A condition on this field.
    func condition(
        _ make: (FieldOperand) throws(QuireError) -> QueryTerm
    ) -> QueryCondition<Root> {
        QueryCondition(
            operand.flatMap { operand in
                Result { () throws(QuireError) in try make(operand) }
            })
    }

    /// The field as a term of a query.
    var term: Result<QueryTerm, QuireError> { source.map(\.term) }

    /// The field as a side of a condition.
    var operand: Result<FieldOperand, QuireError> {
        source.map { FieldOperand($0.term, type: Value.self) }
    }
}

extension QueryField where Root == Value {
    /// The field of the whole model.
    static var model: QueryField { QueryField(.model) }
}

extension QueryField {
    /// The path in a document's body at which the property is stored.
    ///
    /// - Returns: The path as SQL++ has it, such as `address.city`, or `meta().id`.
    /// - Throws: ``QuireError`` with code `invalidQuery` that says why the property is not stored.
    package func storedPath() throws -> String {
        switch try source.get().place().location {
        case .documentID: "meta().id"
        case .body(let path): path.description
        }
    }

    /// The path in a document's body at which a property of a type is stored.
    ///
    /// - Parameter keyPath: The property.
    /// - Returns: The path as SQL++ has it, such as `address.city`, or `meta().id`.
    /// - Throws: ``QuireError`` with code `invalidQuery` that says why the property is not stored.
    package static func storedPath(
        of keyPath: any KeyPath<Root, Value> & Sendable
    ) throws -> String {
        try QueryField<Root, Root>(.model)[dynamicMember: keyPath].storedPath()
    }
}
