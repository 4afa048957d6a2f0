import Foundation

/// A decoder that returns random values from a seed.
struct GeneratingDecoder: Decoder {
    let source: GeneratedValueSource

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(GeneratedPairs<Key>(source: source))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        GeneratedItems(source: source, total: source.count())
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        GeneratedSingle(source: source)
    }
}

private struct GeneratedPairs<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: GeneratedValueSource

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
        (0..<source.count()).compactMap { _ in Key(stringValue: source.string()) }
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { !source.isPresent() }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try source.value(type)
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        source.isPresent() ? try source.value(type) : nil
    }
    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        GeneratingDecoder(source: source).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        GeneratingDecoder(source: source).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { GeneratingDecoder(source: source) }
    func superDecoder(forKey key: Key) -> any Decoder { GeneratingDecoder(source: source) }
}

// One line for each type with its own overload in Codable.
extension GeneratedPairs {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try source.value(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try source.value(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try source.value(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try source.value(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try source.value(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try source.value(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try source.value(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try source.value(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try source.value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try source.value(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try source.value(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try source.value(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try source.value(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try source.value(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try source.value(type) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try source.value(type) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        source.isPresent() ? try source.value(type) : nil
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        source.isPresent() ? try source.value(type) : nil
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        source.isPresent() ? try source.value(type) : nil
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        source.isPresent() ? try source.value(type) : nil
    }
}

private struct GeneratedItems: UnkeyedDecodingContainer {
    let source: GeneratedValueSource
    let total: Int
    var currentIndex = 0

    init(source: GeneratedValueSource, total: Int) {
        self.source = source
        self.total = total
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { total }
    var isAtEnd: Bool { currentIndex >= total }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        return try source.value(type)
    }
    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedDecodingContainer<NestedKey> {
        currentIndex += 1
        return GeneratingDecoder(source: source).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return GeneratingDecoder(source: source).unkeyedContainer()
    }
    mutating func superDecoder() -> any Decoder {
        currentIndex += 1
        return GeneratingDecoder(source: source)
    }
}

private struct GeneratedSingle: SingleValueDecodingContainer {
    let source: GeneratedValueSource

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { !source.isPresent() }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try source.value(type) }
}
