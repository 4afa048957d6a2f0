import QuirePlatform

// The methods that `KeyedDecodingContainerProtocol` requires for each scalar type.
extension DictionaryDecoding {
    @inline(__always)
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try node.withObject { try $0.booleanIfPresent(key, keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try node.withObject { try $0.stringIfPresent(key, keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try node.withObject { try $0.doubleIfPresent(key, keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try node.withObject { try $0.floatIfPresent(key, keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
    @inline(__always)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        try node.withObject { try $0.integerIfPresent(type, forKey: key, of: keys) }
    }
}
