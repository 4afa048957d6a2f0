import Foundation

/// The decoder that a sample is made with.
struct SampleDecoder: Decoder {
    let source: SampleSource
    let place: [String]

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        source.note(type, at: place)
        return KeyedDecodingContainer(SampleDictionary<Key>(source: source, place: place))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        SampleArray(source: source, place: place)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SampleValue(source: source, place: place)
    }
}

private struct SampleDictionary<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: SampleSource
    let place: [String]

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }

    /// A dictionary has one pair.
    ///
    /// Of an enumeration's keys it is the first, which is the case that an
    /// enumeration with values of its cases is then made of.
    var allKeys: [Key] {
        guard source.attempt(at: place).itemCount > 0 else { return [] }
        if let star = Key(stringValue: "*") { return [star] }
        let keys = PlainEnumeration.all(of: Key.self)
        source.note(choices: keys.map(\.stringValue), at: place)
        return Array(keys.prefix(1))
    }

    func contains(_ key: Key) -> Bool {
        source.noteOptional(place + [key.stringValue])
        return true
    }

    func decodeNil(forKey key: Key) -> Bool {
        source.noteOptional(place + [key.stringValue])
        return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try source.make(type, at: place + [key.stringValue])
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        source.noteOptional(place + [key.stringValue])
        return try source.makeIfPossible(type, at: place + [key.stringValue])
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        decoder(at: key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        decoder(at: key.stringValue).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder(at: PositionKey.superValue.stringValue) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(at: key.stringValue) }

    private func decoder(at key: String) -> SampleDecoder {
        SampleDecoder(source: source, place: place + [key])
    }
}

/// An array has one item, until its type refuses that.
private struct SampleArray: UnkeyedDecodingContainer {
    let source: SampleSource
    let place: [String]
    private(set) var currentIndex = 0

    init(source: SampleSource, place: [String]) {
        self.source = source
        self.place = place
    }

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }
    var count: Int? { source.attempt(at: place).itemCount }
    var isAtEnd: Bool { currentIndex >= source.attempt(at: place).itemCount }

    private mutating func nextPlace() -> [String] {
        defer { currentIndex += 1 }
        return place + ["[\(currentIndex)]"]
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try source.make(type, at: nextPlace())
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedDecodingContainer<NestedKey> {
        SampleDecoder(source: source, place: nextPlace()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        SampleArray(source: source, place: nextPlace())
    }

    mutating func superDecoder() -> any Decoder {
        SampleDecoder(source: source, place: nextPlace())
    }
}

private struct SampleValue: SingleValueDecodingContainer {
    let source: SampleSource
    let place: [String]

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try source.make(type, at: place) }
}
