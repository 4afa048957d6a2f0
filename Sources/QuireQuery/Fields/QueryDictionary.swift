import SQLPlusPlus

/// A type whose values are dictionaries in queries.
///
/// `Dictionary` conforms to it, and its optional type.
///
/// ```swift
/// let named = hotels.filter { $0.names["nb"] == "Havnehuset" }
/// ```
public protocol QueryDictionary<QueryKey, QueryItem> {
    /// The type of the keys.
    associatedtype QueryKey
    /// The type of the values.
    associatedtype QueryItem
}

extension Dictionary: QueryDictionary {
    /// The type of the keys.
    public typealias QueryKey = Key
    /// The type of the values.
    public typealias QueryItem = Value
}

extension Optional: QueryDictionary where Wrapped: QueryDictionary {
    /// The type of the keys.
    public typealias QueryKey = Wrapped.QueryKey
    /// The type of the values.
    public typealias QueryItem = Wrapped.QueryItem
}

extension QueryField where Value: QueryDictionary {
    /// The value for a key, or `nil` if the dictionary doesn't contain the key.
    ///
    /// - Parameter key: The key, which need not be in each dictionary.
    public subscript(key: Value.QueryKey) -> QueryField<Root, Value.QueryItem?> {
        below { fieldPath throws(QuireError) in try fieldPath.value(forDictionaryKey: key) }
    }
}

extension FieldPath {
    /// Returns the location of the value for a key of a Swift dictionary.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if dictionaries with keys of this type are
    ///   not stored as objects.
    package func value<Key>(forDictionaryKey key: Key) throws(QuireError) -> FieldPath {
        guard let form = DictionaryKeyForm<Key>.of(Key.self) else {
            throw QuireError(
                .invalidQuery,
                """
                The values of \(term) cannot be used in a query: a dictionary with keys of type \
                \(Key.self) is stored as an array.
                """)
        }
        return try value(forKey: form.text(key))
    }
}
