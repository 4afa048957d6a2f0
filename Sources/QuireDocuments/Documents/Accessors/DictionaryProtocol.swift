/// A type with values for keys, such as a document, a dictionary or a query row.
///
/// A conforming type implements ``documentValue(forKey:)`` and inherits all typed accessors.
///
/// The accessors do not fail. If a value is missing or has another type, numeric accessors return
/// 0, Boolean accessors return `false`, and all others return `nil`.
///
/// ```swift
/// func price(of hotel: some DictionaryProtocol) -> String {
///     "\(hotel.string(forKey: "name") ?? "") costs \(hotel.double(forKey: "room_rate"))"
/// }
/// ```
public protocol DictionaryProtocol {
    /// The number of values.
    var count: Int { get }

    /// The keys, in order.
    var keys: [String] { get }

    /// Returns the value for a key, for use by the typed accessors.
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: The value, or a missing value if the key is absent.
    func documentValue(forKey key: String) -> DocumentValue

    /// Returns all values as native Swift collections.
    ///
    /// - Returns: The values by key. Null becomes `NSNull`, a number becomes `NSNumber`, and a blob
    ///   becomes ``Blob``.
    func toDictionary() -> [String: Any]
}

extension DictionaryProtocol {
    /// Returns whether a key has a value, including null.
    ///
    /// ```swift
    /// let hasPhones = hotel.contains(key: "phones")
    /// ```
    ///
    /// - Parameter key: The key, in which a period is an ordinary character.
    /// - Returns: `true` if the key has a value.
    public func contains(key: String) -> Bool {
        !documentValue(forKey: key).form.isMissing
    }
}

extension DictionaryProtocol where Self: Sequence {
    /// Returns an iterator over the keys.
    public func makeIterator() -> IndexingIterator<[String]> { keys.makeIterator() }
}
