import Foundation

/// The slots of an array or dictionary, all of which are in range.
struct FleeceSlots {
    /// The offset of the collection.
    ///
    /// Its items are before it or in the slots.
    let start: Int
    let first: Int
    /// The number of items or pairs.
    let count: Int
    let isWide: Bool

    @inline(__always)
    func offset(_ index: Int) -> Int { first &+ index &* (isWide ? 4 : 2) }
}

extension FleeceRegion {
    /// Returns the slots of an array (tag 6) or a dictionary (tag 7).
    ///
    /// - Returns: The slots, or `nil` if the value is of another kind or its slots are not all in
    ///   range.
    @inline(__always)
    func slots(_ offset: Int, tag: UInt16) -> FleeceSlots? {
        let word = word(offset)
        guard word >> 12 == tag else { return nil }
        var count = Int(word & 0x07FF)
        var first = offset + 2
        if count == 0x07FF {
            guard let (more, size) = varint(first), more <= UInt64(Int32.max) else { return nil }
            count += Int(more)
            first += (size + 1) & ~1
        }
        let isWide = word & 0x0800 != 0
        // This cannot overflow: a count is below 2³², and a slot has at most 8 bytes.
        guard contains(first, count * (isWide ? 4 : 2) * (tag == 7 ? 2 : 1)) else { return nil }
        return FleeceSlots(start: offset, first: first, count: count, isWide: isWide)
    }

    /// Returns the number of the shared key in a slot, or `nil` if the slot doesn't contain a
    /// number.
    @inline(__always)
    func keyNumber(slot: Int) -> Int? {
        let word = word(slot)
        guard word & 0xF000 == 0 else { return nil }
        return Int(Int16(bitPattern: word << 4) >> 4)
    }

    /// Returns whether the first pair of a dictionary is the link to a parent.
    @inline(__always)
    func hasParentLink(_ slots: FleeceSlots) -> Bool {
        slots.count > 0 && keyNumber(slot: slots.first) == FleeceDictionary.parentNumber
    }

    /// Returns the offset of an item, given the index of its slot.
    ///
    /// In a dictionary, keys and values alternate.
    @inline(__always)
    func item(_ index: Int, of slots: FleeceSlots) -> Int? {
        resolve(slot: slots.offset(index), isWide: slots.isWide, before: slots.start)
    }

    /// Returns the bytes of a key that is a string.
    @inline(__always)
    func keyBytes(pair index: Int, of slots: FleeceSlots) -> UnsafeRawBufferPointer? {
        item(2 * index, of: slots).flatMap { bytes($0, tag: 4) }
    }

    /// Finds the pair with a numbered key by binary search and returns its index.
    @inline(__always)
    func find(number: Int, in slots: FleeceSlots) -> Int? {
        // All slots are in range, so the loads don't need to be checked.
        let first = address(slots.first)
        let width = slots.isWide ? 8 : 4
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low &+ high) &>> 1
            let slot = first + middle &* width
            let key = Int(UInt16(bigEndian: slot.loadUnaligned(as: UInt16.self)))
            // String keys and pointers have greater words and are sorted after the numbers. The
            // link to a parent is not among the slots.
            if key == number { return middle }
            if key < number { low = middle &+ 1 } else { high = middle }
        }
        return nil
    }

    /// Finds the pair with a string key by binary search and returns its index.
    func find(key: UnsafeRawBufferPointer, in slots: FleeceSlots) -> Int? {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) >> 1
            guard let bytes = keyBytes(pair: middle, of: slots) else {
                low = middle + 1
                continue
            }
            let order = Self.compare(bytes, key)
            if order == 0 { return middle }
            if order < 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// Finds the pair with a key in unsorted pairs and returns its index.
    ///
    /// A lookup of a missing key has the same cost: one comparison for each pair.
    func findUnsorted(
        number: Int?, key: UnsafeRawBufferPointer, in slots: FleeceSlots
    ) -> Int? {
        let first = address(slots.first)
        let width = slots.isWide ? 8 : 4
        // No key number equals this value.
        let number = number ?? .max
        for index in 0..<slots.count {
            let slot = first + index &* width
            let word = Int(UInt16(bigEndian: slot.loadUnaligned(as: UInt16.self)))
            if word == number { return index }
            if word > 0x0FFF, let bytes = keyBytes(pair: index, of: slots),
                Self.compare(bytes, key) == 0
            {
                return index
            }
        }
        return nil
    }

    /// Compares two keys by their bytes; if one is a prefix of the other, the shorter key comes
    /// first.
    static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
        let common = min(left.count, right.count)
        if common > 0, let first = left.baseAddress, let second = right.baseAddress {
            let order = memcmp(first, second, common)
            if order != 0 { return Int(order) }
        }
        return left.count - right.count
    }
}
