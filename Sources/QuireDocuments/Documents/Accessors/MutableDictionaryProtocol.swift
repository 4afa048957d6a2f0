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
    ///   - key: The key. If it has a value, that is replaced.
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
    /// Removes a key and its value.
    ///
    /// If the key is absent, the method has no effect.
    ///
    /// ```swift
    /// hotel.removeValue(forKey: "stars").setValue(["spa", "pool"], forKey: "amenities")
    /// ```
    ///
    /// - Parameter key: The key, which need not have a value.
    /// - Returns: The same object.
    @discardableResult
    public func removeValue(forKey key: String) -> Self {
        setDocumentValue(.init(.missing), forKey: key)
        return self
    }
}
