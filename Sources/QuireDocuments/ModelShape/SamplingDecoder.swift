/// A source of the values that a ``SamplingDecoder`` returns.
package protocol SampleValueSource: AnyObject {
    /// The strategy for keys, whose names in documents the locations contain.
    var keyStrategy: KeyStrategy { get }

    /// Returns a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - location: The keys that lead to the value.
    /// - Returns: The value.
    /// - Throws: An error if the type rejects the values that it decodes.
    func make<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T

    /// Returns a value, or `nil` if the type accepts no value.
    func makeIfPossible<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T?

    /// Returns whether an optional key has a value.
    func isPresent(at location: [String]) -> Bool

    /// Returns whether a single value is null.
    func isNull(at location: [String]) -> Bool

    /// Returns the keys of an object.
    func keys<Key: CodingKey>(_ type: Key.Type, at location: [String]) -> [Key]

    /// Returns the number of items in an array.
    func itemCount(at location: [String]) -> Int

    /// Returns one of the names of several types, which objects have in a key.
    func choose(from types: SampledTypes, at location: [String]) -> String?

    /// Records the type of the coding keys that an object is decoded with.
    func note(_ type: any CodingKey.Type, at location: [String])
}

extension SampleValueSource {
    package var keyStrategy: KeyStrategy { .asIs }

    package func note(_ type: any CodingKey.Type, at location: [String]) {}
}

/// The names of the types of a family.
package struct SampledTypes: Sendable {
    /// The types' own names.
    package let names: [String]
    /// The own names by the aliases.
    package let aliases: [String: String]
    /// The key that contains a name.
    package let key: String

    package init(names: [String], aliases: [String: String], key: String) {
        self.names = names
        self.aliases = aliases
        self.key = key
    }
}

/// A decoder whose values are created on demand by a source.
package struct SamplingDecoder: Decoder {
    /// A counter of requests that the decoder rejects before it accepts one.
    package final class Refusals {
        private let limit: Int
        package private(set) var count = 0

        package init(limit: Int) { self.limit = limit }

        fileprivate func check() throws {
            guard count < limit else { return }
            count += 1
            throw DecodingError.typeMismatch(
                Any.self, DecodingError.Context(codingPath: [], debugDescription: "another type"))
        }
    }

    package let source: any SampleValueSource
    package let location: [String]
    private let refusals: Refusals?

    package init(source: any SampleValueSource, location: [String] = [], refusals: Refusals? = nil)
    {
        self.source = source
        self.location = location
        self.refusals = refusals
    }

    package var codingPath: [any CodingKey] { location.map(PositionKey.init(stringValue:)) }

    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try refusals?.check()
        source.note(type, at: location)
        return KeyedDecodingContainer(SampleDictionary<Key>(decoder: self))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try refusals?.check()
        return SampleArray(decoder: self)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func child(of key: some CodingKey) -> SamplingDecoder {
        child(source.keyStrategy.stored(key.stringValue))
    }

    fileprivate func child(_ key: String) -> SamplingDecoder {
        SamplingDecoder(source: source, location: location + [key])
    }
}

extension SamplingDecoder: SingleValueDecodingContainer {
    package func decodeNil() -> Bool { source.isNull(at: location) }

    package func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try refusals?.check()
        return try source.make(type, at: location)
    }
}

private struct SampleDictionary<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// The keys known to be present or missing, so that later calls return the same result.
    private final class Presence {
        var isPresent: [String: Bool] = [:]
    }

    let decoder: SamplingDecoder
    private let presence = Presence()

    init(decoder: SamplingDecoder) {
        self.decoder = decoder
    }

    private var source: any SampleValueSource { decoder.source }
    private func location(_ key: Key) -> [String] { decoder.child(of: key).location }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { source.keys(Key.self, at: decoder.location) }

    func contains(_ key: Key) -> Bool {
        if let known = presence.isPresent[key.stringValue] { return known }
        let isPresent = source.isPresent(at: location(key))
        presence.isPresent[key.stringValue] = isPresent
        return isPresent
    }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard presence.isPresent[key.stringValue] ?? true else {
            throw DecodingError.keyNotFound(
                key, DecodingError.Context(codingPath: [], debugDescription: "it is missing"))
        }
        return try source.make(type, at: location(key))
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard contains(key) else { return nil }
        let value = try source.makeIfPossible(type, at: location(key))
        if value == nil { presence.isPresent[key.stringValue] = false }
        return value
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.child(of: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.child(of: key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder.child(PositionKey.superValue.stringValue) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder.child(of: key) }
}

private struct SampleArray: UnkeyedDecodingContainer {
    private let decoder: SamplingDecoder
    private let total: Int
    private(set) var currentIndex = 0

    init(decoder: SamplingDecoder) {
        self.decoder = decoder
        total = decoder.source.itemCount(at: decoder.location)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { total }
    var isAtEnd: Bool { currentIndex >= total }

    private mutating func next() -> SamplingDecoder {
        defer { currentIndex += 1 }
        return decoder.child("[\(currentIndex)]")
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let location = next().location
        return try decoder.source.make(type, at: location)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next().unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { next() }
}
