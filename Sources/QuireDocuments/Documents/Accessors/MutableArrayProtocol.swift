public import Foundation

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
    ///   - value: The value.
    ///   - index: The index.
    /// - Precondition: The index is in the range `0..<count`.
    func setDocumentValue(_ value: DocumentValue, at index: Int)

    /// Inserts a value at an index, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value.
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

extension MutableArrayProtocol {
    /// Sets a value of any type.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///     collection of these, either a native collection or an object.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setValue(_ value: Any?, at index: Int) -> Self {
        setDocumentValue(DocumentValue(any: value), at: index)
        return self
    }

    /// Sets a string.
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setString(_ value: String?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setNumber(_ value: NSNumber?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets an integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setInt(_ value: Int, at index: Int) -> Self {
        setDocumentValue(.init(.integer(Int64(value))), at: index)
        return self
    }

    /// Sets a 64-bit integer.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setInt64(_ value: Int64, at index: Int) -> Self {
        setDocumentValue(.init(.integer(value)), at: index)
        return self
    }

    /// Sets a `Float`.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setFloat(_ value: Float, at index: Int) -> Self {
        setDocumentValue(.init(.float(value)), at: index)
        return self
    }

    /// Sets a `Double`, which is not converted to an integer even if it has no fraction.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setDouble(_ value: Double, at index: Int) -> Self {
        setDocumentValue(.init(.double(value)), at: index)
        return self
    }

    /// Sets a Boolean.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setBoolean(_ value: Bool, at index: Int) -> Self {
        setDocumentValue(.init(.boolean(value)), at: index)
        return self
    }

    /// Sets a date, stored as a string in the format of ``DocumentDate``.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setDate(_ value: Date?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets a blob.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setBlob(_ value: Blob?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable array is stored by reference; an
    ///     immutable array is copied.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setArray(_ value: ArrayObject?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable dictionary is stored by reference;
    ///     an immutable dictionary is copied.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: The index is in the range `0..<count`.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Returns an array.
    ///
    /// - Parameter index: The index.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(at index: Int) -> MutableArrayObject? {
        documentValue(at: index).form.array as? MutableArrayObject
    }

    /// Returns a dictionary.
    ///
    /// - Parameter index: The index.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(at index: Int) -> MutableDictionaryObject? {
        documentValue(at: index).form.dictionary as? MutableDictionaryObject
    }
}
