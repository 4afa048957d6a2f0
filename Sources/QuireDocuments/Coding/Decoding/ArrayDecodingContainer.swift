import Fleece

/// A container that reads the items of an array in order.
///
/// A copy of the container has its own current index.
struct ArrayDecodingContainer: UnkeyedDecodingContainer {
    let node: DecodingNode
    private(set) var currentIndex = 0

    init(node: DecodingNode) {
        self.node = node
    }

    var codingPath: [any CodingKey] { node.keys }

    var count: Int? { node.itemCount }

    var isAtEnd: Bool { currentIndex >= node.itemCount }

    mutating func decodeNil() throws -> Bool {
        guard node.isNull(try node.item(currentIndex, Any?.self)) else { return false }
        currentIndex += 1
        return true
    }

    package mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try advance(type) { try $0.decode(type, at: $1, step: PathStep(index: $2)) }
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        if isAtEnd { return nil }
        return try decodeNil() ? nil : decode(type)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try advance([String: Any].self) {
            try $0.lateNode($1, PathStep(index: $2)).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try advance([Any].self) { try $0.lateNode($1, PathStep(index: $2)).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try advance((any Decoder).self) { $0.lateNode($1, PathStep(index: $2)) }
    }

    /// Reads the next item.
    ///
    /// If reading throws an error, the current index does not change.
    @inline(__always)
    private mutating func advance<Result>(
        _ type: Any.Type, _ body: (DecodingNode, FleeceLocation?, Int) throws -> Result
    ) throws -> Result {
        let result = try body(node, node.item(currentIndex, type), currentIndex)
        currentIndex += 1
        return result
    }
}

// The methods that `UnkeyedDecodingContainer` requires for each scalar type.
extension ArrayDecodingContainer {
    package mutating func decode(_ type: Bool.Type) throws -> Bool {
        try advance(type) { try $0.boolean($1, PathStep(index: $2)) }
    }
    package mutating func decode(_ type: String.Type) throws -> String {
        try advance(type) { try $0.string($1, PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Double.Type) throws -> Double {
        try advance(type) { try $0.double($1, PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Float.Type) throws -> Float {
        try advance(type) { try $0.float($1, PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Int.Type) throws -> Int {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Int8.Type) throws -> Int8 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Int16.Type) throws -> Int16 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Int32.Type) throws -> Int32 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: Int64.Type) throws -> Int64 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: UInt.Type) throws -> UInt {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    package mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try advance(type) { try $0.integer(type, at: $1, step: PathStep(index: $2)) }
    }
}
