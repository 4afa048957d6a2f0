public import Foundation

/// What has values by index: arrays, and rows of queries.
///
/// A type gives the value at an index, and gets all typed accessors for it. They are those of
/// ``DictionaryProtocol``; at an index where nothing is they find no value.
public protocol ArrayProtocol {
    /// The number of values.
    var count: Int { get }

    /// Returns the value at an index, as the typed accessors take it.
    ///
    /// - Parameter index: Any number.
    /// - Returns: The value, which may say that there is none.
    func documentValue(at index: Int) -> DocumentValue

    /// Returns all values, with native collections in place of objects.
    ///
    /// - Returns: The values; null is `NSNull`, a number an `NSNumber`, a blob a ``Blob``.
    func toArray() -> [Any]
}

extension ArrayProtocol {
    /// Returns a value of any kind.
    ///
    /// - Parameter index: The index.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject``, `Data` or `NSNull`; `nil` if there is none. A date is a string.
    public func value(at index: Int) -> Any? { documentValue(at: index).form.value }

    /// Returns a string.
    ///
    /// - Parameter index: The index.
    /// - Returns: The string, or `nil` if there is none.
    public func string(at index: Int) -> String? { documentValue(at: index).form.string }

    /// Returns a number.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number, 1 or 0 for a truth value, or `nil` if it is neither.
    public func number(at index: Int) -> NSNumber? { documentValue(at: index).form.number }

    /// Returns a whole number.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number without its fraction, 1 for `true`, or 0. One that is too large or too
    ///   small becomes the nearest that fits.
    public func int(at index: Int) -> Int { Int(clamping: documentValue(at: index).form.int64) }

    /// Returns a whole number of 64 bits.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number without its fraction, 1 for `true`, or 0. One that is too large or too
    ///   small becomes the nearest that fits.
    public func int64(at index: Int) -> Int64 { documentValue(at: index).form.int64 }

    /// Returns a number as a float.
    ///
    /// - Parameter index: The index.
    /// - Returns: The nearest float, 1 for `true`, or 0.
    public func float(at index: Int) -> Float { Float(documentValue(at: index).form.double) }

    /// Returns a number as a double.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number, 1 for `true`, or 0.
    public func double(at index: Int) -> Double { documentValue(at: index).form.double }

    /// Returns a truth value.
    ///
    /// - Parameter index: The index.
    /// - Returns: `false` if the value is `false`, a zero or null, or if there is none; else `true`.
    public func boolean(at index: Int) -> Bool { documentValue(at: index).form.boolean }

    /// Returns a date.
    ///
    /// - Parameter index: The index.
    /// - Returns: The date, or `nil` if the value is not a string that ``DocumentDate`` reads.
    public func date(at index: Int) -> Date? { documentValue(at: index).form.date }

    /// Returns a blob.
    ///
    /// - Parameter index: The index.
    /// - Returns: The blob, the same object each time; or `nil` if there is none.
    public func blob(at index: Int) -> Blob? { documentValue(at: index).form.blob }

    /// Returns an array.
    ///
    /// - Parameter index: The index.
    /// - Returns: The array, the same object each time; or `nil` if there is none.
    public func array(at index: Int) -> ArrayObject? { documentValue(at: index).form.array }

    /// Returns a dictionary.
    ///
    /// - Parameter index: The index.
    /// - Returns: The dictionary, the same object each time; or `nil` if there is none.
    public func dictionary(at index: Int) -> DictionaryObject? {
        documentValue(at: index).form.dictionary
    }
}
