public import Fleece
import QuirePlatform

/// A document of a type that its ``DocumentFamily`` does not declare.
///
/// A newer version of the app or another app may have written it. You can read its ``body`` but not
/// change it. Saving the document keeps its contents unchanged.
///
/// ```swift
/// for case .unknown(let document) in try lodgings.all() {
///     print(document.typeName, document.body.count)  // tent 1
/// }
/// ```
public struct UnknownDocument: Sendable {
    /// The document's ID, or `nil` for a value inside another model.
    public var id: String? { identity.wrappedValue }

    /// The type name in the document.
    public private(set) var typeName: String

    /// All properties of the document, including the type discriminator.
    public let body: FleeceDictionary

    private let identity: DocumentID

    /// Returns the document with another type name.
    func named(_ typeName: String) -> UnknownDocument {
        var document = self
        document.typeName = typeName
        return document
    }

    /// A key for the identity that documents do not use.
    private static let identityKey = FamilyKey("\u{1}id\u{1}")
}

extension UnknownDocument: Hashable {
    /// Returns whether two documents have the same ID and the same properties.
    public static func == (left: UnknownDocument, right: UnknownDocument) -> Bool {
        left.identity == right.identity && left.text == right.text
    }

    /// Hashes the ID and the type name.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
        hasher.combine(typeName)
    }

    private var text: String? { try? body.value.json(.canonical) }
}

extension UnknownDocument: Codable {
    /// Decodes the complete document.
    ///
    /// - Parameter decoder: The decoder of a document, or of another format such as JSON.
    /// - Throws: `DecodingError` if the value is not an object, or if it contains a value that a
    ///   document cannot store.
    public init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: FamilyKey.self)
        identity = try keys.decode(DocumentID.self, forKey: Self.identityKey)
        let stored: FleeceValue?
        // In a JSON text, long numbers are not stored as numbers.
        if let node = decoder as? DecodingNode, node.session.withObject({ $0.text == .none }) {
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
                    codingPath: decoder.codingPath, debugDescription: "expected an object"))
        }
        self.body = body
        typeName = body["type"]?.string ?? ""
    }

    /// Encodes the complete document unchanged.
    ///
    /// - Parameter encoder: The encoder of a document, or of another format such as JSON.
    /// - Throws: An error that the encoder throws.
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
