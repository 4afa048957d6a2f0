/// A dictionary whose values can be set and removed.
///
/// ```swift
/// let address = MutableDictionaryObject()
///     .setString("4 Kaigaten", forKey: "street")
///     .setString("Bergen", forKey: "city")
/// hotel.setDictionary(address, forKey: "address")
/// ```
///
/// Changes to the dictionary are visible in each document that contains it. You can add one
/// dictionary to several collections. A dictionary that contains itself cannot be saved.
public final class MutableDictionaryObject: DictionaryObject, MutableDictionaryProtocol,
    MutableDictionaryFragment
{
    /// Creates an empty dictionary.
    public init() {
        super.init(DictionaryContent(isMutable: true))
    }

    override init(_ content: DictionaryContent) {
        super.init(content)
    }

    /// Creates a dictionary from native values.
    ///
    /// - Parameter data: The values by key, of the types that
    ///   ``MutableDictionaryProtocol/setValue(_:forKey:)`` accepts, or `nil` for an empty
    ///   dictionary.
    public init(data: [String: Any]?) {
        super.init(DictionaryContent(isMutable: true))
        if let data { content.replaceAll(with: data) }
    }

    /// Creates a dictionary from JSON text.
    ///
    /// - Parameter json: The text of a JSON object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON object.
    /// - Complexity: O(*n*) in the length of the text.
    public init(json: String) throws {
        super.init(DictionaryContent(try DictionaryContent.pairs(json: json), isMutable: true))
    }

    /// Sets the value for a key, on behalf of the typed setters.
    ///
    /// - Parameters:
    ///   - value: The value. A missing value removes the key.
    ///   - key: The key. If it has a value, that is replaced.
    public func setDocumentValue(_ value: DocumentValue, forKey key: String) {
        content.set(value.form, forKey: key)
    }

    /// Replaces all values.
    ///
    /// - Parameter data: The new values by key, of the types that
    ///   ``MutableDictionaryProtocol/setValue(_:forKey:)`` accepts.
    /// - Returns: The same object.
    @discardableResult
    public func setData(_ data: [String: Any]) -> Self {
        content.replaceAll(with: data)
        return self
    }

    /// Replaces all values with those of a JSON object.
    ///
    /// - Parameter json: The text of a JSON object.
    /// - Returns: The same object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON object. In this
    ///   case, the values do not change.
    /// - Complexity: O(*n*) in the length of the text.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        content.replaceAll(with: try DictionaryContent.pairs(json: json))
        return self
    }

    /// The mutable fragment for a key.
    ///
    /// - Parameter key: The key. It can be absent.
    public override subscript(key: String) -> MutableFragment {
        MutableFragment(.key(key, content))
    }
}
