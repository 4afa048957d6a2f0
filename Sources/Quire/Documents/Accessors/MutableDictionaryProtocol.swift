public import Foundation

/// What has values by key that can be set: mutable documents and dictionaries.
///
/// A type takes the value of a key, and gets all typed setters for it. Each returns the same object,
/// so that calls can be put one after the other.
public protocol MutableDictionaryProtocol: DictionaryProtocol, AnyObject {
    /// Sets the value of a key, as the typed setters give it.
    ///
    /// - Parameters:
    ///   - value: The value, or none, to remove it.
    ///   - key: The key.
    func setDocumentValue(_ value: DocumentValue, forKey key: String)

    /// Sets all values in place of those that there are.
    ///
    /// - Parameter data: Values by key, as ``setValue(_:forKey:)`` takes them.
    /// - Returns: The same object.
    @discardableResult
    func setData(_ data: [String: Any]) -> Self

    /// Sets all values in place of those that there are, from JSON text.
    ///
    /// - Parameter json: An object.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else; nothing has changed
    ///   then.
    @discardableResult
    func setJSON(_ json: String) throws -> Self
}

extension MutableDictionaryProtocol {
    /// Sets a value of any kind.
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`, a string, number, truth value, date, data, blob, or a collection of such,
    ///     native or an object.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setValue(_ value: Any?, forKey key: String) -> Self {
        setDocumentValue(DocumentValue(any: value), forKey: key)
        return self
    }

    /// Sets a string.
    ///
    /// - Parameters:
    ///   - value: The string, or `nil` for null.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setString(_ value: String?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets a number.
    ///
    /// - Parameters:
    ///   - value: The number, or `nil` for null.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setNumber(_ value: NSNumber?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setInt(_ value: Int, forKey key: String) -> Self {
        setDocumentValue(.init(.integer(Int64(value))), forKey: key)
        return self
    }

    /// Sets a whole number of 64 bits.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setInt64(_ value: Int64, forKey key: String) -> Self {
        setDocumentValue(.init(.integer(value)), forKey: key)
        return self
    }

    /// Sets a float.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setFloat(_ value: Float, forKey key: String) -> Self {
        setDocumentValue(.init(.float(value)), forKey: key)
        return self
    }

    /// Sets a double, which stays one even if it is a whole number.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setDouble(_ value: Double, forKey key: String) -> Self {
        setDocumentValue(.init(.double(value)), forKey: key)
        return self
    }

    /// Sets a truth value.
    ///
    /// - Parameters:
    ///   - value: The truth value.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setBoolean(_ value: Bool, forKey key: String) -> Self {
        setDocumentValue(.init(.boolean(value)), forKey: key)
        return self
    }

    /// Sets a date, as a string in the form of ``DocumentDate``.
    ///
    /// - Parameters:
    ///   - value: The date, or `nil` for null.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setDate(_ value: Date?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets a blob.
    ///
    /// - Parameters:
    ///   - value: The blob, or `nil` for null.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setBlob(_ value: Blob?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets an array.
    ///
    /// - Parameters:
    ///   - value: The array, or `nil` for null. A mutable one is taken as it is, of another a copy.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setArray(_ value: ArrayObject?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Sets a dictionary.
    ///
    /// - Parameters:
    ///   - value: The dictionary, or `nil` for null. A mutable one is taken as it is, of another a copy.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Removes a value; without one it does nothing.
    ///
    /// - Parameter key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func removeValue(forKey key: String) -> Self {
        setDocumentValue(.init(.missing), forKey: key)
        return self
    }

    /// Returns an array.
    ///
    /// - Parameter key: The key.
    /// - Returns: The array, the same object each time; or `nil` if there is none.
    public func array(forKey key: String) -> MutableArrayObject? {
        documentValue(forKey: key).form.array as? MutableArrayObject
    }

    /// Returns a dictionary.
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary, the same object each time; or `nil` if there is none.
    public func dictionary(forKey key: String) -> MutableDictionaryObject? {
        documentValue(forKey: key).form.dictionary as? MutableDictionaryObject
    }
}
