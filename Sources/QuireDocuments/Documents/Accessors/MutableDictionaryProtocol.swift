public import Foundation

/// A type with values for keys that can be set, such as a mutable document or dictionary.
///
/// A conforming type implements the untyped requirements and inherits all typed setters. Each
/// setter returns the same object, so that calls can be chained.
///
/// ```swift
/// func set(_ street: String, _ city: String, in address: some MutableDictionaryProtocol) {
///     address.setString(street, forKey: "street").setString(city, forKey: "city")
/// }
/// ```
public protocol MutableDictionaryProtocol: DictionaryProtocol, AnyObject {
    /// Sets the value for a key, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value. A missing value removes the key.
    ///   - key: The key.
    func setDocumentValue(_ value: DocumentValue, forKey key: String)

    /// Replaces all values.
    ///
    /// - Parameter data: The new values by key, of the types that ``setValue(_:forKey:)`` accepts.
    /// - Returns: The same object.
    @discardableResult
    func setData(_ data: [String: Any]) -> Self

    /// Replaces all values with those of a JSON object.
    ///
    /// - Parameter json: The text of a JSON object.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON object. In this
    ///   case, the values do not change.
    @discardableResult
    func setJSON(_ json: String) throws -> Self
}

extension MutableDictionaryProtocol {
    /// Sets a value of any type.
    ///
    /// ```swift
    /// hotel.setValue(["sea view", "parking"], forKey: "features")
    /// ```
    ///
    /// - Parameters:
    ///   - value: `nil` or `NSNull`; a string, number, Boolean, date, `Data` or blob; or a
    ///     collection of these, either a native collection or an object.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setValue(_ value: Any?, forKey key: String) -> Self {
        setDocumentValue(DocumentValue(any: value), forKey: key)
        return self
    }

    /// Sets a string.
    ///
    /// ```swift
    /// hotel.setString("Harbour House", forKey: "name").setInt(4, forKey: "stars")
    /// ```
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

    /// Sets an integer.
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

    /// Sets a 64-bit integer.
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

    /// Sets a `Float`.
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

    /// Sets a `Double`, which is not converted to an integer even if it has no fraction.
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

    /// Sets a Boolean.
    ///
    /// - Parameters:
    ///   - value: The Boolean.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setBoolean(_ value: Bool, forKey key: String) -> Self {
        setDocumentValue(.init(.boolean(value)), forKey: key)
        return self
    }

    /// Sets a date, stored as a string in the format of ``DocumentDate``.
    ///
    /// ```swift
    /// hotel.setDate(Date(), forKey: "openedAt")
    /// ```
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
    ///   - value: The array, or `nil` for null. A mutable array is stored by reference; an
    ///     immutable array is copied.
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
    ///   - value: The dictionary, or `nil` for null. A mutable dictionary is stored by reference;
    ///     an immutable dictionary is copied.
    ///   - key: The key.
    /// - Returns: The same object.
    @discardableResult
    public func setDictionary(_ value: DictionaryObject?, forKey key: String) -> Self {
        setDocumentValue(.init(value), forKey: key)
        return self
    }

    /// Removes a key and its value.
    ///
    /// If the key is absent, the method has no effect.
    ///
    /// ```swift
    /// hotel.removeValue(forKey: "stars").setValue(["spa", "pool"], forKey: "amenities")
    /// ```
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
    /// ```swift
    /// hotel.array(forKey: "phones")?.addString("650-000-0001")
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The array, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func array(forKey key: String) -> MutableArrayObject? {
        documentValue(forKey: key).form.array as? MutableArrayObject
    }

    /// Returns a dictionary.
    ///
    /// ```swift
    /// hotel.dictionary(forKey: "address")?.setString("5016", forKey: "code")
    /// ```
    ///
    /// - Parameter key: The key.
    /// - Returns: The dictionary, or `nil` for a missing or other value. Each call returns the same
    ///   object.
    public func dictionary(forKey key: String) -> MutableDictionaryObject? {
        documentValue(forKey: key).form.dictionary as? MutableDictionaryObject
    }
}
