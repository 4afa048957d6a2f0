public import Fleece

/// A document of a type that a ``DocumentFamily`` does not know, with all that is in it.
///
/// Saved again it is as it was, whatever it holds; a newer version of an app has written it, or another
/// app. It can be read by its ``body``, and cannot be changed.
public struct UnknownDocument: Sendable {
    /// The document's ID; `nil` for a value inside of another model.
    public var id: String? { identity.wrappedValue }

    /// The type name that the document has.
    public private(set) var typeName: String

    /// All the properties, the type attribute included.
    public let body: FleeceDictionary

    private let identity: DocumentID

    /// The document with the type name that was found for it.
    func named(_ typeName: String) -> UnknownDocument {
        var document = self
        document.typeName = typeName
        return document
    }

    /// No key that a document would have of its own.
    private static let identityKey = FamilyKey("\u{1}id\u{1}")
}

extension UnknownDocument: Hashable {
    /// Whether two documents have the same ID and the same properties.
    public static func == (left: UnknownDocument, right: UnknownDocument) -> Bool {
        left.identity == right.identity && left.text == right.text
    }

    /// Hashes the ID and the type.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(typeName)
    }

    private var text: String? { try? body.value.json(.canonical) }
}

extension UnknownDocument: Codable {
    /// Reads everything.
    ///
    /// - Parameter decoder: Where it is read from.
    /// - Throws: `DecodingError` if there is no object, or something in it that no document can have.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: FamilyKey.self)
        identity = try keys.decode(DocumentID.self, forKey: Self.identityKey)
        let stored: FleeceValue?
        if let node = decoder as? DecodingNode {
            stored = node.stored
        } else {
            let writer = FleeceWriter()
            try StoredContent(from: decoder).write(into: writer)
            stored = FleeceStorage(try writer.finish()).root
        }
        guard let body = stored?.dictionary else {
            throw DecodingError.typeMismatch(
                [String: Any].self,
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "there is no object"))
        }
        self.body = body
        typeName = body["type"]?.string ?? ""
    }

    /// Writes everything as it was.
    ///
    /// - Parameter encoder: Where it is written.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if identity.wrappedValue != nil {
            var container = encoder.container(keyedBy: FamilyKey.self)
            try container.encode(identity, forKey: Self.identityKey)
        }
        if let node = encoder as? EncodingNode {
            try node.encode(pairsOf: body)
        } else {
            try StoredContent.encode(body, into: encoder)
        }
    }
}
