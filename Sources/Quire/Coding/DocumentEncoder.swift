public import Fleece

/// Turns models into document bodies: straight into Fleece, with nothing in between.
///
/// Every `Encodable` type can be encoded whose top level is a dictionary. The rules:
///
/// - Keys are those of the model's `CodingKeys`. A property that is `nil` is left out, unless it is
///   wrapped in ``ExplicitNull``.
/// - `Date` is stored as text in UTC, rounded to the millisecond (``DocumentDate``); `UUID` and `URL`
///   as strings; `Data` as bytes; `Decimal` as the shortest number that is exactly it, else as text.
/// - Integers are stored exactly or not at all. Floats and doubles stay floats and doubles. Numbers
///   that are not finite are an error.
/// - A ``DocumentID`` at the top level leaves no trace in the body.
///
/// An encoder is a value without state: one can be used by many threads at once, and by a model that
/// is just being encoded.
public struct DocumentEncoder: Sendable {
    /// What models find in `Encoder.userInfo`, at every level.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes an encoder.
    public init() {}

    /// Encodes a value to the bytes of a Fleece document.
    ///
    /// - Parameter value: Any value.
    /// - Returns: A document of its own: it has no shared keys.
    /// - Throws: `EncodingError` with the full coding path, or what the value's `encode(to:)` throws.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(_ value: some Encodable) throws -> FleeceStorage {
        let writer = FleeceWriter()
        _ = try encode(value, into: writer)
        return FleeceStorage(try writer.finish())
    }

    /// Encodes a value to JSON text.
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
        let storage = try encode(value)
        return try storage.root?.json(format) ?? "null"
    }

    /// Encodes a value as the writer's next one.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - writer: The writer; after an error it holds nothing of use.
    ///   - discriminator: The type attribute that the top level gets.
    /// - Returns: The ``DocumentID`` at the value's top level, if there is one.
    /// - Throws: `EncodingError` with the full coding path, or what the value's `encode(to:)` throws.
    func encode<T: Encodable>(
        _ value: T, into writer: FleeceWriter, discriminator: Discriminator? = nil
    ) throws -> DocumentID? {
        let session = EncodingSession(
            writer: writer, userInfo: userInfo, discriminator: discriminator)
        let root = EncodingNode(session: session, path: nil)
        try ValueEncodingContainer(node: root).encode(value)
        if let misuse = session.misuse { throw misuse }
        if let discriminator { try root.add(discriminator, to: value) }
        writer.write(root.finish())
        if let misuse = session.misuse { throw misuse }
        return session.identity
    }
}

extension EncodingNode {
    /// Adds the type attribute to the model's own pairs.
    fileprivate func add(_ discriminator: Discriminator, to value: some Encodable) throws {
        becomeDictionary()
        guard case .dictionary = content else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: [],
                    debugDescription: "the top level of a document must be a dictionary"))
        }
        append(key: discriminator.key, session.writer.encode(discriminator.typeName))
    }
}
