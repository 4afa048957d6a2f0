// Fleece's bytes, as they are found by offset.
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
//   1xoooooo    oooooooo      pointer, 14 bits (wide: 30 bits), in units of 2 bytes, backwards
//
// Every value begins at an even offset, children lie before their parents, and the last two bytes
// are the root or point to it. A narrow collection (w = 0) has slots of 2 bytes, a wide one of 4.
//
// Example: 43 66 6F 6F 70 01 80 03 00 7B 80 03 is {"foo": 123}.
//   0: string "foo"   4: dictionary of one pair   6: key, 3 × 2 bytes back   8: 123
//   10: root, 3 × 2 bytes back

/// The memory that a value lies in, and the checked reading of numbers from it.
///
/// Offsets count from the start of the data. With an extern range (`x` in a pointer) the bytes of
/// that range have negative offsets, as though they lay directly before the data, which is how the
/// format counts them; so one subtraction resolves every pointer.
///
/// Nothing here trusts the bytes: an offset is checked against its range before each load.
struct FleeceRegion {
    let start: UnsafeRawPointer
    let count: Int
    let externEnd: UnsafeRawPointer
    let externCount: Int

    init(_ bytes: UnsafeRawBufferPointer, extern: UnsafeRawBufferPointer? = nil) {
        // An empty buffer may have no address. Any pointer serves, as nothing is ever loaded.
        start = bytes.baseAddress ?? Self.nowhere
        count = bytes.count
        externCount = extern?.count ?? 0
        externEnd = (extern?.baseAddress ?? start) + (extern?.count ?? 0)
    }

    nonisolated(unsafe) private static let nowhere = UnsafeRawPointer(
        UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8))

    /// The end of the range that an offset lies in.
    @inline(__always)
    func limit(_ offset: Int) -> Int { offset >= 0 ? count : 0 }

    /// Whether `length` bytes can be read at an offset.
    @inline(__always)
    func contains(_ offset: Int, _ length: Int) -> Bool {
        offset >= 0 &- externCount && length >= 0 && length <= limit(offset) &- offset
    }

    /// The address of an offset that has been checked.
    @inline(__always)
    func address(_ offset: Int) -> UnsafeRawPointer {
        offset >= 0 ? start + offset : externEnd + offset
    }

    /// The first two bytes of a value, first byte high; the offset has been checked.
    @inline(__always)
    func word(_ offset: Int) -> UInt16 {
        UInt16(bigEndian: address(offset).loadUnaligned(as: UInt16.self))
    }

    /// A varint, and how many bytes it takes, or nothing if it does not end in range or in 64 bits.
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

    /// Follows the slot at an offset to the value that it holds or points to.
    ///
    /// A pointer must lead to before the beginning of the collection that it is an item of. So the
    /// ways through the data have no circles, and every one of them ends.
    ///
    /// - Parameters:
    ///   - offset: The slot's offset.
    ///   - isWide: Whether the slot has four bytes.
    ///   - start: The offset of the collection.
    /// - Returns: An offset at which at least two bytes can be read and no pointer lies, or `nil` if
    ///   the pointer leads somewhere else.
    @inline(__always)
    func resolve(slot offset: Int, isWide: Bool, before start: Int) -> Int? {
        guard contains(offset, isWide ? 4 : 2) else { return nil }
        let word = word(offset)
        if word & 0x8000 == 0 {
            return word & 0x6000 == 0x6000 ? inlineCollection(offset, word, isWide) : offset
        }
        // Nearly all pointers are narrow ones within the data that lead to a value.
        if !isWide, word & 0x4000 == 0, offset >= 0 {
            let target = offset &- Int(word & 0x3FFF) &* 2
            if target >= 0, target < start, self.word(target) & 0x8000 == 0 { return target }
        }
        return follow(word, at: offset, isWide: isWide, before: start)
    }

    /// A collection in a slot is empty, or in a slot of four bytes an array of one value of two
    /// bytes.
    ///
    /// A pointer in it could lead into a circle, and no encoder has a reason to write one.
    private func inlineCollection(_ offset: Int, _ word: UInt16, _ isWide: Bool) -> Int? {
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
        // An encoder has no reason for more than two; without a limit a chain as long as the data
        // could be an item of each of many collections.
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
                // Before there were extern ranges a narrow pointer had 15 bits, and a wide one 31.
                target -= isWide ? 0x8000_0000 : 0x8000
            } else if !isExtern, offset >= 0, target < 0 {
                return nil
            }
            guard target < start, contains(target, 2) else { return nil }
            word = self.word(target)
            if word & 0x8000 == 0 { return target }
            offset = target
            // A pointer that is pointed to is always wide.
            isWide = true
        }
        return nil
    }

    /// The offset of the root value: the last two bytes, or what they point to.
    var root: Int? {
        guard count >= 2, count.isMultiple(of: 2) else { return nil }
        return resolve(slot: count - 2, isWide: false, before: count - 2)
    }
}
