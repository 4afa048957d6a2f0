/// The pairs of a dictionary, optimized for looking up most of them in approximately stored order.
///
/// A lookup first tries the pair after the one found last, then performs a binary search. When a
/// key is first not found by its number, the lookup determines whether the pairs are sorted, so
/// that later lookups of missing keys don't have to examine all pairs.
package struct FleecePairs: BitwiseCopyable {
    /// The order of the pairs in a dictionary.
    private enum Order: BitwiseCopyable {
        case notKnown
        /// The keys are sorted, numbers first.
        case ascending
        case none
    }

    private let region: FleeceRegion
    private let slots: FleeceSlots
    private let offset: Int
    /// Whether the dictionary has a parent with more pairs.
    package let hasParent: Bool
    private var next = 0
    private var order = Order.notKnown

    init?(_ region: FleeceRegion, _ offset: Int) {
        guard let slots = region.slots(offset, tag: 7) else { return nil }
        self.region = region
        self.offset = offset
        if region.hasParentLink(slots) {
            hasParent = true
            self.slots = FleeceSlots(
                start: slots.start, first: slots.offset(2), count: slots.count - 1,
                isWide: slots.isWide)
        } else {
            hasParent = false
            self.slots = slots
        }
    }

    /// The location of the dictionary itself.
    package var location: FleeceLocation { FleeceLocation(offset: offset) }

    /// The number of the dictionary's own pairs, without those of a parent.
    package var count: Int { slots.count }

    /// Returns the number of pairs that a lookup may have to examine, including those of parents.
    ///
    /// - Parameter storage: The owner of the bytes.
    /// - Returns: The number of pairs.
    /// - Complexity: O(*n*) in the number of parents.
    package func examinedCount(in storage: FleeceStorage) -> Int {
        guard hasParent, let dictionary = FleeceValue(storage: storage, offset: offset).dictionary
        else { return slots.count }
        var count = slots.count
        var ancestors = FleeceAncestors(of: dictionary)
        while let ancestor = ancestors.next() { count += 1 + ancestor.slots.count }
        return count
    }

    /// Finds the value of a key by its number.
    ///
    /// - Returns: The location, or `nil` if no pair of this dictionary has the number. The key may
    ///   still be stored as a string.
    package mutating func find(number: Int) -> FleeceLocation? {
        if next < slots.count, Int(region.word(slots.offset(2 &* next))) == number {
            next &+= 1
            return expectedLocation(at: next &- 1)
        }
        return search(number)
    }

    /// Returns the location of the value of a pair, as ``location(at:)`` does, without checks that
    /// are unnecessary for nearly all pairs.
    @inline(__always)
    private func expectedLocation(at index: Int) -> FleeceLocation? {
        guard !slots.isWide, slots.first >= 0 else { return location(at: index) }
        // All slots are in range.
        let slot = slots.first &+ 4 &* index &+ 2
        let word = UInt16(bigEndian: (region.start + slot).loadUnaligned(as: UInt16.self))
        // A scalar in the slot, but neither a special value nor a collection.
        if word < 0x3000 { return FleeceLocation(offset: slot) }
        let target = slot &- Int(word & 0x3FFF) &* 2
        guard word & 0xC000 == 0x8000, target >= 0, target < slots.start else {
            return location(at: index)
        }
        // Only a value of two bytes can be undefined, and it is not worth a pointer, but a pointer to
        // a pointer or to such a value is possible.
        let value = UInt16(bigEndian: (region.start + target).loadUnaligned(as: UInt16.self))
        guard value & 0x8000 == 0, value & 0xFC00 != 0x3C00 else { return location(at: index) }
        return FleeceLocation(offset: target)
    }

    private mutating func search(_ number: Int) -> FleeceLocation? {
        guard let index = region.find(number: number, in: slots) else { return nil }
        next = index + 1
        return location(at: index)
    }

    /// Finds the value of a prepared key by its string, after a search by its number has failed.
    ///
    /// - Parameters:
    ///   - key: The prepared key, of which only the string is used.
    ///   - number: The key's number, if the table contains the key.
    ///   - storage: The owner of the bytes.
    /// - Returns: The location, or `nil` if the dictionary doesn't contain the key.
    package mutating func find(
        _ key: FleeceKey, number: Int?, in storage: FleeceStorage
    ) -> FleeceLocation? {
        key.name.withUTF8Bytes { find($0, number: number, in: storage) }
    }

    /// Finds the value of a key that is not prepared.
    ///
    /// - Returns: The location, or `nil` if the dictionary doesn't contain the key.
    package mutating func find(_ key: String, in storage: FleeceStorage) -> FleeceLocation? {
        key.withUTF8Bytes { bytes in
            let number = storage.sharedKeys.number(for: KeyWords(bytes))
            if let number, let location = find(number: number) { return location }
            return find(bytes, number: number, in: storage)
        }
    }

    private mutating func find(
        _ key: UnsafeRawBufferPointer, number: Int?, in storage: FleeceStorage
    ) -> FleeceLocation? {
        if hasParent { return inherited(key, number: number, in: storage) }
        if next < slots.count, let bytes = region.keyBytes(pair: next, of: slots),
            bytes.count == key.count, FleeceRegion.compare(bytes, key) == 0
        {
            next += 1
            return location(at: next - 1)
        }
        if order == .notKnown { order = isAscending ? .ascending : .none }
        let index =
            order == .ascending
            ? region.find(key: key, in: slots)
            : region.findUnsorted(number: number, key: key, in: slots)
        guard let index else { return nil }
        next = index + 1
        return location(at: index)
    }

    /// Whether the keys are sorted, so that a binary search finds each of them.
    private var isAscending: Bool {
        var previous = -1
        var text: UnsafeRawBufferPointer?
        for index in 0..<slots.count {
            if let number = region.keyNumber(slot: slots.offset(2 * index)) {
                guard text == nil, number > previous else { return false }
                previous = number
            } else {
                guard let bytes = region.keyBytes(pair: index, of: slots) else { return false }
                if let text, FleeceRegion.compare(text, bytes) >= 0 { return false }
                text = bytes
            }
        }
        return true
    }

    private func inherited(
        _ key: UnsafeRawBufferPointer, number: Int?, in storage: FleeceStorage
    ) -> FleeceLocation? {
        FleeceValue(storage: storage, offset: offset).dictionary?
            .offset(number: number, bytes: key).map(FleeceLocation.init(offset:))
    }

    /// Returns the location of the value of a pair, or `nil` if the pair hides a key.
    @inline(__always)
    private func location(at index: Int) -> FleeceLocation? {
        guard let offset = region.item(2 &* index &+ 1, of: slots), !region.isUndefined(offset)
        else { return nil }
        return FleeceLocation(offset: offset)
    }

    // MARK: All pairs

    /// Returns the number of the key of one of the dictionary's own pairs, or `nil` if the key is a
    /// string.
    @inline(__always)
    package func keyNumber(at index: Int) -> Int? {
        region.keyNumber(slot: slots.offset(2 &* index))
    }

    /// Returns the key of one of the dictionary's own pairs.
    ///
    /// - Parameters:
    ///   - index: The pair's index.
    ///   - storage: The owner of the bytes.
    /// - Returns: The key, or `nil` if it cannot be read.
    package func key(at index: Int, in storage: FleeceStorage) -> String? {
        if let number = keyNumber(at: index) { return storage.sharedKeys.name(for: number) }
        return region.keyBytes(pair: index, of: slots).flatMap(String.init(validUTF8:))
    }

    /// Returns the location of the value of a pair, or `nil` if the pair hides a key.
    @inline(__always)
    package func value(at index: Int) -> FleeceLocation? { location(at: index) }

    /// Calls a closure with each pair whose key can be read, in stored order, including those of a
    /// parent.
    package func forEach(
        in storage: FleeceStorage, _ body: (String, FleeceLocation) throws -> Void
    ) rethrows {
        guard let dictionary = FleeceValue(storage: storage, offset: offset).dictionary else {
            return
        }
        for (key, value) in dictionary { try body(key, FleeceLocation(offset: value.offset)) }
    }
}

extension FleeceReader {
    /// Returns the pairs of a dictionary.
    package func pairs(_ location: FleeceLocation) -> FleecePairs? {
        FleecePairs(region, location.offset)
    }
}
