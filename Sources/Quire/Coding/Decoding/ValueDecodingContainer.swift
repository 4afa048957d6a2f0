import Fleece

/// Reads a single value.
struct ValueDecodingContainer: SingleValueDecodingContainer {
    let place: DecodingPlace

    var codingPath: [any CodingKey] { place.keys }

    func decodeNil() -> Bool { place.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try place.decode(type) }
}

// One line for each type that Codable has a call of its own for.
extension ValueDecodingContainer {
    func decode(_ type: Bool.Type) throws -> Bool { try place.boolean() }
    func decode(_ type: String.Type) throws -> String { try place.string() }
    func decode(_ type: Double.Type) throws -> Double { try place.double() }
    func decode(_ type: Float.Type) throws -> Float { try place.float() }
    func decode(_ type: Int.Type) throws -> Int { try place.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try place.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try place.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try place.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try place.integer(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try place.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try place.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try place.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try place.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try place.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try place.integer(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try place.integer(type) }
}
