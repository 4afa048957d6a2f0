/// The pairs of a dictionary, for who looks most of them up and mostly in the order in which they
/// lie.
///
/// The pair after the one that was found last is tried first; after it a binary search finds the
/// key. What is special about a dictionary (pairs in no order, a parent, keys as text that have a
/// number) is found out at the first key that is not there, so that no second one needs a search of
/// all pairs.
package struct FleecePairs: BitwiseCopyable {
    /// What a dictionary can be relied on for.
    private enum Order: BitwiseCopyable {
        case notKnown
        /// The keys lie in order, numbers first.
        case ascending
        case none
    }

    private let region: FleeceRegion
    private let slots: FleeceSlots
    private let offset: Int
    /// Whether there are more pairs, in a parent.
    package let hasParent: Bool
    private var next = 0
    private var order = Order.notKnown

    init?(_ region: FleeceRegion, _ offset: Int) {
        guard let slots = region.slots(offset, tag: 7) else { return nil }
        self.region = region
        self.offset = offset
        if slots.count > 0,
            region.keyNumber(slot: slots.first) == FleeceDictionary.parentNumber
        {
            hasParent = true
            self.slots = FleeceSlots(
                start: slots.start, first: slots.offset(2), count: slots.count - 1,
                isWide: slots.isWide)
        } else {
            hasParent = false
            self.slots = slots
        }
    }

    /// The dictionary itself.
    package var place: FleecePlace { FleecePlace(offset: offset) }

    /// How many pairs lie here; those of a parent are not counted.
    package var count: Int { slots.count }

    /// Returns the number of pairs that a look-up may have to examine, those of parents included.
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
    /// - Returns: The place, or `nil` if no pair here has the number: the key may be there as text.
    package mutating func find(number: Int) -> FleecePlace? {
        if next < slots.count {
            let slot = slots.offset(2 &* next)
            if Int(region.word(slot)) == number {
                let index = next
                next &+= 1
                return place(at: index)
            }
        }
        return search(number)
    }

    private mutating func search(_ number: Int) -> FleecePlace? {
        guard let index = region.find(number: number, in: slots) else { return nil }
        next = index + 1
        return place(at: index)
    }

    /// Finds the value of a prepared key by its text, its number having led to nothing.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - number: The key's number, if the table has one.
    ///   - storage: The owner of the bytes.
    /// - Returns: The place, or `nil` if there is no such key.
    package mutating func find(
        _ key: FleeceKey, number: Int?, in storage: FleeceStorage
    ) -> FleecePlace? {
        key.name.withUTF8Bytes { find($0, number: number, in: storage) }
    }

    /// Finds the value of a key that was not prepared.
    ///
    /// - Returns: The place, or `nil` if there is no such key.
    package mutating func find(_ key: String, in storage: FleeceStorage) -> FleecePlace? {
        key.withUTF8Bytes { bytes in
            let number = storage.sharedKeys.number(for: KeyWords(bytes))
            if let number, let place = find(number: number) { return place }
            return find(bytes, number: number, in: storage)
        }
    }

    private mutating func find(
        _ key: UnsafeRawBufferPointer, number: Int?, in storage: FleeceStorage
    ) -> FleecePlace? {
        if hasParent { return inherited(key, number, storage) }
        if next < slots.count, let bytes = region.keyBytes(pair: next, of: slots),
            bytes.count == key.count, FleeceRegion.compare(bytes, key) == 0
        {
            next += 1
            return place(at: next - 1)
        }
        if order == .notKnown { order = isAscending ? .ascending : .none }
        let index =
            order == .ascending
            ? region.find(key: key, in: slots)
            : region.findUnsorted(number: number, key: key, in: slots)
        guard let index else { return nil }
        next = index + 1
        return place(at: index)
    }

    /// Whether the keys lie in order, so that a binary search finds each of them.
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
        _ key: UnsafeRawBufferPointer, _ number: Int?, _ storage: FleeceStorage
    ) -> FleecePlace? {
        FleeceValue(storage: storage, offset: offset).dictionary?
            .offset(number: number, bytes: key).map(FleecePlace.init(offset:))
    }

    /// Where the value of a pair lies, unless the pair hides a key.
    @inline(__always)
    private func place(at index: Int) -> FleecePlace? {
        guard let offset = region.item(2 &* index &+ 1, of: slots), !region.isUndefined(offset)
        else { return nil }
        return FleecePlace(offset: offset)
    }

    // MARK: All pairs

    /// The number of the key of a pair that lies here, or `nil` if the key is text.
    @inline(__always)
    package func keyNumber(at index: Int) -> Int? {
        region.keyNumber(slot: slots.offset(2 &* index))
    }

    /// The key of a pair that lies here.
    ///
    /// - Parameters:
    ///   - index: The pair's index.
    ///   - storage: The owner of the bytes.
    /// - Returns: The key, or `nil` if it cannot be read.
    package func key(at index: Int, in storage: FleeceStorage) -> String? {
        if let number = keyNumber(at: index) { return storage.sharedKeys.name(for: number) }
        return region.keyBytes(pair: index, of: slots).flatMap(String.init(validUTF8:))
    }

    /// Where the value of a pair lies, unless the pair hides a key.
    @inline(__always)
    package func value(at index: Int) -> FleecePlace? { place(at: index) }

    /// Calls a closure with each pair whose key can be read, those of a parent included, in the order
    /// in which they lie.
    package func forEach(
        in storage: FleeceStorage, _ body: (String, FleecePlace) throws -> Void
    ) rethrows {
        guard let dictionary = FleeceValue(storage: storage, offset: offset).dictionary else {
            return
        }
        for (key, value) in dictionary { try body(key, FleecePlace(offset: value.offset)) }
    }
}

extension FleeceReader {
    /// The pairs of a dictionary.
    package func pairs(_ place: FleecePlace) -> FleecePairs? { FleecePairs(region, place.offset) }
}
