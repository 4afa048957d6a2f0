import Fleece

/// A container that reads a single value.
struct ValueDecodingContainer: SingleValueDecodingContainer {
    let node: DecodingNode

    var codingPath: [any CodingKey] { node.keys }

    func decodeNil() -> Bool { node.isNull(node.location) }

    package func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try node.decodeInPlace(type)
    }
}

// The methods that `SingleValueDecodingContainer` requires for each scalar type.
extension ValueDecodingContainer {
    package func decode(_ type: Bool.Type) throws -> Bool { try node.boolean(node.location, .none) }
    package func decode(_ type: String.Type) throws -> String {
        try node.string(node.location, .none)
    }
    package func decode(_ type: Double.Type) throws -> Double {
        try node.double(node.location, .none)
    }
    package func decode(_ type: Float.Type) throws -> Float { try node.float(node.location, .none) }
    package func decode(_ type: Int.Type) throws -> Int {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: Int8.Type) throws -> Int8 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: Int16.Type) throws -> Int16 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: Int32.Type) throws -> Int32 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: Int64.Type) throws -> Int64 {
        try node.integer(type, at: node.location, step: .none)
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func decode(_ type: Int128.Type) throws -> Int128 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: UInt.Type) throws -> UInt {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: UInt8.Type) throws -> UInt8 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: UInt16.Type) throws -> UInt16 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: UInt32.Type) throws -> UInt32 {
        try node.integer(type, at: node.location, step: .none)
    }
    package func decode(_ type: UInt64.Type) throws -> UInt64 {
        try node.integer(type, at: node.location, step: .none)
    }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    package func decode(_ type: UInt128.Type) throws -> UInt128 {
        try node.integer(type, at: node.location, step: .none)
    }
}
