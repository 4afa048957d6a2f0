/// A value that a writer has written and that can become an item of a collection.
///
/// A value of at most two bytes is stored in the slot itself. For a longer value, the slot contains
/// its position. A slot is valid only for the current document of its writer.
///
/// ```swift
/// let name = [writer.encodeKey("name"), writer.encode("Grand")]
/// let stars = [writer.encodeKey("stars"), writer.encode(Int64(4))]
/// writer.write(writer.encodeDictionary(name + stars))
/// ```
public struct FleeceSlot: BitwiseCopyable, Sendable {
    /// The two bytes of a small value, first byte high, or a position with the top bit set.
    let bits: UInt64

    @inline(__always)
    init(inline word: UInt16) { bits = UInt64(word) }

    @inline(__always)
    init(position: Int) { bits = UInt64(truncatingIfNeeded: position) | 1 << 63 }

    @inline(__always)
    var isPosition: Bool { bits >> 63 != 0 }

    /// The position of a longer value.
    @inline(__always)
    var position: Int? { isPosition ? Int(truncatingIfNeeded: bits & ~(1 << 63)) : nil }

    @inline(__always)
    var word: UInt16 { UInt16(truncatingIfNeeded: bits) }

    /// The number of a shared key, or `nil` if the slot contains another value.
    @inline(__always)
    var keyNumber: Int? { bits >> 12 == 0 ? Int(bits) : nil }

    /// Returns whether slots with at most these bits are numbers of shared keys.
    @inline(__always)
    static func areNumbers(upTo bits: Int64) -> Bool { bits >> 12 <= 0 }

    static let null = FleeceSlot(inline: 0x3000)
    static let emptyArray = FleeceSlot(inline: 0x6000)
    static let emptyDictionary = FleeceSlot(inline: 0x7000)
}
