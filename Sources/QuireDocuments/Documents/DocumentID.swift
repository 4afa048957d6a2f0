import QuirePlatform

/// A property wrapper that stores the document ID of a model.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var name: String
/// }
/// ```
///
/// The ID is stored outside the document body. Loading a model sets the ID and the revision that
/// was read, so that a later save detects concurrent changes. If you save a model without an ID,
/// the document gets a new ID, which is set in the model that the call returns. If you change the
/// ID, the model represents a new document.
///
/// The property is not encoded into the document body. All other coders, such as `JSONEncoder`,
/// encode it as an ordinary string. The same applies to a model that is nested in another model.
///
/// A model object and the wrapper share the storage of the ID. To copy an ID from one object to
/// another, copy the property's value, not the wrapper (`_id`).
@propertyWrapper
public struct DocumentID: Sendable {
    /// The ID, the revision and the merge base.
    private struct Content: Sendable {
        var id: String?
        var revision: RevisionID?
        var base: DocumentBase?
    }

    /// The storage of an ID.
    ///
    /// The content changes in place only if the model is an object and its document was saved or
    /// deleted. The object and the wrapper that was read from it then share the new content. A
    /// structure gets new storage instead.
    private final class Storage: Sendable {
        let content: Mutex<Content>

        package init(_ content: Content) { self.content = Mutex(content) }
    }

    private var storage: Storage

    /// The document ID, or `nil` for a model that was never saved.
    public var wrappedValue: String? {
        get { storage.content.withLock { $0.id } }
        set {
            guard newValue != wrappedValue else { return }
            storage = Storage(Content(id: newValue))
        }
    }

    /// The revision that the model was read from or saved as.
    package var revision: RevisionID? { storage.content.withLock { $0.revision } }

    /// The body of that revision, if the repository keeps it for merges.
    package var base: DocumentBase? { storage.content.withLock { $0.base } }

    /// The address of the storage.
    ///
    /// Only copies of this value have the same address.
    var address: UInt { UInt(bitPattern: ObjectIdentifier(storage)) }

    /// Creates the ID of a model that is not stored yet.
    ///
    /// - Parameter wrappedValue: The ID with which to save the model, or `nil` to generate an ID.
    public init(wrappedValue: String?) {
        storage = Storage(Content(id: wrappedValue))
    }

    /// Creates the ID of a stored document.
    package init(_ id: String, revision: RevisionID?, base: DocumentBase? = nil) {
        storage = Storage(Content(id: id, revision: revision, base: base))
    }

    /// Copies the content of another ID into the storage that all copies of this ID share.
    package func fill(with other: DocumentID) {
        let content = other.storage.content.withLock { $0 }
        storage.content.withLock { $0 = content }
    }

    /// The revision that the model was read from or saved as, or `nil` for a new model.
    public var projectedValue: String? { revision?.description }
}

extension DocumentID: Hashable {
    /// Returns whether two IDs are equal, ignoring their revisions.
    public static func == (left: Self, right: Self) -> Bool {
        left.wrappedValue == right.wrappedValue
    }

    /// Hashes the ID without its revision.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue)
    }
}

extension DocumentID: CustomStringConvertible, CustomDebugStringConvertible {
    /// The document ID, or `nil`.
    public var description: String { wrappedValue ?? "nil" }

    /// The document ID in quotation marks, or `nil`, for printed models.
    public var debugDescription: String { wrappedValue?.debugDescription ?? "nil" }
}

extension DocumentID: CustomReflectable {
    /// A mirror that contains the ID and the revision.
    public var customMirror: Mirror {
        // The merge base is not part of the value.
        Mirror(
            self, children: ["wrappedValue": wrappedValue as Any, "revision": revision as Any],
            displayStyle: .struct)
    }
}

extension DocumentID: Codable {
    /// Decodes the ID from a string or null.
    ///
    /// - Throws: `DecodingError` if the value has another type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(
            wrappedValue: container.decodeNil() ? nil : try container.decode(String.self))
    }

    /// Encodes the ID as a string or null.
    ///
    /// - Throws: Any error that the encoder throws.
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
    /// Decodes an ID whose key can be missing.
    ///
    /// - Parameters:
    ///   - type: `DocumentID`.
    ///   - key: The key of the property.
    /// - Returns: The ID, which is `nil` if the key is missing.
    /// - Throws: `DecodingError` if the value is neither a string nor null.
    public func decode(_ type: DocumentID.Type, forKey key: Key) throws -> DocumentID {
        try decodeIfPresent(type, forKey: key) ?? DocumentID(wrappedValue: nil)
    }
}
