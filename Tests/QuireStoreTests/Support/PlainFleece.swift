/// A value decoded from Fleece by an independent, minimal reader.
///
/// The package's own reader could have the same mistake as its writer. This one supports document
/// bodies and tables of shared keys, does not validate, and preserves the stored order of pairs.
indirect enum PlainFleece: Equatable {
    case integer(Int)
    case string(String)
    case array([PlainFleece])
    case dictionary([Pair])
    /// Any other value, by its first byte.
    case other(UInt8)

    struct Pair: Equatable {
        let key: PlainFleece
        let value: PlainFleece
    }

    init(_ bytes: [UInt8]) {
        self = Self.value(bytes, bytes.count - 2, width: 2)
    }

    private static func value(_ bytes: [UInt8], _ position: Int, width: Int) -> PlainFleece {
        let first = Int(bytes[position])
        let low = first & 15
        switch first >> 4 {
        case 8...:
            var offset = first & 0x3F
            for index in 1..<width { offset = offset << 8 | Int(bytes[position + index]) }
            // The target of a pointer, if it is a pointer itself, is always wide.
            return value(bytes, position - 2 * offset, width: 4)
        case 0:
            let number = low << 8 | Int(bytes[position + 1])
            return .integer(number < 2048 ? number : number - 4096)
        case 4:
            let (count, start) = count(bytes, position, low, isLong: low == 15, base: 0)
            return .string(String(decoding: bytes[start..<start + count], as: UTF8.self))
        case 6, 7:
            let inHeader = (low & 7) << 8 | Int(bytes[position + 1])
            var (count, start) = count(
                bytes, position + 1, inHeader, isLong: inHeader == 2047, base: 2047)
            start += start & 1
            let isDictionary = first >> 4 == 7
            let width = low & 8 == 0 ? 2 : 4
            let items = (0..<(isDictionary ? 2 * count : count)).map {
                value(bytes, start + $0 * width, width: width)
            }
            guard isDictionary else { return .array(items) }
            return .dictionary(
                stride(from: 0, to: items.count, by: 2).map {
                    Pair(key: items[$0], value: items[$0 + 1])
                })
        default:
            return .other(bytes[position])
        }
    }

    /// Returns a count from the header or the following varint, and the offset of the contents.
    private static func count(
        _ bytes: [UInt8], _ position: Int, _ inHeader: Int, isLong: Bool, base: Int
    ) -> (Int, Int) {
        guard isLong else { return (inHeader, position + 1) }
        var offset = position + 1
        let rest = PlainVarint.read(bytes, &offset)
        return (base + Int(rest), offset)
    }

    /// The keys of all nested dictionaries.
    var keys: [PlainFleece] {
        switch self {
        case .array(let items): items.flatMap(\.keys)
        case .dictionary(let pairs): pairs.flatMap { [$0.key] + $0.value.keys }
        case .integer, .string, .other: []
        }
    }
}

/// An integer with 7 bits per byte, little-endian.
enum PlainVarint {
    static func read(_ bytes: [UInt8], _ offset: inout Int) -> UInt64 {
        var value: UInt64 = 0
        var shift = 0
        while true {
            let byte = UInt64(bytes[offset])
            offset += 1
            value |= (byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 { return value }
            shift += 7
        }
    }
}
