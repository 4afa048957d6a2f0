import Fleece

/// Writes a single value.
struct ValueEncodingContainer: SingleValueEncodingContainer {
    let node: EncodingNode

    var codingPath: [any CodingKey] { node.keys }

    func encodeNil() throws { node.setValue(node.session.writer.encodeNull()) }

    func encode<T: Encodable>(_ value: T) throws {
        if let leaf = LeafType.of(T.self), let slot = try node.encodeLeaf(leaf, value, nil) {
            return node.setValue(slot)
        }
        // The value takes this node's place, so a type that hands itself on costs no level. One that
        // hands itself on for ever must not exhaust the stack.
        guard node.enter() else { throw node.tooDeep(value) }
        defer { node.leave() }
        try value.encode(to: node)
    }
}

// One line for each type that Codable has a call of its own for.
extension ValueEncodingContainer {
    private var writer: FleeceWriter { node.session.writer }

    func encode(_ value: Bool) throws { node.setValue(writer.encode(value)) }
    func encode(_ value: String) throws { node.setValue(writer.encode(value)) }
    func encode(_ value: Double) throws { node.setValue(try node.encodeDouble(value, nil)) }
    func encode(_ value: Float) throws { node.setValue(try node.encodeFloat(value, nil)) }
    func encode(_ value: Int) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: Int8) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: Int16) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: Int32) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: Int64) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: Int128) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: UInt) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: UInt8) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: UInt16) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: UInt32) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: UInt64) throws { node.setValue(try node.encodeInteger(value, nil)) }
    func encode(_ value: UInt128) throws { node.setValue(try node.encodeInteger(value, nil)) }
}
