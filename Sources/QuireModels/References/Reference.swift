/// A reference to the document of another model, for use as a property of a model.
///
/// ```swift
/// struct Hotel: DocumentModel {
///     @DocumentID var id: String?
///     var city: Reference<City>
///     var partners: [Reference<Hotel>] = []
/// }
///
/// let hotels = try database.repository(of: Hotel.self)
/// let hotel = try hotels.save(Hotel(city: "bergen"))
/// let city = try hotel.city.resolve(in: cities)
/// let inBergen = try hotels.filter { $0.city == "bergen" }.all()
/// ```
///
/// A reference is stored as the ID string. It never loads the model automatically, so models can
/// reference each other in a circle. The repository that resolves a reference determines the
/// collection. Resolving throws an error if the document does not exist.
public struct Reference<Model: DocumentModel>: Hashable, Sendable {
    /// The ID of the referenced document.
    public let id: String

    /// Creates a reference to a document, which does not need to exist.
    ///
    /// - Parameter id: The document's ID.
    public init(id: String) {
        self.id = id
    }

    /// Creates a reference to a model.
    ///
    /// ```swift
    /// let hotel = try hotels.require("hotel-1")
    /// try bookings.save(Booking(hotel: Reference(to: hotel)))
    /// ```
    ///
    /// - Parameter model: A model with an ID, such as a model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the model has no ID.
    public init(to model: Model) throws {
        guard let id = try ModelIdentity.ownID(of: model) else {
            throw QuireError(
                .invalidParameter,
                """
                A \(Model.self) without an ID cannot be referenced. Use the model that save(_:) \
                returned, which has an ID.
                """)
        }
        self.id = id
    }

    /// Creates a reference to the document that a model was read from or saved as.
    ///
    /// - Parameter stored: The model.
    public init(to stored: Stored<Model>) {
        id = stored.id
    }
}

extension Reference: Codable, CodingKeyRepresentable {
    /// Decodes the ID.
    ///
    /// - Parameter decoder: The decoder of one string.
    /// - Throws: `DecodingError` if the value is not a string.
    public init(from decoder: any Decoder) throws {
        id = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes the ID.
    ///
    /// - Parameter encoder: The encoder, which receives one string.
    /// - Throws: An error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }

    /// The ID as a key of a dictionary.
    public var codingKey: any CodingKey { PositionKey(stringValue: id) }

    /// Creates a reference from a key of a dictionary.
    ///
    /// - Parameter codingKey: The key.
    public init?(codingKey: some CodingKey) {
        self.init(id: codingKey.stringValue)
    }
}

extension Reference: ExpressibleByStringLiteral {
    /// Creates a reference from a string literal with the document's ID.
    ///
    /// - Parameter value: The document's ID.
    public init(stringLiteral value: String) {
        self.init(id: value)
    }
}

extension Reference: CustomStringConvertible {
    /// The type name and the ID.
    public var description: String { "\(Model.documentType) \"\(id)\"" }
}
