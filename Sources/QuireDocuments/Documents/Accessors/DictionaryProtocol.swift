public import Foundation

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
    /// - Parameter key: The key.
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
    /// - Parameter key: The key.
    /// - Returns: `true` if the key has a value.
    public func contains(key: String) -> Bool {
        !documentValue(forKey: key).form.isMissing
    }

    /// Returns a value of any type.
    ///
    /// - Parameter key: The key.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject``, `Data` or `NSNull`; or `nil` for a missing value. A date is returned
    ///   as a string.
    public func value(forKey key: String) -> Any? { documentValue(forKey: key).form.value }

    /// Returns a string.
    ///
    /// ```swift
    /// let name = hotel.string(forKey: "name") ?? "no name"
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The string, or `nil` for a missing or other value.
    public func string(forKey key: String) -> String? { documentValue(forKey: key).form.string }

    /// Returns a number.
    ///
    /// - Parameter key: The key.
    /// - Returns: The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    public func number(forKey key: String) -> NSNumber? { documentValue(forKey: key).form.number }

    /// Returns an integer.
    ///
    /// ```swift
    /// let stars = hotel.int(forKey: "stars")
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int(forKey key: String) -> Int {
        Int(clamping: documentValue(forKey: key).form.int64)
    }

    /// Returns a 64-bit integer.
    ///
    /// - Parameter key: The key.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int64(forKey key: String) -> Int64 { documentValue(forKey: key).form.int64 }

    /// Returns a number as a `Float`.
    ///
    /// - Parameter key: The key.
    /// - Returns: The nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public func float(forKey key: String) -> Float { Float(documentValue(forKey: key).form.double) }

    /// Returns a number as a `Double`.
    ///
    /// ```swift
    /// let rate = hotel.double(forKey: "roomRate")
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The number, 1 for `true`, or 0 for a missing or other value.
    public func double(forKey key: String) -> Double { documentValue(forKey: key).form.double }

    /// Returns a Boolean.
    ///
    /// - Parameter key: The key.
    /// - Returns: `false` if the value is `false`, zero, null or missing; otherwise `true`.
    public func boolean(forKey key: String) -> Bool { documentValue(forKey: key).form.boolean }

    /// Returns a date.
    ///
    /// ```swift
    /// let opened = hotel.date(forKey: "openedAt")
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    public func date(forKey key: String) -> Date? { documentValue(forKey: key).form.date }

    /// Returns a blob.
    ///
    /// - Parameter key: The key.
    /// - Returns: The blob, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func blob(forKey key: String) -> Blob? { documentValue(forKey: key).form.blob }

    /// Returns an array.
    ///
    /// - Parameter key: The key.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(forKey key: String) -> ArrayObject? { documentValue(forKey: key).form.array }

    /// Returns a dictionary.
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(forKey key: String) -> DictionaryObject? {
        documentValue(forKey: key).form.dictionary
    }
}

extension DictionaryProtocol where Self: Sequence {
    /// Returns an iterator over the keys.
    public func makeIterator() -> IndexingIterator<[String]> { keys.makeIterator() }
}
