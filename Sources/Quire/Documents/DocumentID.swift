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
@propertyWrapper
public struct DocumentID: Sendable {
    /// The document's ID, or `nil` for a model that was never saved.
    public var wrappedValue: String? {
        didSet {
            guard wrappedValue != oldValue else { return }
            revision = nil
            base = nil
        }
    }

    /// The revision that the model was read from or saved as.
    var revision: RevisionID?

    /// The body of that revision, if the repository keeps it for merges.
    var base: DocumentBase?

    /// Makes the ID of a model that is not a stored document yet.
    ///
    /// - Parameter wrappedValue: The ID to save it under, or `nil` for a new one.
    public init(wrappedValue: String?) {
        self.wrappedValue = wrappedValue
    }

    /// Creates the ID of a stored document.
    init(_ id: String, revision: RevisionID?, base: DocumentBase? = nil) {
        wrappedValue = id
        self.revision = revision
        self.base = base
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
        wrappedValue = container.decodeNil() ? nil : try container.decode(String.self)
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
