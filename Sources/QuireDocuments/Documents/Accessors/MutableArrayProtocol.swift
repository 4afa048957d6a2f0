/// A type with values at integer indexes that can be set, such as a mutable array.
///
/// A conforming type implements the untyped requirements and inherits all typed setters. Each
/// setter returns the same object, so that calls can be chained.
///
/// ```swift
/// func addPhones(_ phones: [String], to array: some MutableArrayProtocol) {
///     for phone in phones { array.addString(phone) }
/// }
/// ```
public protocol MutableArrayProtocol: ArrayProtocol, AnyObject {
    /// Sets the value at an index, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value. A missing value is stored as null.
    ///   - index: The index.
    /// - Precondition: The index is in the range `0..<count`.
    func setDocumentValue(_ value: DocumentValue, at index: Int)

    /// Inserts a value at an index, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value. A missing value is stored as null.
    ///   - index: The index at which to insert it.
    /// - Precondition: The index is in the range `0...count`.
    func insertDocumentValue(_ value: DocumentValue, at index: Int)

    /// Removes the value at an index.
    ///
    /// - Parameter index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    func removeValue(at index: Int) -> Self

    /// Replaces all values.
    ///
    /// - Parameter data: The new values, of the types that ``setValue(_:at:)`` accepts.
    /// - Returns: The same object.
    @discardableResult
    func setData(_ data: [Any]) -> Self

    /// Replaces all values with those of a JSON array.
    ///
    /// - Parameter json: The text of a JSON array.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON array. In this
    ///   case, the values do not change.
    @discardableResult
    func setJSON(_ json: String) throws -> Self
}
