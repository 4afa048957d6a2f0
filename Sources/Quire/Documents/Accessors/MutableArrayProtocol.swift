public import Foundation

/// What has values by index that can be set: mutable arrays.
///
/// A type takes values, and gets all typed setters for them. Each returns the same object, so that
/// calls can be put one after the other.
public protocol MutableArrayProtocol: ArrayProtocol, AnyObject {
    /// Sets the value at an index, as the typed setters give it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - index: The index.
    /// - Precondition: There is a value at the index.
    func setDocumentValue(_ value: DocumentValue, at index: Int)

    /// Inserts a value, as the typed setters give it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - index: The index that it is to have.
    /// - Precondition: There is a value at the index, or the index is the count.
    func insertDocumentValue(_ value: DocumentValue, at index: Int)

    /// Removes a value.
    ///
    /// - Parameter index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    func removeValue(at index: Int) -> Self

    /// Sets all values in place of those that there are.
    ///
    /// - Parameter data: Values, as ``setValue(_:at:)`` takes them.
    /// - Returns: The same object.
    @discardableResult
    func setData(_ data: [Any]) -> Self

    /// Sets all values in place of those that there are, from JSON text.
    ///
    /// - Parameter json: An array.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else; nothing has changed
    ///   then.
    @discardableResult
    func setJSON(_ json: String) throws -> Self
}

extension MutableArrayProtocol {
    /// Sets a value of any kind.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`, a string, number, truth value, date, data, blob, or a collection of such,
    ///     native or an object.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
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
    /// - Precondition: There is a value at the index.
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
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setNumber(_ value: NSNumber?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setInt(_ value: Int, at index: Int) -> Self {
        setDocumentValue(.init(.integer(Int64(value))), at: index)
        return self
    }

    /// Sets a whole number of 64 bits.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setInt64(_ value: Int64, at index: Int) -> Self {
        setDocumentValue(.init(.integer(value)), at: index)
        return self
    }

    /// Sets a float.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setFloat(_ value: Float, at index: Int) -> Self {
        setDocumentValue(.init(.float(value)), at: index)
        return self
    }

    /// Sets a double, which stays one even if it is a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setDouble(_ value: Double, at index: Int) -> Self {
        setDocumentValue(.init(.double(value)), at: index)
        return self
    }

    /// Sets a truth value.
    ///
    /// - Parameters:
    ///   - value: The truth value.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setBoolean(_ value: Bool, at index: Int) -> Self {
        setDocumentValue(.init(.boolean(value)), at: index)
        return self
    }

    /// Sets a date, as a string in the form of ``DocumentDate``.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
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
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setBlob(_ value: Blob?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable one is taken as it is, of another a copy.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setArray(_ value: ArrayObject?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Sets a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable one is taken as it is, of another a copy.
    ///   - index: The index.
    /// - Returns: The same object.
    /// - Precondition: There is a value at the index.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, at index: Int) -> Self {
        setDocumentValue(.init(value), at: index)
        return self
    }

    /// Returns an array.
    ///
    /// - Parameter index: The index.
    /// - Returns: The array, the same object each time; or `nil` if there is none.
    public func array(at index: Int) -> MutableArrayObject? {
        documentValue(at: index).form.array as? MutableArrayObject
    }

    /// Returns a dictionary.
    ///
    /// - Parameter index: The index.
    /// - Returns: The dictionary, the same object each time; or `nil` if there is none.
    public func dictionary(at index: Int) -> MutableDictionaryObject? {
        documentValue(at: index).form.dictionary as? MutableDictionaryObject
    }
}
