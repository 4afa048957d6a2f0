import Fleece

/// Writes the items of an array.
struct ArrayEncodingContainer: UnkeyedEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.keys }

    var count: Int { node.count }

    private var nextKey: PositionKey { PositionKey(index: count) }

    func encodeNil() throws { node.append(node.session.writer.encodeNull()) }

    func encode<T: Encodable>(_ value: T) throws {
        switch try node.encode(value, nextKey) {
        case .slot(let slot): node.append(slot)
        case .node(let child): node.append(child, key: nil)
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        node.appendChild(nextKey).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        node.appendChild(nextKey).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node.appendChild(nextKey) }
}

// One line for each type that Codable has a call of its own for.
extension ArrayEncodingContainer {
    private var writer: FleeceWriter { node.session.writer }

    func encode(_ value: Bool) throws { node.append(writer.encode(value)) }
    func encode(_ value: String) throws { node.append(writer.encode(value)) }
    func encode(_ value: Double) throws { node.append(try node.encodeDouble(value, nextKey)) }
    func encode(_ value: Float) throws { node.append(try node.encodeFloat(value, nextKey)) }
    func encode(_ value: Int) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: Int8) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: Int16) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: Int32) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: Int64) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: Int128) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: UInt) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: UInt8) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: UInt16) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: UInt32) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: UInt64) throws { node.append(try node.encodeInteger(value, nextKey)) }
    func encode(_ value: UInt128) throws { node.append(try node.encodeInteger(value, nextKey)) }
}
