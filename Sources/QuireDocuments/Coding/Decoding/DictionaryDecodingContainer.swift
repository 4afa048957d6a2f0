import Fleece
import QuirePlatform

/// A container that reads the pairs of a dictionary and does not own its node.
///
/// The standard library copies the container for each value, so it retains nothing. The decode call
/// or ``KeptContainers`` keeps the node alive.
struct DictionaryDecodingContainer<Key: CodingKey>: DictionaryDecoding {
    let node: UnsafeReference<DecodingNode>
    let keys: UnsafeReference<DecodingKeys>
}

/// A container that reads the pairs of a dictionary and owns its node.
///
/// It is used if the first container cannot be reused.
struct OwningDictionaryDecodingContainer<Key: CodingKey>: DictionaryDecoding {
    let owner: DecodingNode
    let keys: UnsafeReference<DecodingKeys>

    var node: UnsafeReference<DecodingNode> { UnsafeReference(owner) }
}

/// A container that reads the pairs of a dictionary.
protocol DictionaryDecoding: KeyedDecodingContainerProtocol {
    var node: UnsafeReference<DecodingNode> { get }
    var keys: UnsafeReference<DecodingKeys> { get }
}

// Each method is inlined into the two containers, so that no method is looked up at run time.
extension DictionaryDecoding {
    @inline(__always)
    private func read<Result>(_ body: (DecodingNode) throws -> Result) rethrows -> Result {
        try node.withObject(body)
    }

    @inline(__always)
    var codingPath: [any CodingKey] { read(\.keys) }

    @inline(__always)
    var allKeys: [Key] { read { $0.allKeys(Key.self, keys) } }

    @inline(__always)
    package func contains(_ key: Key) -> Bool { read { $0.find(key, keys) } != nil }

    @inline(__always)
    func decodeNil(forKey key: Key) throws -> Bool { try read { try $0.isNull(key, keys) } }

    @inline(__always)
    package func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try read { try $0.decode(type, forKey: key, of: keys) }
    }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try read { try $0.decodeIfPresent(type, forKey: key, of: keys) }
    }

    @inline(__always)
    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try read { try $0.nested(at: key, keys).container(keyedBy: type) }
    }

    @inline(__always)
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try read { try $0.nested(at: key, keys).unkeyedContainer() }
    }

    @inline(__always)
    func superDecoder() throws -> any Decoder { read { $0.superNode() } }

    @inline(__always)
    func superDecoder(forKey key: Key) throws -> any Decoder {
        read { $0.superNode(at: key, keys) }
    }
}

// The methods that `KeyedDecodingContainerProtocol` requires for each scalar type.
extension DictionaryDecoding {
    @inline(__always)
    package func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try read { try $0.boolean(key, keys) }
    }
    @inline(__always)
    package func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try read { try $0.string(key, keys) }
    }
    @inline(__always)
    package func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try read { try $0.double(key, keys) }
    }
    @inline(__always)
    package func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try read { try $0.float(key, keys) }
    }
    @inline(__always)
    package func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    package func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
    @inline(__always)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try read { try $0.integer(type, forKey: key, of: keys) }
    }
}
