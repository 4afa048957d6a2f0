import Fleece

/// Reads the pairs of a dictionary.
struct DictionaryDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let dictionary: FleeceDictionary
    let place: DecodingPlace

    var codingPath: [any CodingKey] { place.keys }

    var allKeys: [Key] { dictionary.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { dictionary[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try require(key).isNull }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        if let identity = identity(type) { return identity }
        return try child(key).decode(type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if let identity = identity(type) { return identity }
        guard let value = dictionary[key.stringValue], !value.isNull else { return nil }
        return try place.child(value, key).decode(type)
    }

    /// The identity of the document that is decoded, if the type asks for it at the top level.
    private func identity<T>(_ type: T.Type) -> T? {
        guard T.self == DocumentID.self, place.path == nil,
            let identity = place.session.identity
        else { return nil }
        return DocumentID(identity.id, revision: identity.revision) as? T
    }

    private func require(_ key: Key) throws -> FleeceValue {
        guard let value = dictionary[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, place.context("there is no key \"\(key.stringValue)\""))
        }
        return value
    }

    private func child(_ key: Key) throws -> DecodingPlace { place.child(try require(key), key) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try ValueDecoder(place: child(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(place: child(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        let key = PositionKey.superValue
        return ValueDecoder(place: place.child(dictionary[key.stringValue], key))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ValueDecoder(place: place.child(dictionary[key.stringValue], key))
    }
}

// One line for each type that Codable has a call of its own for.
extension DictionaryDecodingContainer {
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try child(key).boolean() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try child(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try child(key).double() }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try child(key).float() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try child(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try child(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try child(key).integer(type)
    }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try child(key).integer(type)
    }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try child(key).integer(type)
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try child(key).integer(type)
    }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try child(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try child(key).integer(type)
    }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try child(key).integer(type)
    }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try child(key).integer(type)
    }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try child(key).integer(type)
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try child(key).integer(type)
    }
}
