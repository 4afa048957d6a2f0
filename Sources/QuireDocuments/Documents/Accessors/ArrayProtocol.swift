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
