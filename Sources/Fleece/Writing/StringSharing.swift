/// Whether strings of one kind, those of a column for example, are worth looking for.
///
/// A string that was written before is not written again. Where strings never come twice, as IDs, the
/// looking for them is in vain, and is given up after a while.
package struct StringSharing {
    /// How many strings in a row were new before the looking ends.
    private static let patience = 64

    private var misses = 0

    package init() {}

    fileprivate var isWorthwhile: Bool { misses < Self.patience }

    fileprivate mutating func note(isNew: Bool) { misses = isNew ? misses + 1 : 0 }
}

extension FleeceWriter {
    /// Writes text given in UTF-8, of the same kind as others, and returns its slot.
    ///
    /// The bytes are not examined.
    package func encode(
        utf8 text: UnsafeRawBufferPointer, _ sharing: inout StringSharing
    ) -> FleeceSlot {
        guard (2...15).contains(text.count) else { return encodeString(text) }
        guard sharing.isWorthwhile else { return encodeBytes(text, tag: 0x40) }
        let end = count
        let slot = encodeString(text)
        sharing.note(isNew: slot.position.map { $0 >= end } ?? false)
        return slot
    }
}
