public import Fleece

/// Turns models into document bodies: straight into Fleece, with nothing in between.
///
/// Every `Encodable` type can be encoded whose top level is a dictionary. The rules:
///
/// - Keys are those of the model's `CodingKeys`, or their snake case. A property that is `nil` is left
///   out, or null; ``ExplicitNull`` says so for one property.
/// - `Date` is stored as text in UTC, rounded to the millisecond (``DocumentDate``); `UUID` and `URL`
///   as strings; `Data` as bytes; `Decimal` as the shortest number that is exactly it, else as text.
/// - Integers are stored exactly or not at all. Floats and doubles stay floats and doubles. Numbers
///   that are not finite are an error, unless they are to become strings.
/// - Dictionaries with keys that are strings, integers, UUIDs, or have raw values of these or are
///   `CodingKeyRepresentable`, become objects; with any other keys an array of keys and values in
///   turn. Sets and dictionaries are written in an order of their own, so that equal values have the
///   same bytes.
/// - A ``DocumentID`` at the top level leaves no trace in the body.
/// - Collections are nested at most 512 levels deep, and less deep if the thread's stack is too small
///   for that. A value in a single-value container takes no level. A model that contains itself is an
///   error.
///
/// What a model encodes twice under one key counts the last time; what it encodes into containers
/// and super encoders that it keeps counts until the document is complete. A container asked for
/// where there is another kind of value is an error when encoding ends.
///
/// An encoder is a value without state: one can be used by many threads at once, and by a model that
/// is just being encoded.
public struct DocumentEncoder: Sendable {
    /// What models find in `Encoder.userInfo`, at every level.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// What is written for a property that is `nil`.
    public var nilEncodingStrategy = NilEncodingStrategy.omit

    /// What keys of the document the model's coding keys stand for.
    public var keyEncodingStrategy = KeyStrategy.asIs

    /// What is done about numbers that are not finite.
    public var nonFiniteEncodingStrategy = NonFiniteStrategy.throw

    /// How data is written.
    public var dataEncodingStrategy = DataEncodingStrategy.binary

    /// Makes an encoder.
    public init() {}

    init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
    }

    /// Whether there is nothing in it that a session would have to know.
    var isPlain: Bool {
        guard case .throw = nonFiniteEncodingStrategy else { return false }
        return userInfo.isEmpty && nilEncodingStrategy == .omit && keyEncodingStrategy == .asIs
            && dataEncodingStrategy == .binary
    }

    /// Encodes a value to the bytes of a Fleece document.
    ///
    /// - Parameter value: Any value.
    /// - Returns: A document of its own: it has no shared keys.
    /// - Throws: `EncodingError` with the full coding path, or what the value's `encode(to:)` throws.
    /// - Complexity: O(*n*) in the size of the value.
    public func encodeToFleece(_ value: some Encodable) throws -> FleeceStorage {
        let writer = FleeceWriter()
        try encode(value, into: writer)
        return FleeceStorage(try writer.finish())
    }

    /// Encodes a value as a writer's next one, with the writer's shared keys.
    ///
    /// ```swift
    /// try hotels.saveBody(id: "hotel-42") { writer in try encoder.encode(hotel, into: writer) }
    /// ```
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - writer: The writer; after an error it holds nothing of use.
    /// - Throws: `EncodingError` with the full coding path, or what the value's `encode(to:)` throws.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(_ value: some Encodable, into writer: FleeceWriter) throws {
        _ = try encode(value, into: writer, discriminator: nil)
    }

    /// Encodes a value to JSON text.
    ///
    /// Bytes are written as base64.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - format: How the text is laid out.
    /// - Returns: The text.
    /// - Throws: `EncodingError` with the full coding path, or what the value's `encode(to:)` throws.
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
                    codingPath: [], debugDescription: "the value has no JSON text: \(error)",
                    underlyingError: error))
        }
    }

    /// Encodes a value as the writer's next one.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - writer: The writer; after an error it holds nothing of use.
    ///   - outer: The node of another session that encodes the value as a part of its own, or `nil`.
    ///   - discriminator: The type attribute that the top level gets.
    ///   - encodedKeys: Gets the keys that the dictionaries are encoded with.
    /// - Returns: The ``DocumentID`` at the value's top level, if there is one.
    /// - Throws: `EncodingError` with the full coding path, or what the value's `encode(to:)` throws.
    func encode<T: Encodable>(
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
