/// Values by key that can be set, to be put into a document or found in a mutable one.
///
/// ```swift
/// let address = MutableDictionaryObject()
///     .setString("4 Kaigaten", forKey: "street")
///     .setString("Bergen", forKey: "city")
/// hotel.setDictionary(address, forKey: "address")
/// ```
///
/// A document that has the dictionary sees each change of it. One dictionary can be put into several
/// places; a dictionary that contains itself cannot be saved.
public final class MutableDictionaryObject: DictionaryObject, MutableDictionaryProtocol,
    MutableDictionaryFragment
{
    /// Makes an empty dictionary.
    public init() {
        super.init(DictionaryContent(isMutable: true))
    }

    override init(_ content: DictionaryContent) {
        super.init(content)
    }

    /// Makes a dictionary of some values.
    ///
    /// - Parameter data: The values by key, as ``MutableDictionaryProtocol/setValue(_:forKey:)`` takes
    ///   them, or `nil` for none.
    public init(data: [String: Any]?) {
        super.init(DictionaryContent(isMutable: true))
        if let data { content.replaceAll(with: data) }
    }

    /// Makes a dictionary of a JSON text.
    ///
    /// - Parameter json: An object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else.
    /// - Complexity: O(*n*) in the length of the text.
    public init(json: String) throws {
        super.init(DictionaryContent(try DictionaryContent.pairs(json: json), isMutable: true))
    }

    /// Sets the value of a key, as the typed setters give it.
    ///
    /// - Parameters:
    ///   - value: The value, or none, to remove it.
    ///   - key: The key.
    public func setDocumentValue(_ value: DocumentValue, forKey key: String) {
        content.set(value.form, forKey: key)
    }

    /// Sets all values in place of those that there are.
    ///
    /// - Parameter data: Values by key, as ``MutableDictionaryProtocol/setValue(_:forKey:)`` takes
    ///   them.
    /// - Returns: The same object.
    @discardableResult
    public func setData(_ data: [String: Any]) -> Self {
        content.replaceAll(with: data)
        return self
    }

    /// Sets all values in place of those that there are, from JSON text.
    ///
    /// - Parameter json: An object.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else; nothing has changed
    ///   then.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        content.replaceAll(with: try DictionaryContent.pairs(json: json))
        return self
    }

    /// The place of a value, which can be set.
    ///
    /// - Parameter key: The key; there need not be a value.
    public override subscript(key: String) -> MutableFragment {
        MutableFragment(.key(key, content))
    }
}
