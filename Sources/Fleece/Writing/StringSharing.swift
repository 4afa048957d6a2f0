/// A heuristic that determines whether to search for repetitions in strings of one kind, such as
/// the values of a column.
///
/// A repeated string is normally written only once. If the strings are distinct, such as IDs, the
/// search is useless and stops after a number of strings.
package struct StringSharing {
    /// The number of consecutive new strings after which the search stops.
    private static let patience = 64

    private var misses = 0

    package init() {}

    fileprivate var isWorthwhile: Bool { misses < Self.patience }

    fileprivate mutating func note(isNew: Bool) { misses = isNew ? misses + 1 : 0 }
}

extension FleeceWriter {
    /// Writes a string given in UTF-8, using the heuristic for its kind, and returns its slot.
    ///
    /// The bytes are not validated.
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
