import Fleece

/// A container that encodes a single value.
struct ValueEncodingContainer: SingleValueEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.keys }

    @inline(__always)
    private func put(_ value: (FleeceWriter) -> FleeceSlot) throws {
        try node.setValue(node.write(value))
    }

    func encodeNil() throws { try put { $0.encodeNull() } }

    package func encode<T: Encodable>(_ value: T) throws { try node.encodeInPlace(value) }
}

// The methods that Codable requires for scalar types.
extension ValueEncodingContainer {
    package func encode(_ value: Bool) throws { try put { $0.encode(value) } }
    package func encode(_ value: String) throws { try put { $0.encode(value) } }
    package func encode(_ value: Double) throws { try node.setValue(node.double(value, .none)) }
    package func encode(_ value: Float) throws { try node.setValue(node.float(value, .none)) }
    package func encode(_ value: Int) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int8) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int16) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int32) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: Int64) throws { try put { $0.encode(value) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func encode(_ value: Int128) throws { try node.setValue(node.integer(value, .none)) }
    package func encode(_ value: UInt) throws { try put { $0.encode(UInt64(value)) } }
    package func encode(_ value: UInt8) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: UInt16) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: UInt32) throws { try put { $0.encode(Int64(value)) } }
    package func encode(_ value: UInt64) throws { try put { $0.encode(value) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func encode(_ value: UInt128) throws { try node.setValue(node.integer(value, .none)) }
}
