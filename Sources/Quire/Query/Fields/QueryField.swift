import SQLPlusPlus

/// A property of a model, to be compared in a filter or sorted by.
///
/// Inside of a filter `$0` is the field of the whole model, and every property of a plain `Codable`
/// type is a field again:
///
/// ```swift
/// hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
/// ```
///
/// A field stands for the place where the property is stored, as the type's own coding says.
@dynamicMemberLookup
public struct QueryField<Root, Value>: Sendable {
    /// Where the property is, or why it cannot be used.
    let location: Result<StoredPaths.Location, QuireError>

    init(_ location: Result<StoredPaths.Location, QuireError>) {
        self.location = location
    }

    /// The field of a property.
    public subscript<Member>(
        dynamicMember keyPath: any KeyPath<Value, Member> & Sendable
    ) -> QueryField<Root, Member> {
        QueryField<Root, Member>(below(keyPath))
    }

    /// The field of a property of an optional value.
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member> & Sendable
    ) -> QueryField<Root, Member?> where Value == Wrapped? {
        QueryField<Root, Member?>(below(keyPath))
    }

    /// The field of an optional property of an optional value.
    public subscript<Wrapped, Member>(
        dynamicMember keyPath: any KeyPath<Wrapped, Member?> & Sendable
    ) -> QueryField<Root, Member?> where Value == Wrapped? {
        QueryField<Root, Member?>(below(keyPath))
    }

    private func below<Base, Member>(
        _ keyPath: any KeyPath<Base, Member> & Sendable
    ) -> Result<StoredPaths.Location, QuireError> {
        location.flatMap { base -> Result<StoredPaths.Location, QuireError> in
            Result { () throws(QuireError) in try Self.locate(keyPath, below: base) }
        }
    }

    private static func locate<Base, Member>(
        _ keyPath: any KeyPath<Base, Member> & Sendable, below base: StoredPaths.Location
    ) throws(QuireError) -> StoredPaths.Location {
        guard case .body(let prefix) = base else {
            throw QuireError(
                .invalidQuery,
                "The property \(keyPath) cannot be used in a query: a document ID has none.")
        }
        switch Result(catching: { try StoredPaths.location(of: keyPath, isRoot: prefix.isEmpty) }) {
        case .success(.documentID): return .documentID
        case .success(.body(let path)):
            return .body(PropertyPath(prefix.components + path.components))
        case .failure(let error):
            throw error as? QuireError ?? QuireError(.invalidQuery, "\(error)")
        }
    }

    /// The place as a term of a query.
    var term: Result<QueryTerm, QuireError> {
        location.map { location in
            switch location {
            case .body(let path): .property(path, of: nil)
            case .documentID: .metadata(.id, of: nil)
            }
        }
    }
}

extension QueryField where Root == Value {
    /// The field of the whole model.
    static var model: QueryField { QueryField(.success(.body(PropertyPath()))) }
}
