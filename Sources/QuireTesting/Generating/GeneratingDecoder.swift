/// Decodes values from nothing but choices.
///
/// What is there, how much of it, and what it is, is chosen when it is asked for.
final class GeneratingDecoder: Decoder {
    let source: ValueSource
    /// How many more requests are refused.
    private var refusals: Int

    init(source: ValueSource, refusals: Int = 0) {
        self.source = source
        self.refusals = refusals
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// A decoder of something below.
    var nested: GeneratingDecoder { GeneratingDecoder(source: source) }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try request()
        return KeyedDecodingContainer(GeneratedPairs<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try request()
        return GeneratedItems(source: source)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        GeneratedSingle(decoder: self)
    }

    /// Answers or refuses a request.
    ///
    /// - Throws: `DecodingError` if it is refused.
    func request() throws {
        guard refusals > 0 else { return }
        refusals -= 1
        throw DecodingError.typeMismatch(
            Any.self, DecodingError.Context(codingPath: [], debugDescription: "something else"))
    }
}

private struct GeneratedPairs<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// What was said of keys, which stays so.
    private final class Answers {
        var isPresent: [String: Bool] = [:]
    }

    let decoder: GeneratingDecoder
    private let answers = Answers()

    init(decoder: GeneratingDecoder) {
        self.decoder = decoder
    }

    private var source: ValueSource { decoder.source }
    var codingPath: [any CodingKey] { [] }

    /// One of an enumeration's keys, which is the case that an enumeration with values of its cases
    /// is then made of; any keys where they can be any text.
    var allKeys: [Key] {
        if let keys = Cases.all(of: Key.self) { return [keys[source.possibility(of: keys.count)]] }
        return (0..<source.count()).compactMap { _ in Key(stringValue: String.generated(source)) }
    }

    func contains(_ key: Key) -> Bool {
        if let known = answers.isPresent[key.stringValue] { return known }
        let isPresent = source.isPresent()
        answers.isPresent[key.stringValue] = isPresent
        return isPresent
    }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard answers.isPresent[key.stringValue] ?? true else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: [], debugDescription: "it is not there"))
        }
        return try source.value(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard contains(key) else { return nil }
        do {
            return try source.value(type)
        } catch is UnmakeableValue {
            // A type that contains itself ends somewhere.
            answers.isPresent[key.stringValue] = false
            return nil
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.nested.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.nested.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder.nested }

    func superDecoder(forKey key: Key) -> any Decoder { decoder.nested }
}

private struct GeneratedItems: UnkeyedDecodingContainer {
    let source: ValueSource
    private let total: Int
    private(set) var currentIndex = 0

    init(source: ValueSource) {
        self.source = source
        total = source.count()
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { total }
    var isAtEnd: Bool { currentIndex >= total }

    private mutating func nested() -> GeneratingDecoder {
        currentIndex += 1
        return GeneratingDecoder(source: source)
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        return try source.value(type)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nested().unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { nested() }
}

private struct GeneratedSingle: SingleValueDecodingContainer {
    let decoder: GeneratingDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { !decoder.source.isPresent() }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.request()
        return try decoder.source.value(type)
    }
}
