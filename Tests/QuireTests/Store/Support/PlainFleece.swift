/// A value of Fleece bytes, read by hand: not with this package's reader, which may share a mistake
/// with its writer.
///
/// It knows what a document's body and the table of shared keys consist of, takes the bytes for
/// whole, and keeps the pairs of a dictionary in their stored order.
indirect enum PlainFleece: Equatable {
    case integer(Int)
    case string(String)
    case array([PlainFleece])
    case dictionary([Pair])
    /// Anything else, by the first byte.
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
            // A pointer that a pointer leads to is always a wide one.
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

    /// A count that is in the header, or behind it if it is long; and where the content begins.
    private static func count(
        _ bytes: [UInt8], _ position: Int, _ inHeader: Int, isLong: Bool, base: Int
    ) -> (Int, Int) {
        guard isLong else { return (inHeader, position + 1) }
        var offset = position + 1
        let rest = PlainVarint.read(bytes, &offset)
        return (base + Int(rest), offset)
    }

    /// The keys of all dictionaries in the value.
    var keys: [PlainFleece] {
        switch self {
        case .array(let items): items.flatMap(\.keys)
        case .dictionary(let pairs): pairs.flatMap { [$0.key] + $0.value.keys }
        case .integer, .string, .other: []
        }
    }
}

/// An integer of 7 bits a byte, the lowest first.
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
