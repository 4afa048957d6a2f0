public import Fleece

/// A decoder that creates models from document bodies.
///
/// It reads the stored bytes directly, without an intermediate representation:
///
/// ```swift
/// let decoder = DocumentDecoder()
/// let hotel = try decoder.decode(Hotel.self, fromJSON: #"{"name":"Grand","roomRate":240}"#)
/// print(hotel.name)  // Grand
/// ```
///
/// A decoder reads the documents that ``DocumentEncoder`` and other programs write:
///
/// - A `Date` can have every form that Couchbase Lite reads. `Data` can be bytes or a base64
///   string. A `Decimal` can be any number, or a string that contains a number.
/// - A Swift dictionary is read from a dictionary, or from an array of alternating keys and values
///   where the standard library encodes such an array.
/// - Integers are converted exactly: an `Int` can be read from `42.0`, but not from `3.5`. A number
///   that does not fit in the type is an error.
/// - An optional property is `nil` if the key is missing or its value is null.
///
/// Only the values that a model requests are read. A model can keep its decoder and containers and
/// read from them later, on one thread at a time.
///
/// A decoder throws an error if collections are nested more than 512 levels deep, or too deeply for
/// the thread's stack. A value in a single-value container does not add a level. A decoder also
/// throws an error if values are shared so often that a few bytes represent millions of values.
///
/// A decoder is a value without state, so several threads can use it at the same time.
public struct DocumentDecoder: Sendable {
    /// The `Decoder.userInfo` that models read, at every level.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The strategy for converting the model's coding keys to keys of the document.
    ///
    /// If it is `asIs`, the strategy of a ``KeyStrategyProviding`` type is used.
    public var keyDecodingStrategy = KeyStrategy.asIs

    /// The strategy for strings that represent non-finite floating-point values.
    public var nonFiniteDecodingStrategy = NonFiniteStrategy.throw

    /// Whether a type can declare its strategy for keys.
    private(set) var usesDeclaredKeys = true

    /// Creates a decoder with the default strategies.
    public init() {}

    package init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
    }

    /// Creates a decoder for values inside a model.
    ///
    /// - Parameters:
    ///   - userInfo: The `Decoder.userInfo` that models read.
    ///   - keys: The strategy for keys, also of types that declare another one.
    package init(
        userInfo: [CodingUserInfoKey: any Sendable] = [:], keys: KeyStrategy
    ) {
        self.userInfo = userInfo
        keyDecodingStrategy = keys
        usesDeclaredKeys = false
    }

    /// Whether the decoder has no options that differ from the defaults.
    var isPlain: Bool {
        guard case .throw = nonFiniteDecodingStrategy else { return false }
        return userInfo.isEmpty && keyDecodingStrategy == .asIs
    }

    /// Decodes a value of a Fleece document.
    ///
    /// ```swift
    /// if let root = try FleeceStorage(json: #"["Grand","Harbour House"]"#).root {
    ///     let names = try DocumentDecoder().decode([String].self, from: root)
    ///     print(names)  // ["Grand", "Harbour House"]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - value: The value to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path. Errors thrown by the type's
    ///   `init(from:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the values that the type reads.
    public func decode<T: Decodable>(_ type: T.Type, from value: FleeceValue) throws -> T {
        try decode(type, from: value, identity: nil)
    }

    /// Decodes a dictionary of a Fleece document.
    ///
    /// ```swift
    /// if let dictionary = try DocumentEncoder().encodeToFleece(hotel).rootDictionary {
    ///     let copy = try DocumentDecoder().decode(Hotel.self, from: dictionary)
    ///     print(copy.name)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - dictionary: The dictionary to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path. Errors thrown by the type's
    ///   `init(from:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the values that the type reads.
    public func decode<T: Decodable>(
        _ type: T.Type, from dictionary: FleeceDictionary
    ) throws -> T {
        try decode(type, from: dictionary.value)
    }

    /// Decodes an array of a Fleece document.
    ///
    /// ```swift
    /// if let array = body["phones"]?.array {
    ///     let phones = try DocumentDecoder().decode([String].self, from: array)
    ///     print(phones)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - array: The array to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path. Errors thrown by the type's
    ///   `init(from:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the values that the type reads.
    public func decode<T: Decodable>(_ type: T.Type, from array: FleeceArray) throws -> T {
        try decode(type, from: array.value)
    }

    /// Decodes a value from JSON text.
    ///
    /// Numbers are read from their decimal digits: an integer or `Decimal` is equal to the text, or
    /// an error is thrown, and a `Double` or `Float` is the nearest one.
    ///
    /// ```swift
    /// let hotel = try DocumentDecoder().decode(
    ///     Hotel.self, fromJSON: #"{"name":"Grand","roomRate":240}"#)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - json: The JSON text of one value.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path. If the text is not JSON, the underlying
    ///   error is a `JSONError`. Errors thrown by the type's `init(from:)` are rethrown.
    /// - Complexity: O(*n*) in the length of the text.
    public func decode<T: Decodable>(_ type: T.Type, fromJSON json: String) throws -> T {
        let root: FleeceValue?
        do {
            root = try FleeceStorage(jsonKeepingNumbers: json).root
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: "the text is not JSON: \(error)",
                    underlyingError: error))
        }
        guard let root else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the text has no value"))
        }
        return try decode(type, from: root, text: .json)
    }

    /// Decodes a value that was read from a text.
    ///
    /// - Parameters:
    ///   - type: The type of the result.
    ///   - value: The value.
    ///   - text: The text that it was read from.
    ///   - id: The ID for a ``DocumentID`` at the top level, if the text contains one.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, or an error of the type's `init(from:)`.
    package func decode<T: Decodable>(
        _ type: T.Type, from value: FleeceValue, text: SourceText, id: String? = nil
    ) throws -> T {
        var run = DecodingRun(self)
        let identity = id.map { DocumentIdentity(id: $0) }
        return try run.decode(type, from: value, identity: identity, text: text)
    }

    /// Decodes the body of a document.
    ///
    /// A ``DocumentID`` at the top level receives the identity.
    package func decode<T: Decodable>(
        _ type: T.Type, from value: FleeceValue, identity: DocumentIdentity?
    ) throws -> T {
        var run = DecodingRun(self)
        return try run.decode(type, from: value, identity: identity)
    }
}
