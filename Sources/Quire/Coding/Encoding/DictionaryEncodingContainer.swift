import Fleece

/// Writes the pairs of a dictionary.
struct DictionaryEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.keys }

    func encodeNil(forKey key: Key) throws {
        try append(node.session.writer.encodeNull(), key)
    }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self == DocumentID.self, node.path == nil, let identity = value as? DocumentID {
            node.session.identity = identity
            return
        }
        switch try node.encode(value, key) {
        case .slot(let slot): try append(slot, key, value)
        case .node(let child):
            try checkDiscriminator(key, value)
            node.append(child, key: key.stringValue)
        }
    }

    /// Adds a pair whose value is written.
    private func append(
        _ slot: FleeceSlot, _ key: Key, _ value: @autoclosure () -> Any = "null"
    ) throws {
        try checkDiscriminator(key, value())
        node.append(key: key.stringValue, slot)
    }

    /// Makes sure that a model that encodes the type attribute by itself agrees with it.
    private func checkDiscriminator(_ key: Key, _ value: @autoclosure () -> Any) throws {
        guard let discriminator = node.session.discriminator, node.path == nil,
            key.stringValue == discriminator.key
        else { return }
        let found = value()
        let text = found as? String ?? (found as? any RawRepresentable)?.rawValue as? String
        guard text != discriminator.typeName else { return }
        throw EncodingError.invalidValue(
            found,
            EncodingError.Context(
                codingPath: [key],
                debugDescription: """
                    the attribute "\(discriminator.key)" says of which type a document is: it must \
                    be "\(discriminator.typeName)", not \(found). Give the property another key, or \
                    the repository another type key
                    """))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        node.child(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.child(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node.child(PositionKey.superValue) }

    func superEncoder(forKey key: Key) -> any Encoder { node.child(key) }
}

// One line for each type that Codable has a call of its own for.
extension DictionaryEncodingContainer {
    private var writer: FleeceWriter { node.session.writer }

    func encode(_ value: Bool, forKey key: Key) throws {
        try append(writer.encode(value), key, value)
    }
    func encode(_ value: String, forKey key: Key) throws {
        try append(writer.encode(value), key, value)
    }
    func encode(_ value: Double, forKey key: Key) throws {
        try append(node.encodeDouble(value, key), key, value)
    }
    func encode(_ value: Float, forKey key: Key) throws {
        try append(node.encodeFloat(value, key), key, value)
    }
    func encode(_ value: Int, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: Int8, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: Int16, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: Int32, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: Int64, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: Int128, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: UInt, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: UInt8, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: UInt16, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: UInt32, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: UInt64, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
    func encode(_ value: UInt128, forKey key: Key) throws {
        try append(node.encodeInteger(value, key), key, value)
    }
}
