import Fleece
import Foundation

/// A document that can be changed and saved.
///
/// ```swift
/// let task = MutableDocument()
///     .setString("task", forKey: "type")
///     .setDate(Date(), forKey: "createdAt")
/// try collection.save(document: task)
/// ```
///
/// Changes are the object's own until it is saved: queries and other objects do not see them. Saving
/// gives the object its new revision, so that it can be changed and saved again.
public final class MutableDocument: Document, MutableDictionaryProtocol, MutableDictionaryFragment {
    /// Makes a document with an ID of its own, a random one.
    public convenience init() {
        self.init(id: nil)
    }

    /// Makes a document.
    ///
    /// - Parameter id: The ID, which is examined when the document is saved; `nil` for a random one.
    public init(id: String?) {
        super.init(id: id ?? Self.newID(), DictionaryContent(isMutable: true))
    }

    /// Makes a document of some values, with a random ID.
    ///
    /// - Parameter data: The values by key, as ``MutableDictionaryProtocol/setValue(_:forKey:)`` takes
    ///   them, or `nil` for none.
    public convenience init(data: [String: Any]?) {
        self.init(id: nil, data: data)
    }

    /// Makes a document of some values.
    ///
    /// - Parameters:
    ///   - id: The ID, which is examined when the document is saved; `nil` for a random one.
    ///   - data: The values by key, as ``MutableDictionaryProtocol/setValue(_:forKey:)`` takes them,
    ///     or `nil` for none.
    public convenience init(id: String?, data: [String: Any]?) {
        self.init(id: id)
        if let data { content.replaceAll(with: data) }
    }

    /// Makes a document of a JSON text, with a random ID.
    ///
    /// - Parameter json: An object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else.
    /// - Complexity: O(*n*) in the length of the text.
    public convenience init(json: String) throws {
        try self.init(id: nil, json: json)
    }

    /// Makes a document of a JSON text.
    ///
    /// - Parameters:
    ///   - id: The ID, which is examined when the document is saved; `nil` for a random one.
    ///   - json: An object.
    /// - Throws: ``QuireError`` with code `invalidJSON` if it is something else.
    /// - Complexity: O(*n*) in the length of the text.
    public init(id: String?, json: String) throws {
        super.init(
            id: id ?? Self.newID(),
            DictionaryContent(try DictionaryContent.pairs(json: json), isMutable: true))
    }

    /// Makes a document of a body.
    init(id: String?, body: FleeceDictionary) {
        super.init(id: id ?? Self.newID(), DictionaryContent(body, isMutable: true))
    }

    init(copying document: Document) {
        super.init(
            id: document.id, document.content.mutableCopy(), revision: document.revision,
            owner: document.owner, storedBody: document.storedBody)
    }

    private static func newID() -> String { UUID().uuidString }

    // MARK: Changing

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

    /// Returns the document itself.
    ///
    /// - Returns: The same object.
    public override func toMutable() -> MutableDocument { self }
}
