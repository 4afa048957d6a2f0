public import Fleece

/// Makes models of document bodies: straight from the stored bytes, with nothing in between.
///
/// It reads what ``DocumentEncoder`` writes, and what others do: dates in every form that
/// Couchbase Lite reads, data as base64, decimals as any number or text. Numbers are read exactly or
/// not at all: `42.0` is an `Int`, `3.5` is none, and a number that does not fit is an error.
///
/// A decoder is a value without state: one can be used by many threads at once.
public struct DocumentDecoder: Sendable {
    /// What models find in `Decoder.userInfo`, at every level.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a decoder.
    public init() {}

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - value: What to make it of.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path, or what the type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the size of what the type reads.
    public func decode<T: Decodable>(_ type: T.Type, from value: FleeceValue) throws -> T {
        try decode(type, from: value, identity: nil)
    }

    /// Decodes a value from JSON text.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - json: A text of one value.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path; its cause is a `JSONError` if the text
    ///   is no JSON. Or what the type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the length of the text.
    public func decode<T: Decodable>(_ type: T.Type, fromJSON json: String) throws -> T {
        let root: FleeceValue?
        do {
            root = try FleeceStorage(json: json).root
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "the text is not JSON: \(error)",
                    underlyingError: error))
        }
        guard let root else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "there is no value"))
        }
        return try decode(type, from: root)
    }

    /// Decodes the body of a document, whose identity goes to a ``DocumentID`` at the top level.
    func decode<T: Decodable>(
        _ type: T.Type, from value: FleeceValue, identity: DocumentIdentity?
    ) throws -> T {
        let session = DecodingSession(userInfo: userInfo, identity: identity)
        return try DecodingPlace(value: value, session: session, path: nil).decode(type)
    }
}
