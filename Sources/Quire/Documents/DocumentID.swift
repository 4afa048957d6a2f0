import Synchronization

/// Keeps a document's ID in a model, outside the document's body.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var name: String
/// }
/// ```
///
/// Loading fills the ID in, and with it the revision that was read, so that a later save notices
/// when somebody else saved in between. Saving a model without an ID gives the document a new one;
/// the saved model that the call returns has it. Setting another ID makes the model a new document.
///
/// In the body of a document the property leaves no trace. Any other coder, such as `JSONEncoder`,
/// and a model nested in another, treat it as an ordinary string.
///
/// An object and the wrapper share the ID's storage. Copy the property's value, not the wrapper (`_id`), from
/// one object to another.
@propertyWrapper
public struct DocumentID: Sendable {
    /// What a document ID consists of.
    private struct Content: Sendable {
        var id: String?
        var revision: RevisionID?
        var base: DocumentBase?
    }

    /// The storage of an ID.
    ///
    /// It changes only for an object whose document was saved or deleted: the object and the wrapper that
    /// was read from it then have the new content. A structure gets other storage instead.
    private final class Storage: Sendable {
        let content: Mutex<Content>

        init(_ content: Content) { self.content = Mutex(content) }
    }

    private var storage: Storage

    /// The document's ID, or `nil` for a model that was never saved.
    public var wrappedValue: String? {
        get { storage.content.withLock { $0.id } }
        set {
            guard newValue != wrappedValue else { return }
            storage = Storage(Content(id: newValue))
        }
    }

    /// The revision that the model was read from or saved as.
    var revision: RevisionID? { storage.content.withLock { $0.revision } }

    /// The body of that revision, if the repository keeps it for merges.
    var base: DocumentBase? { storage.content.withLock { $0.base } }

    /// The address of the storage, which no other ID has but copies of this one.
    var address: UInt { UInt(bitPattern: ObjectIdentifier(storage)) }

    /// Makes the ID of a model that is not a stored document yet.
    ///
    /// - Parameter wrappedValue: The ID to save it under, or `nil` for a new one.
    public init(wrappedValue: String?) {
        storage = Storage(Content(id: wrappedValue))
    }

    /// Creates the ID of a stored document.
    init(_ id: String, revision: RevisionID?, base: DocumentBase? = nil) {
        storage = Storage(Content(id: id, revision: revision, base: base))
    }

    /// Takes over another ID's content, in all copies of this one.
    func fill(with other: DocumentID) {
        let content = other.storage.content.withLock { $0 }
        storage.content.withLock { $0 = content }
    }

    /// The revision that the model was read from or saved as, as text; `nil` for a new model.
    public var projectedValue: String? { revision?.description }
}

extension DocumentID: Hashable {
    /// Whether two IDs are the same; their revisions do not matter.
    public static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue == right.wrappedValue
    }

    /// Hashes the ID alone.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}

extension DocumentID: CustomReflectable {
    /// The ID and the revision.
    public var customMirror: Mirror {
        // The body that a repository keeps is not part of the value.
        Mirror(
            self, children: ["wrappedValue": wrappedValue as Any, "revision": revision as Any],
            displayStyle: .struct)
    }
}

extension DocumentID: Codable {
    /// Reads the ID as a string or null.
    ///
    /// - Throws: `DecodingError` if it is anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(
            wrappedValue: container.decodeNil() ? nil : try container.decode(String.self))
    }

    /// Writes the ID as a string or null.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue {
            try container.encode(wrappedValue)
        } else {
            try container.encodeNil()
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes an ID that the data may lack.
    ///
    /// - Parameters:
    ///   - type: `DocumentID`.
    ///   - key: The key of the property.
    /// - Returns: The ID, with `nil` if the key is missing.
    /// - Throws: `DecodingError` if there is a value that is neither a string nor null.
    public func decode(_ type: DocumentID.Type, forKey key: Key) throws -> DocumentID {
        try decodeIfPresent(type, forKey: key) ?? DocumentID(wrappedValue: nil)
    }
}
