// The encoder that a model gets is a node, lent by the node's owner.
//
// To make an `any Encoder` of a reference counts one owner more, and one less after the call. Here it
// takes the place of the owner that there is, and is left without a count when the model is through.
// Who has kept the encoder by then has counted itself.

extension EncodingNode {
    /// Lets a value encode itself with a node whose owner the caller is, and stays.
    @inline(__always)
    static func lend<T: Encodable>(_ node: Unmanaged<EncodingNode>, to value: T) throws {
        var encoder = encoder(of: node)
        defer { leave(&encoder, node) }
        try value.encode(to: encoder)
    }

    /// Lets a value encode itself from where it lies.
    @inline(__always)
    static func lend<T: Encodable>(_ node: Unmanaged<EncodingNode>, to value: inout T) throws {
        var encoder = encoder(of: node)
        defer { leave(&encoder, node) }
        try value.encode(to: encoder)
    }

    /// Makes a node's owner an encoder.
    @inline(__always)
    private static func encoder(of node: Unmanaged<EncodingNode>) -> any Encoder {
        // Moved out of memory: what an unmanaged reference gives would be counted.
        var node = node
        return withUnsafeMutablePointer(to: &node) {
            $0.withMemoryRebound(to: EncodingNode.self, capacity: 1) { $0.move() }
        }
    }

    /// Puts an encoder that owns nothing in the place of the one whose owner goes back to the caller.
    @inline(__always)
    private static func leave(_ encoder: inout any Encoder, _ node: Unmanaged<EncodingNode>) {
        withUnsafeMutablePointer(to: &encoder) { $0.initialize(to: UnownedEncoder(node: node)) }
    }
}

/// A node as an encoder that does not own it.
private struct UnownedEncoder: Encoder {
    let node: Unmanaged<EncodingNode>

    var codingPath: [any CodingKey] { node._withUnsafeGuaranteedRef { $0.codingPath } }

    var userInfo: [CodingUserInfoKey: Any] { node._withUnsafeGuaranteedRef { $0.userInfo } }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.takeUnretainedValue().container(keyedBy: type)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.takeUnretainedValue().unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        node.takeUnretainedValue().singleValueContainer()
    }
}
