public import Foundation

/// What has values by key: documents, dictionaries, and rows of queries.
///
/// A type gives the value of a key, and gets all typed accessors for it.
///
/// The accessors are lenient: where there is no value, or one of another kind, a number is 0, a truth
/// value `false`, and anything else `nil`.
public protocol DictionaryProtocol {
    /// The number of values.
    var count: Int { get }

    /// The keys, in their order.
    var keys: [String] { get }

    /// Returns the value of a key, as the typed accessors take it.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, which may say that there is none.
    func documentValue(forKey key: String) -> DocumentValue

    /// Returns all values, with native collections in place of objects.
    ///
    /// - Returns: The values by key; null is `NSNull`, a number an `NSNumber`, a blob a ``Blob``.
    func toDictionary() -> [String: Any]
}

extension DictionaryProtocol {
    /// Says whether there is a value, which may be null.
    ///
    /// - Parameter key: The key.
    /// - Returns: `true` if there is.
    public func contains(key: String) -> Bool {
        !documentValue(forKey: key).form.isMissing
    }

    /// Returns a value of any kind.
    ///
    /// - Parameter key: The key.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject``, `Data` or `NSNull`; `nil` if there is none. A date is a string.
    public func value(forKey key: String) -> Any? { documentValue(forKey: key).form.value }

    /// Returns a string.
    ///
    /// - Parameter key: The key.
    /// - Returns: The string, or `nil` if there is none.
    public func string(forKey key: String) -> String? { documentValue(forKey: key).form.string }

    /// Returns a number.
    ///
    /// - Parameter key: The key.
    /// - Returns: The number, 1 or 0 for a truth value, or `nil` if it is neither.
    public func number(forKey key: String) -> NSNumber? { documentValue(forKey: key).form.number }

    /// Returns a whole number.
    ///
    /// - Parameter key: The key.
    /// - Returns: The number without its fraction, 1 for `true`, or 0. One that is too large or too
    ///   small becomes the nearest that fits.
    public func int(forKey key: String) -> Int {
        Int(clamping: documentValue(forKey: key).form.int64)
    }

    /// Returns a whole number of 64 bits.
    ///
    /// - Parameter key: The key.
    /// - Returns: The number without its fraction, 1 for `true`, or 0. One that is too large or too
    ///   small becomes the nearest that fits.
    public func int64(forKey key: String) -> Int64 { documentValue(forKey: key).form.int64 }

    /// Returns a number as a float.
    ///
    /// - Parameter key: The key.
    /// - Returns: The nearest float, 1 for `true`, or 0.
    public func float(forKey key: String) -> Float { Float(documentValue(forKey: key).form.double) }

    /// Returns a number as a double.
    ///
    /// - Parameter key: The key.
    /// - Returns: The number, 1 for `true`, or 0.
    public func double(forKey key: String) -> Double { documentValue(forKey: key).form.double }

    /// Returns a truth value.
    ///
    /// - Parameter key: The key.
    /// - Returns: `false` if the value is `false`, a zero or null, or if there is none; else `true`.
    public func boolean(forKey key: String) -> Bool { documentValue(forKey: key).form.boolean }

    /// Returns a date.
    ///
    /// - Parameter key: The key.
    /// - Returns: The date, or `nil` if the value is not a string that ``DocumentDate`` reads.
    public func date(forKey key: String) -> Date? { documentValue(forKey: key).form.date }

    /// Returns a blob.
    ///
    /// - Parameter key: The key.
    /// - Returns: The blob, the same object each time; or `nil` if there is none.
    public func blob(forKey key: String) -> Blob? { documentValue(forKey: key).form.blob }

    /// Returns an array.
    ///
    /// - Parameter key: The key.
    /// - Returns: The array, the same object each time; or `nil` if there is none.
    public func array(forKey key: String) -> ArrayObject? { documentValue(forKey: key).form.array }

    /// Returns a dictionary.
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary, the same object each time; or `nil` if there is none.
    public func dictionary(forKey key: String) -> DictionaryObject? {
        documentValue(forKey: key).form.dictionary
    }
}

extension DictionaryProtocol where Self: Sequence {
    /// Goes through the keys.
    public func makeIterator() -> IndexingIterator<[String]> { keys.makeIterator() }
}
