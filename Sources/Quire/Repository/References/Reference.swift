/// The ID of another model's document, as a property of a model.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var city: Reference<City>
///     var partners: [Reference<Hotel>] = []
/// }
///
/// let city = try hotel.city.resolve(in: cities)
/// let inBergen = try hotels.filter { $0.city == "bergen" }.all()
/// ```
///
/// It is stored as the ID's text and nothing else, and loads nothing by itself: models may refer to one
/// another in a circle. Whether there is such a document is found out when it is resolved. In which
/// collection it is, the repository says that resolves it.
public struct Reference<Model: DocumentModel>: Hashable, Sendable {
    /// The ID of the document.
    public let id: String

    /// Makes a reference to a document, which need not be there.
    ///
    /// - Parameter id: The document's ID.
    public init(id: String) {
        self.id = id
    }

    /// Makes a reference to a model.
    ///
    /// - Parameter model: A model that was loaded or saved, or has its ID otherwise.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model has no ID.
    public init(to model: Model) throws {
        let wrapped = try ModelIdentity.documentID(of: model)
        let ownID = try wrapped.map { $0.wrappedValue } ?? ModelIdentity.identifier(of: model)
        guard let id = ownID else {
            throw QuireError(
                .invalidParameter, "A \(Model.self) without an ID cannot be referred to.")
        }
        self.id = id
    }

    /// Makes a reference to the document that a model was read from or saved as.
    ///
    /// - Parameter stored: The model.
    public init(to stored: Stored<Model>) {
        id = stored.id
    }
}

extension Reference: Codable, CodingKeyRepresentable {
    /// Reads the ID.
    ///
    /// - Parameter decoder: Where it is read from.
    /// - Throws: `DecodingError` if there is no text.
    public init(from decoder: any Decoder) throws {
        id = try decoder.singleValueContainer().decode(String.self)
    }

    /// Writes the ID.
    ///
    /// - Parameter encoder: Where it is written.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }

    /// The ID as a key of a dictionary.
    public var codingKey: any CodingKey { PositionKey(stringValue: id) }

    /// Makes a reference of a dictionary's key.
    ///
    /// - Parameter codingKey: The key.
    public init?(codingKey: some CodingKey) {
        self.init(id: codingKey.stringValue)
    }
}

extension Reference: ExpressibleByStringLiteral {
    /// Makes a reference of an ID that is written down in the program.
    ///
    /// - Parameter value: The document's ID.
    public init(stringLiteral value: String) {
        self.init(id: value)
    }
}

extension Reference: CustomStringConvertible {
    /// The type and the ID.
    public var description: String { "\(Model.documentType) \"\(id)\"" }
}
