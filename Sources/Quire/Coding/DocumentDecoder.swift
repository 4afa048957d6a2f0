public import Fleece

/// Makes models of document bodies: straight from the stored bytes, with nothing in between.
///
/// It reads what ``DocumentEncoder`` writes, and what others do: dates in every form that
/// Couchbase Lite reads, data as base64, decimals as any number or text. Dictionaries are objects, or
/// arrays of keys and values in turn where the standard library writes such arrays. Numbers are read
/// exactly or not at all: `42.0` is an `Int`, `3.5` is none, and a number that does not fit is an
/// error. A missing key and null are both `nil` to an optional property.
///
/// Only what a model asks for is read. A model may keep its decoder and containers and read from
/// them later, on one thread at a time. Collections that are nested more than 512 levels deep or too
/// deep for the thread's stack, and values that are shared so often that a few bytes represent
/// millions of them, are an error. A value in a single-value container takes no level.
///
/// A decoder is a value without state: one can be used by many threads at once.
public struct DocumentDecoder: Sendable {
    /// What models find in `Decoder.userInfo`, at every level.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// What keys of the document the model's coding keys stand for.
    public var keyDecodingStrategy = KeyStrategy.asIs

    /// What strings stand for numbers that are not finite.
    public var nonFiniteDecodingStrategy = NonFiniteStrategy.throw

    /// Makes a decoder.
    public init() {}

    init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
    }

    /// Whether there is nothing in it that a session would have to know.
    var isPlain: Bool {
        guard case .throw = nonFiniteDecodingStrategy else { return false }
        return userInfo.isEmpty && keyDecodingStrategy == .asIs
    }

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

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - dictionary: What to make it of.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path, or what the type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the size of what the type reads.
    public func decode<T: Decodable>(
        _ type: T.Type, from dictionary: FleeceDictionary
    ) throws -> T {
        try decode(type, from: dictionary.value)
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - array: What to make it of.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path, or what the type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the size of what the type reads.
    public func decode<T: Decodable>(_ type: T.Type, from array: FleeceArray) throws -> T {
        try decode(type, from: array.value)
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
        var run = DecodingRun(self)
        return try run.decode(type, from: value, identity: identity)
    }
}
