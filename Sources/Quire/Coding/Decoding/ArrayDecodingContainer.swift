import Fleece

/// Reads the items of an array, in order.
struct ArrayDecodingContainer: UnkeyedDecodingContainer {
    let array: FleeceArray
    let place: DecodingPlace
    private(set) var currentIndex = 0

    init(array: FleeceArray, place: DecodingPlace) {
        self.array = array
        self.place = place
    }

    var codingPath: [any CodingKey] { place.keys }

    var count: Int? { array.count }

    var isAtEnd: Bool { currentIndex >= array.count }

    mutating func decodeNil() throws -> Bool {
        guard try next(Any?.self).isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try advance(type) { try $0.decode(type) }
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        if isAtEnd { return nil }
        return try decodeNil() ? nil : decode(type)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try advance([String: Any].self) { try ValueDecoder(place: $0).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try advance([Any].self) { try ValueDecoder(place: $0).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try advance((any Decoder).self) { ValueDecoder(place: $0) }
    }

    /// The place of the next item.
    private func next(_ type: Any.Type) throws -> DecodingPlace {
        let key = PositionKey(index: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: place.keys + [key],
                    debugDescription: "the array has only \(array.count) items"))
        }
        return place.child(array[currentIndex], key)
    }

    /// Reads the next item and moves on, unless reading it fails.
    private mutating func advance<Result>(
        _ type: Any.Type, _ body: (DecodingPlace) throws -> Result
    ) throws -> Result {
        let result = try body(next(type))
        currentIndex += 1
        return result
    }
}

// One line for each type that Codable has a call of its own for.
extension ArrayDecodingContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool {
        try advance(type) { try $0.boolean() }
    }
    mutating func decode(_ type: String.Type) throws -> String {
        try advance(type) { try $0.string() }
    }
    mutating func decode(_ type: Double.Type) throws -> Double {
        try advance(type) { try $0.double() }
    }
    mutating func decode(_ type: Float.Type) throws -> Float {
        try advance(type) { try $0.float() }
    }
    mutating func decode(_ type: Int.Type) throws -> Int {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: UInt.Type) throws -> UInt {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        try advance(type) { try $0.integer(type) }
    }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        try advance(type) { try $0.integer(type) }
    }
}
