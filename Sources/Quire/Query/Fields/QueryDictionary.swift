import SQLPlusPlus

/// A type whose values queries look into as dictionaries: `Dictionary`, and optional ones.
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
    /// The value for a key, which is `nil` if there is none.
    ///
    /// - Parameter key: The key, in the form in which it is stored.
    public subscript(key: Value.QueryKey) -> QueryField<Root, Value.QueryItem?> {
        below { place throws(QuireError) in try place.value(forDictionaryKey: key) }
    }
}

extension FieldPlace {
    /// The place of the value for a key of a Swift dictionary.
    ///
    /// - Throws: ``QuireError`` with code `invalidQuery` if such keys are none of an object.
    func value<Key>(forDictionaryKey key: Key) throws(QuireError) -> FieldPlace {
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
