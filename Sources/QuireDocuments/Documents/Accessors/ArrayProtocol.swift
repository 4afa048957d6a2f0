public import Foundation

/// A type with values at integer indexes, such as an array or a query row.
///
/// A conforming type implements ``documentValue(at:)`` and inherits all typed accessors. The
/// accessors convert values in the same way as those of ``DictionaryProtocol``. An index that is
/// out of range has a missing value.
///
/// ```swift
/// func strings(in array: some ArrayProtocol) -> [String] {
///     (0..<array.count).compactMap { array.string(at: $0) }
/// }
/// ```
public protocol ArrayProtocol {
    /// The number of values.
    var count: Int { get }

    /// Returns the value at an index, for use by the typed accessors.
    ///
    /// - Parameter index: The index. It can be out of range.
    /// - Returns: The value, or a missing value if the index is out of range.
    func documentValue(at index: Int) -> DocumentValue

    /// Returns all values as native Swift collections.
    ///
    /// - Returns: The values. Null becomes `NSNull`, a number becomes `NSNumber`, and a blob
    ///   becomes ``Blob``.
    func toArray() -> [Any]
}

extension ArrayProtocol {
    /// Returns a value of any type.
    ///
    /// - Parameter index: The index.
    /// - Returns: A `String`, an `NSNumber`, a `Bool`, a ``Blob``, an ``ArrayObject``, a
    ///   ``DictionaryObject``, `Data` or `NSNull`; or `nil` for a missing value. A date is returned
    ///   as a string.
    public func value(at index: Int) -> Any? { documentValue(at: index).form.value }

    /// Returns a string.
    ///
    /// - Parameter index: The index.
    /// - Returns: The string, or `nil` for a missing or other value.
    public func string(at index: Int) -> String? { documentValue(at: index).form.string }

    /// Returns a number.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number, 1 or 0 for a Boolean, or `nil` for a missing or other value.
    public func number(at index: Int) -> NSNumber? { documentValue(at: index).form.number }

    /// Returns an integer.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int(at index: Int) -> Int { Int(clamping: documentValue(at: index).form.int64) }

    /// Returns a 64-bit integer.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number, truncated toward zero and clamped to the range of the return type; 1
    ///   for `true`; or 0 for a missing or other value.
    public func int64(at index: Int) -> Int64 { documentValue(at: index).form.int64 }

    /// Returns a number as a `Float`.
    ///
    /// - Parameter index: The index.
    /// - Returns: The nearest `Float`, 1 for `true`, or 0 for a missing or other value.
    public func float(at index: Int) -> Float { Float(documentValue(at: index).form.double) }

    /// Returns a number as a `Double`.
    ///
    /// - Parameter index: The index.
    /// - Returns: The number, 1 for `true`, or 0 for a missing or other value.
    public func double(at index: Int) -> Double { documentValue(at: index).form.double }

    /// Returns a Boolean.
    ///
    /// - Parameter index: The index.
    /// - Returns: `false` if the value is `false`, zero, null or missing; otherwise `true`.
    public func boolean(at index: Int) -> Bool { documentValue(at: index).form.boolean }

    /// Returns a date.
    ///
    /// - Parameter index: The index.
    /// - Returns: The date, or `nil` if the value is not a string that ``DocumentDate`` can parse.
    public func date(at index: Int) -> Date? { documentValue(at: index).form.date }

    /// Returns a blob.
    ///
    /// - Parameter index: The index.
    /// - Returns: The blob, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func blob(at index: Int) -> Blob? { documentValue(at: index).form.blob }

    /// Returns an array.
    ///
    /// - Parameter index: The index.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(at index: Int) -> ArrayObject? { documentValue(at: index).form.array }

    /// Returns a dictionary.
    ///
    /// - Parameter index: The index.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(at index: Int) -> DictionaryObject? {
        documentValue(at: index).form.dictionary
    }
}
