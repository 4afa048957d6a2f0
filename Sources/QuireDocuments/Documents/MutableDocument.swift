package import Fleece
import Foundation

/// A document that can be changed and saved.
///
/// ```swift
/// let hotel = MutableDocument()
///     .setString("Harbour House", forKey: "name")
///     .setDate(Date(), forKey: "openedAt")
/// try collection.save(document: hotel)
/// ```
///
/// Other objects and queries do not see changes until the document is saved. Saving sets the
/// object's new revision, so that you can change and save the object again.
public final class MutableDocument: Document, MutableDictionaryProtocol, MutableDictionaryFragment {
    /// Creates a document with a random ID.
    public convenience init() {
        self.init(id: nil)
    }

    /// Creates an empty document.
    ///
    /// - Parameter id: The ID, which is validated when the document is saved, or `nil` for a random
    ///   ID.
    public init(id: String?) {
        super.init(id: id ?? Self.newID(), DictionaryContent(isMutable: true))
    }

    /// Creates a document with a random ID from native values.
    ///
    /// - Parameter data: The values by key, of the types that
    ///   ``MutableDictionaryProtocol/setValue(_:forKey:)`` accepts, or `nil` for an empty document.
    public convenience init(data: [String: Any]?) {
        self.init(id: nil, data: data)
    }

    /// Creates a document from native values.
    ///
    /// ```swift
    /// let hotel = MutableDocument(id: "hotel-1", data: ["name": "Grand", "stars": 4])
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ID, which is validated when the document is saved, or `nil` for a random ID.
    ///   - data: The values by key, of the types that
    ///     ``MutableDictionaryProtocol/setValue(_:forKey:)`` accepts, or `nil` for an empty
    ///     document.
    public convenience init(id: String?, data: [String: Any]?) {
        self.init(id: id)
        if let data { content.replaceAll(with: data) }
    }

    /// Creates a document with a random ID from JSON text.
    ///
    /// - Parameter json: The text of a JSON object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON object.
    /// - Complexity: O(*n*) in the length of the text.
    public convenience init(json: String) throws {
        try self.init(id: nil, json: json)
    }

    /// Creates a document from JSON text.
    ///
    /// ```swift
    /// let hotel = try MutableDocument(id: "hotel-2", json: #"{"name": "Harbour House"}"#)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ID, which is validated when the document is saved, or `nil` for a random ID.
    ///   - json: The text of a JSON object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if the text is not a JSON object.
    /// - Complexity: O(*n*) in the length of the text.
    public init(id: String?, json: String) throws {
        super.init(
            id: id ?? Self.newID(),
            DictionaryContent(try DictionaryContent.pairs(json: json), isMutable: true))
    }

    /// Creates a document from a document body.
    package init(id: String?, body: FleeceDictionary) {
        super.init(id: id ?? Self.newID(), DictionaryContent(body, isMutable: true))
    }

    package init(copying document: Document) {
        super.init(
            id: document.id, document.content.mutableCopy(), revision: document.revision,
            owner: document.owner, storedBody: document.storedBody)
    }

    private static func newID() -> String { UUID().uuidString }

    // MARK: Changing

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

    /// Returns the document itself.
    ///
    /// - Returns: The same object.
    public override func toMutable() -> MutableDocument { self }
}
