// The encoding of Fleece values.
//
//   first byte  second byte   value
//   0000iiii    iiiiiiii      short integer, 12 bits, two's complement
//   0001uccc    …             integer of ccc + 1 little-endian bytes, u = unsigned
//   00100000    00000000      float in the next 4 bytes
//   00100100    00000000      double that was stored as a float in the next 4 bytes
//   00101000    00000000      double in the next 8 bytes
//   0011ss00    00000000      null, false, true, undefined
//   0100cccc    …             string of cccc bytes; 15: a varint with the count follows
//   0101cccc    …             data, likewise
//   0110wccc    cccccccc      array of ccc cccccccc items; 0x7FF: a varint with the rest follows
//   0111wccc    cccccccc      dictionary, likewise; an item is a key and a value
//   1xoooooo    oooooooo      pointer, 14 bits (wide: 30 bits), in units of 2 bytes, backward
//
// Every value begins at an even offset. Children precede their parents. The last two bytes are the
// root or a pointer to it. A narrow collection (w = 0) has slots of 2 bytes, a wide one has slots
// of 4 bytes.
//
// Example: 43 66 6F 6F 70 01 80 03 00 7B 80 03 is {"foo": 123}.
//   0: string "foo"   4: dictionary of one pair   6: key, 3 × 2 bytes back   8: 123
//   10: root, 3 × 2 bytes back

/// The memory that contains values, with bounds-checked reading.
///
/// Offsets are relative to the start of the data. If there is an extern range (`x` in a pointer),
/// its bytes have negative offsets, as if they directly preceded the data. The format defines
/// pointers in the same way, so one subtraction resolves every pointer.
///
/// The bytes are not trusted: each offset is checked against its range before a load.
struct FleeceRegion {
    let start: UnsafeRawPointer
    let count: Int
    let externEnd: UnsafeRawPointer
    let externCount: Int

    init(_ bytes: UnsafeRawBufferPointer, extern: UnsafeRawBufferPointer? = nil) {
        // An empty buffer may not have an address. Any pointer is suitable, because nothing is
        // loaded.
        start = bytes.baseAddress ?? Self.nowhere
        count = bytes.count
        externCount = extern?.count ?? 0
        externEnd = (extern?.baseAddress ?? start) + (extern?.count ?? 0)
    }

    nonisolated(unsafe) private static let nowhere = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8))

    /// Returns the end of the range that contains an offset.
    @inline(__always)
    func limit(_ offset: Int) -> Int { offset >= 0 ? count : 0 }

    /// Returns whether `length` bytes can be read at an offset.
    @inline(__always)
    func contains(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 &- externCount && length >= 0 && length <= limit(offset) &- offset
    }

    /// Returns the address of an offset that has been checked.
    @inline(__always)
    func address(_ offset: Int) -> UnsafeRawPointer {
        offset >= 0 ? start + offset : externEnd + offset
    }

    /// Returns the first two bytes of a value, first byte high.
    ///
    /// The offset must have been checked.
    @inline(__always)
    func word(_ offset: Int) -> UInt16 {
        UInt16(bigEndian: address(offset).loadUnaligned(as: UInt16.self))
    }

    /// Returns a varint and its length in bytes, or `nil` if it exceeds the range or 64 bits.
    func varint(_ offset: Int) -> (value: UInt64, length: Int)? {
        var value: UInt64 = 0
        var length = 0
        while length < 10, contains(offset + length, 1) {
            let byte = address(offset + length).load(as: UInt8.self)
            if length == 9, byte > 1 { return nil }
            value |= UInt64(byte & 0x7F) << UInt64(7 * length)
            length += 1
            if byte & 0x80 == 0 { return (value, length) }
        }
        return nil
    }

    /// Resolves the slot at an offset to the value that it contains or points to.
    ///
    /// A pointer must lead to an offset before its collection. Therefore the data contains no
    /// cycles, and every traversal ends.
    ///
    /// - Parameters:
    ///   - offset: The slot's offset.
    ///   - isWide: Whether the slot has four bytes.
    ///   - start: The offset of the collection.
    /// - Returns: The offset of a value that is not a pointer, with at least two readable bytes, or
    ///   `nil` if the pointer is invalid.
    @inline(__always)
    func resolve(slot offset: Int, isWide: Bool, before start: Int) -> Int? {
        guard contains(offset, isWide ? 4 : 2) else { return nil }
        let word = word(offset)
        if word & 0x8000 == 0 {
            return word & 0x6000 == 0x6000
                ? inlineCollection(at: offset, word: word, isWide: isWide) : offset
        }
        // Nearly all pointers are narrow and lead to a value within the data.
        if !isWide, word & 0x4000 == 0, offset >= 0 {
            let target = offset &- Int(word & 0x3FFF) &* 2
            if target >= 0, target < start, self.word(target) & 0x8000 == 0 { return target }
        }
        return follow(word, at: offset, isWide: isWide, before: start)
    }

    /// Returns the offset of a collection that is stored in a slot, or `nil` if it is invalid.
    ///
    /// A slot can contain an empty collection. A slot of four bytes can also contain an array of
    /// one two-byte value that is not a pointer. A pointer inside a slot's collection could create
    /// a cycle, and no encoder needs one.
    private func inlineCollection(at offset: Int, word: UInt16, isWide: Bool) -> Int? {
        if word & 0x07FF == 0 { return offset }
        let isArrayOfOne = word == 0x6001 && isWide
        return isArrayOfOne && self.word(offset + 2) & 0x8000 == 0 ? offset : nil
    }

    private func follow(
        _ first: UInt16, at slot: Int, isWide: Bool, before start: Int
    ) -> Int? {
        var offset = slot
        var word = first
        var isWide = isWide
        // An encoder never needs more than two steps. Without a limit, many collections could
        // contain the same chain of pointers that is as long as the data.
        for _ in 0..<8 {
            let isExtern = word & 0x4000 != 0
            let distance: Int
            if isWide {
                guard contains(offset, 4) else { return nil }
                let raw = UInt32(bigEndian: address(offset).loadUnaligned(as: UInt32.self))
                distance = Int(raw & 0x3FFF_FFFF) * 2
            } else {
                distance = Int(word & 0x3FFF) * 2
            }
            guard distance > 0 else { return nil }
            var target = offset - distance
            if isExtern, offset >= 0, target >= 0 || target < -externCount {
                // Before the format had extern ranges, a narrow pointer had 15 bits and a wide one
                // 31.
                guard let range = Int(exactly: isWide ? 0x8000_0000 : 0x8000 as UInt32) else {
                    return nil
                }
                target -= range
            } else if !isExtern, offset >= 0, target < 0 {
                return nil
            }
            guard target < start, contains(target, 2) else { return nil }
            word = self.word(target)
            if word & 0x8000 == 0 { return target }
            offset = target
            // A pointer that another pointer refers to is always wide.
            isWide = true
        }
        return nil
    }

    /// The offset of the root value, which is in the last two bytes or is the target of their
    /// pointer.
    var root: Int? {
        guard count >= 2, count.isMultiple(of: 2) else { return nil }
        return resolve(slot: count - 2, isWide: false, before: count - 2)
    }
}
