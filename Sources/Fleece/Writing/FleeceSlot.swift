/// A value that a writer has written, ready to become an item of a collection.
///
/// A value of at most two bytes is the slot itself; of a longer one the slot says where it lies. A
/// slot belongs to the document that its writer is at, and means nothing to another.
public struct FleeceSlot: Sendable {
    /// The two bytes of a small value, first byte high; or a position, with the top bit set.
    let bits: UInt64

    @inline(__always)
    init(inline word: UInt16) { bits = UInt64(word) }

    @inline(__always)
    init(position: Int) { bits = UInt64(truncatingIfNeeded: position) | 1 << 63 }

    @inline(__always)
    var isPosition: Bool { bits >> 63 != 0 }

    /// Where a longer value lies.
    @inline(__always)
    var position: Int? { isPosition ? Int(truncatingIfNeeded: bits & ~(1 << 63)) : nil }

    @inline(__always)
    var word: UInt16 { UInt16(truncatingIfNeeded: bits) }

    /// The number of a shared key.
    @inline(__always)
    var keyNumber: Int? { bits >> 12 == 0 ? Int(bits) : nil }

    /// Whether slots with no more than these bits are numbers of shared keys.
    @inline(__always)
    static func areNumbers(upTo bits: Int64) -> Bool { bits >> 12 <= 0 }

    static let null = FleeceSlot(inline: 0x3000)
    static let emptyArray = FleeceSlot(inline: 0x6000)
    static let emptyDictionary = FleeceSlot(inline: 0x7000)
}
