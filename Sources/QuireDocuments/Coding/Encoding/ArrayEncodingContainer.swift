import Fleece

/// A container that encodes the items of an array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.keys }

    var count: Int { node.count }

    /// Appends the value that a call of the writer encodes.
    @inline(__always)
    private func put(_ value: (FleeceWriter) -> FleeceSlot) throws {
        try node.append(node.write(value))
    }

    /// Appends a value whose encoding can throw an error.
    @inline(__always)
    private func put(checked value: (EncodingNode) throws -> FleeceSlot) throws {
        try node.append(value(node))
    }

    func encodeNil() throws { try put { $0.encodeNull() } }

    package func encode<T: Encodable>(_ value: T) throws {
        try put(checked: { try $0.slot(of: value, PathStep(index: $0.count)) })
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        node.deferringErrors { try $0.newChild() }.container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        node.deferringErrors { try $0.newChild() }.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node.deferringErrors { try $0.newChild() } }
}

// The methods that Codable requires for scalar types.
extension ArrayEncodingContainer {
    package func encode(_ value: Bool) throws { try put { $0.encode(value) } }
    package func encode(_ value: String) throws { try put { $0.encode(value) } }
    package func encode(_ value: Double) throws {
        try put(checked: { try $0.double(value, PathStep(index: $0.count)) })
    }
    package func encode(_ value: Float) throws {
        try put(checked: { try $0.float(value, PathStep(index: $0.count)) })
    }
    package func encode(_ value: Int) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int8) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int16) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int32) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int64) throws { try put { $0.encode(value) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func encode(_ value: Int128) throws {
        try put(checked: { try $0.integer(value, PathStep(index: $0.count)) })
    }
    package func encode(_ value: UInt) throws { try put { $0.encode(UInt64(value)) } }
    package func encode(_ value: UInt8) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: UInt16) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: UInt32) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: UInt64) throws { try put { $0.encode(value) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func encode(_ value: UInt128) throws {
        try put(checked: { try $0.integer(value, PathStep(index: $0.count)) })
    }
}
