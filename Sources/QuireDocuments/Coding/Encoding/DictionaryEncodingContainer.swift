import Fleece
import QuirePlatform

/// A container that encodes the keys and values of a dictionary.
struct DictionaryEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: UnsafeReference<EncodingNode>
    let keys: UnsafeReference<EncodingKeys>
    /// The node, if the container keeps it alive.
    ///
    /// The property is `nil` if the node keeps this container for its next value. Otherwise the two
    /// would form a reference cycle.
    let owner: EncodingNode?

    var codingPath: [any CodingKey] { node.withObject { $0.keys } }

    @inline(__always)
    private func slot(_ key: Key) -> FleeceSlot {
        let slots = keys.withObject { $0.slots }
        if KnownKeys.haveBytes(Key.self), let slot = slots[KnownKeys.byte(of: key)] { return slot }
        return newSlot(key)
    }

    private func newSlot(_ key: Key) -> FleeceSlot {
        keys.withObject { keys in
            node.withObject { node in
                if node.isRoot { node.checkReserved(keys.text(key)) }
                return node.write { keys.slot(key, $0) }
            }
        }
    }

    @inline(__always)
    private func step(_ key: Key) -> PathStep { keys.withObject { $0.step(key) } }

    /// Appends a key and the value that a call of the writer encodes.
    @inline(__always)
    private func put(_ key: Key, _ value: (FleeceWriter) -> FleeceSlot) throws {
        let key = slot(key)
        try node.withObject { try $0.append(key, $0.write(value)) }
    }

    /// Appends a key and a value whose encoding can throw an error.
    @inline(__always)
    private func put(
        _ key: Key, checked value: (EncodingNode) throws -> FleeceSlot
    ) throws {
        let key = slot(key)
        try node.withObject { try $0.append(key, value($0)) }
    }

    func encodeNil(forKey key: Key) throws { try put(key) { $0.encodeNull() } }

    package func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        if T.self == DocumentID.self, node.withObject({ $0.isTop }) {
            return try node.withObject { node in
                let identity = try identical(
                    value, DocumentID.self, else: node.unexpected(value))
                node.session.withObject {
                    $0.identity = identity
                    $0.encodedKeys?.note(
                        identity, forKey: $0.keyStrategy.stored(key.stringValue))
                }
            }
        }
        let keySlot = slot(key)
        let step = step(key)
        try node.withObject { try $0.append(keySlot, $0.slot(of: value, step)) }
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try putNil(key) }
    }

    /// Encodes a property that is `nil`: writes null, or omits the key by default.
    @inline(__always)
    func putNil(_ key: Key) throws {
        let writesNull = node.withObject {
            $0.session.withObject { $0.writesNull }
        }
        if writesNull { try encodeNil(forKey: key) }
    }

    // MARK: Containers

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        child(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        child(key).unkeyedContainer()
    }

    private func child(_ key: Key) -> EncodingNode {
        let slot = slot(key)
        return node.withObject { $0.deferringErrors { try $0.child(slot, step(key)) } }
    }

    func superEncoder() -> any Encoder {
        node.withObject { node in
            let key = PositionKey.superValue
            let slot = node.write { $0.encodeKey(key.stringValue) }
            return node.deferringErrors { try $0.newChild(slot, PathStep(key), isTop: $0.isTop) }
        }
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        let slot = slot(key)
        return node.withObject { $0.deferringErrors { try $0.newChild(slot, step(key)) } }
    }
}

// The methods that Codable requires for scalar types.
extension DictionaryEncodingContainer {
    package func encode(_ value: Bool, forKey key: Key) throws {
        try put(key) { $0.encode(value) }
    }
    package func encode(_ value: String, forKey key: Key) throws {
        try put(key) { $0.encode(value) }
    }
    package func encode(_ value: Double, forKey key: Key) throws {
        try put(key, checked: { try $0.double(value, step(key)) })
    }
    package func encode(_ value: Float, forKey key: Key) throws {
        try put(key, checked: { try $0.float(value, step(key)) })
    }
    package func encode(_ value: Int, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: Int8, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: Int16, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: Int32, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: Int64, forKey key: Key) throws {
        try put(key) { $0.encode(value) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func encode(_ value: Int128, forKey key: Key) throws {
        try put(key, checked: { try $0.integer(value, step(key)) })
    }
    package func encode(_ value: UInt, forKey key: Key) throws {
        try put(key) { $0.encode(UInt64(value)) }
    }
    package func encode(_ value: UInt8, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: UInt16, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: UInt32, forKey key: Key) throws {
        try put(key) { $0.encode(Int64(value)) }
    }
    package func encode(_ value: UInt64, forKey key: Key) throws {
        try put(key) { $0.encode(value) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func encode(_ value: UInt128, forKey key: Key) throws {
        try put(key, checked: { try $0.integer(value, step(key)) })
    }
}
