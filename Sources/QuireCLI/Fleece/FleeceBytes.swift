import Fleece
import QuireFormats

// The high four bits of the first byte of a value are its tag. The low four bits depend on the tag.
//
//   0  integer of 12 bits         4  string; the low bits are its length, 15: a varint follows
//   1  integer of 1 to 8 bytes    5  data, with a length as in a string
//   2  float or double            6  array; the low bits are its width and part of its count
//   3  null, false, true ...      7  dictionary, like an array; the count is in pairs
//   8 and above: a pointer back, in units of two bytes; bit 6 marks an external pointer

/// A Fleece value in encoded form: its kind, its length, and its description.
struct FleeceBytes {
    /// The number of bytes, not including the slots of a collection.
    let headerLength: Int
    /// The number of slots; a dictionary has two per pair.
    private(set) var slotCount = 0
    private(set) var slotWidth = 2
    private(set) var isDictionary = false
    /// A description of the value.
    let text: String

    /// Reads a value that is not a pointer; `nil` if it extends past the end of the bytes.
    init?(_ bytes: [UInt8], at offset: Int) {
        let rest = bytes[offset...]
        guard rest.count >= 2 else { return nil }
        let low = Int(bytes[offset] & 0x0F)
        switch bytes[offset] >> 4 {
        case 1:
            headerLength = 2 + low & 7
            guard headerLength + offset <= bytes.count else { return nil }
            text = Self.integer(rest.dropFirst().prefix(low & 7 + 1), isUnsigned: low & 8 != 0)
        case 2:
            headerLength = low & 8 != 0 ? 10 : 6
            guard headerLength + offset <= bytes.count else { return nil }
            text = Self.number(rest.dropFirst(2).prefix(headerLength - 2), low)
        case 4, 5:
            var start = 1
            var count = low
            if count == 15 {
                guard let (long, length) = Self.varint(rest.dropFirst()) else { return nil }
                (count, start) = (long, 1 + length)
            }
            guard count <= rest.count - start else { return nil }
            headerLength = start + count
            let content = rest.dropFirst(start).prefix(count)
            text = bytes[offset] >> 4 == 4 ? Self.string(content) : "data, \(count) bytes"
        case 6, 7:
            isDictionary = bytes[offset] >> 4 == 7
            slotWidth = low & 8 != 0 ? 4 : 2
            var count = (low & 7) << 8 | Int(bytes[offset + 1])
            var length = 2
            if count == 2047 {
                guard let (more, size) = Self.varint(rest.dropFirst(2)) else { return nil }
                count += more
                length += (size + 1) & ~1
            }
            headerLength = length
            slotCount = count * (isDictionary ? 2 : 1)
            guard count <= rest.count, length + slotCount * slotWidth <= rest.count else {
                return nil
            }
            let noun = isDictionary ? "pair" : "item"
            text =
                (isDictionary ? "dictionary, " : "array, ") + Spelling.count(count, noun)
                + (slotWidth == 4 ? ", wide" : "")
        default:
            headerLength = 2
            text = Self.inlineText(rest.prefix(2))
        }
    }

    /// Returns the description of a value that is stored inline in a slot.
    static func inlineText(_ slot: ArraySlice<UInt8>) -> String {
        let first = slot[slot.startIndex]
        let second = slot[slot.startIndex + 1]
        switch first >> 4 {
        case 0: return "\(Int16(bitPattern: UInt16(first) << 12 | UInt16(second) << 4) >> 4)"
        case 3: return ["null", "false", "true", "undefined"][Int(first >> 2 & 3)]
        case 6 where first & 7 == 0 && second == 0: return "[]"
        case 7 where first & 7 == 0 && second == 0: return "{}"
        default: return FleeceBytes(Array(slot), at: 0)?.text ?? "damaged"
        }
    }

    /// Reads a pointer: its distance, and whether it is external.
    static func pointer(_ slot: ArraySlice<UInt8>) -> (distance: Int, isExtern: Bool) {
        var number = slot.reduce(0) { $0 << 8 | Int($1) }
        let isExtern = slot.first.map { $0 & 0x40 != 0 } ?? false
        number &= slot.count == 4 ? 0x3FFF_FFFF : 0x3FFF
        return (2 * number, isExtern)
    }

    /// Formats an offset with at least four hexadecimal digits.
    static func offset(_ offset: Int) -> String {
        let digits = String(offset, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func integer(_ bytes: ArraySlice<UInt8>, isUnsigned: Bool) -> String {
        let number = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard !isUnsigned, bytes.last.map({ $0 & 0x80 != 0 }) ?? false, bytes.count < 8 else {
            return isUnsigned ? "\(number)" : "\(Int64(bitPattern: number))"
        }
        return "\(Int64(bitPattern: number | UInt64.max << (8 * UInt64(bytes.count))))"
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ low: Int) -> String {
        let bits = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        if bytes.count == 8 { return "double \(Double(bitPattern: bits))" }
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        return low & 4 != 0 ? "double \(value), in 4 bytes" : "float \(value)"
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        guard let text = String(validUTF8: bytes) else {
            return "string, \(bytes.count) bytes, not UTF-8"
        }
        return "string \(JSONNode.quoted(PlainText.cut(text, to: 48)))"
    }

    /// Reads a variable-length integer of at most 32 bits, little-endian with seven bits per byte.
    private static func varint(_ bytes: ArraySlice<UInt8>) -> (value: Int, length: Int)? {
        var value = 0
        for (index, byte) in bytes.prefix(5).enumerated() {
            value |= Int(byte & 0x7F) << (7 * index)
            if byte & 0x80 == 0 { return value <= Int(UInt32.max) ? (value, index + 1) : nil }
        }
        return nil
    }
}
