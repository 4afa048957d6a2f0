public import Fleece
import QuirePlatform

/// An encoder that converts models to document bodies.
///
/// It writes Fleece directly, without an intermediate representation:
///
/// ```swift
/// let encoder = DocumentEncoder()
/// let hotel = Hotel(name: "Grand", roomRate: 240)
/// print(try encoder.encodeToJSON(hotel))  // {"name":"Grand","roomRate":240.0}
/// ```
///
/// A document can contain every `Encodable` type whose top level is a dictionary. The rules of the
/// encoding are:
///
/// - The keys are those of the model's `CodingKeys`, or their snake case. A property that is `nil`
///   is omitted or null; ``ExplicitNull`` makes a single property null.
/// - `Date` is stored as a string in UTC, rounded to the millisecond (``DocumentDate``). `UUID` and
///   `URL` are stored as strings, and `Data` as bytes. `Decimal` is stored as the shortest number
///   with exactly its value, or as a string if no number has this value.
/// - Integers are stored exactly, or an error is thrown. `Float` and `Double` values stay `Float`
///   and `Double` values. Non-finite values are an error, unless the strategy is to store them as
///   strings.
/// - A Swift dictionary is stored as a dictionary if its keys are strings, integers, UUIDs, types
///   with such raw values, or `CodingKeyRepresentable`. With other keys it is stored as an array of
///   alternating keys and values. Sets and dictionaries are sorted, so that equal values have equal
///   bytes.
/// - A ``DocumentID`` at the top level is not part of the body.
/// - Collections can be nested 512 levels deep, or less if the thread's stack is too small. A value
///   in a single-value container does not add a level. A model that contains itself is an error.
///
/// If a model encodes several values for one key, the last one is stored. A model can keep
/// containers and super encoders and encode values into them until the document is complete. If a
/// model requests a container where it has encoded another kind of value, an error is thrown when
/// encoding ends.
///
/// An encoder is a value without state. Several threads can use it at the same time, and so can a
/// model that is being encoded.
public struct DocumentEncoder: Sendable {
    /// The `Encoder.userInfo` that models read, at every level.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The strategy for properties that are `nil`.
    public var nilEncodingStrategy = NilEncodingStrategy.omit

    /// The strategy for converting the model's coding keys to keys of the document.
    ///
    /// If it is `asIs`, the strategy of a ``KeyStrategyProviding`` type is used.
    public var keyEncodingStrategy = KeyStrategy.asIs

    /// The strategy for non-finite floating-point values.
    public var nonFiniteEncodingStrategy = NonFiniteStrategy.throw

    /// The strategy for `Data` values.
    public var dataEncodingStrategy = DataEncodingStrategy.binary

    /// Whether a type can declare its strategy for keys.
    private(set) var usesDeclaredKeys = true

    /// Creates an encoder with the default strategies.
    public init() {}

    package init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
    }

    /// Creates an encoder for values inside a model.
    ///
    /// - Parameters:
    ///   - userInfo: The `Encoder.userInfo` that models read.
    ///   - keys: The strategy for keys, also of types that declare another one.
    package init(
        userInfo: [CodingUserInfoKey: any Sendable] = [:], keys: KeyStrategy
    ) {
        self.userInfo = userInfo
        keyEncodingStrategy = keys
        usesDeclaredKeys = false
    }

    /// Whether the encoder has no options that differ from the defaults.
    var isPlain: Bool {
        guard case .throw = nonFiniteEncodingStrategy else { return false }
        return userInfo.isEmpty && nilEncodingStrategy == .omit && keyEncodingStrategy == .asIs
            && dataEncodingStrategy == .binary
    }

    /// Encodes a value to the bytes of a Fleece document.
    ///
    /// ```swift
    /// let storage = try DocumentEncoder().encodeToFleece(hotel)
    /// print(storage.rootDictionary?["name"]?.string ?? "")  // Grand
    /// ```
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: A document without shared keys.
    /// - Throws: `EncodingError` with the full coding path. Errors thrown by the value's
    ///   `encode(to:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the value.
    public func encodeToFleece(_ value: some Encodable) throws -> FleeceStorage {
        let writer = FleeceWriter()
        try encode(value, into: writer)
        return FleeceStorage(try writer.finish())
    }

    /// Encodes a value that is not a complete document.
    ///
    /// Unlike a document, the value can be an optional, which encodes nothing at the top level.
    ///
    /// - Parameter value: The value to encode; `nil` becomes null.
    /// - Returns: The encoded value, or `nil` if the value encodes nothing.
    /// - Throws: The errors of ``encodeToFleece(_:)``.
    package func encodedItem(_ value: some Encodable) throws -> FleeceValue? {
        try encodeToFleece([value]).root?.array?.value(at: 0)
    }

    /// Encodes a value as the next value of a writer, with the writer's shared keys.
    ///
    /// ```swift
    /// try hotels.saveBody(id: "hotel-42") { writer in try encoder.encode(hotel, into: writer) }
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - writer: The writer. After an error, its content is not usable.
    /// - Throws: `EncodingError` with the full coding path. Errors thrown by the value's
    ///   `encode(to:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(_ value: some Encodable, into writer: FleeceWriter) throws {
        _ = try encode(value, into: writer, discriminator: nil)
    }

    /// Encodes a value to JSON text.
    ///
    /// Bytes are written as base64.
    ///
    /// ```swift
    /// let json = try DocumentEncoder().encodeToJSON(hotel)
    /// print(json)  // {"name":"Grand","roomRate":240.0}
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - format: The layout of the text.
    /// - Returns: The JSON text.
    /// - Throws: `EncodingError` with the full coding path. Errors thrown by the value's
    ///   `encode(to:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the value.
    public func encodeToJSON(
        _ value: some Encodable, format: JSONFormat = .compact
    ) throws -> String {
        let storage = try encodeToFleece(value)
        do {
            return try storage.root?.json(format) ?? "null"
        } catch {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: [],
                    debugDescription: "the value cannot be written as JSON: \(error)",
                    underlyingError: error))
        }
    }

    /// Encodes a value as the next value of a writer.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - writer: The writer. After an error, its content is not usable.
    ///   - outer: The node of another session that encodes the value as part of its value, or
    ///     `nil`.
    ///   - discriminator: The type discriminator to add at the top level, or `nil`.
    ///   - encodedKeys: An object that collects the keys of the encoded dictionaries.
    /// - Returns: The ``DocumentID`` at the top level of the value, or `nil`.
    /// - Throws: `EncodingError` with the full coding path. Errors thrown by the value's
    ///   `encode(to:)` are rethrown.
    package func encode<T: Encodable>(
        _ value: T, into writer: FleeceWriter, below outer: EncodingNode? = nil,
        discriminator: Discriminator?, noting encodedKeys: EncodedKeys? = nil
    ) throws -> DocumentID? {
        let pool = EncodingSession.pool
        let session = pool.take() ?? UnsafeReference(retaining: EncodingSession())
        defer { pool.put(session) }
        return try session.withObject {
            try $0.encode(
                value, into: writer, options: self, below: outer, discriminator: discriminator,
                noting: encodedKeys)
        }
    }
}
