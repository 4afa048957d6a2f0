/// A key and the term for its value, in a dictionary written in a query.
public struct DictionaryEntry: Hashable, Sendable {
    /// The key.
    public var key: String

    /// The term for the value; the entry is left out if its value is MISSING.
    public var value: QueryTerm

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The term for the value.
    public init(_ key: String, _ value: QueryTerm) {
        self.key = key
        self.value = value
    }
}
