/// Sorts the pairs of a dictionary and removes pairs that a later pair with the same key replaces.
///
/// A sorter is reused for several dictionaries, which keeps its memory.
struct PairSorter {
    /// The indices of the pairs, with the sort key in the upper bits.
    ///
    /// The upper half contains the number of a numbered key, so an integer comparison sorts such
    /// pairs and keeps pairs with equal keys in the order in which they were written.
    private var order: [UInt64] = []

    /// Sorts pairs in place.
    ///
    /// - Parameters:
    ///   - items: Alternating keys and values.
    ///   - keyBytes: A closure that returns the bytes of a key that is not a number.
    /// - Returns: The number of remaining pairs, which are at the front.
    mutating func sort(
        _ items: UnsafeMutableBufferPointer<FleeceSlot>,
        keyBytes: (FleeceSlot) -> UnsafeRawBufferPointer
    ) -> Int {
        let count = items.count / 2
        if isSorted(items, keyBytes) { return count }
        order.removeAll(keepingCapacity: true)
        var strings = 0
        for index in 0..<count {
            if let number = items[2 * index].keyNumber {
                order.append(UInt64(number) << 32 | UInt64(index))
            } else {
                order.append(UInt64(1) << 62 | UInt64(index))
                strings += 1
            }
        }
        order.sort()
        if strings > 1 {
            order[(count - strings)...].sort { left, right in
                let (left, right) = (
                    Int(UInt32(truncatingIfNeeded: left)),
                    Int(UInt32(truncatingIfNeeded: right))
                )
                let comparison = FleeceRegion.compare(
                    keyBytes(items[2 * left]), keyBytes(items[2 * right]))
                return comparison == 0 ? left < right : comparison < 0
            }
        }
        return apply(to: items, keyBytes)
    }

    private func isSorted(
        _ items: UnsafeMutableBufferPointer<FleeceSlot>,
        _ keyBytes: (FleeceSlot) -> UnsafeRawBufferPointer
    ) -> Bool {
        var index = 2
        while index < items.count {
            guard Self.compare(items[index - 2], items[index], by: keyBytes) < 0 else {
                return false
            }
            index += 2
        }
        return true
    }

    private static func compare(
        _ left: FleeceSlot, _ right: FleeceSlot,
        by keyBytes: (FleeceSlot) -> UnsafeRawBufferPointer
    ) -> Int {
        switch (left.keyNumber, right.keyNumber) {
        case (let left?, let right?): left - right
        case (_?, nil): -1
        case (nil, _?): 1
        case (nil, nil): FleeceRegion.compare(keyBytes(left), keyBytes(right))
        }
    }

    /// Stores the pairs in sorted order, keeping the last of several pairs with the same key.
    private func apply(
        to items: UnsafeMutableBufferPointer<FleeceSlot>,
        _ keyBytes: (FleeceSlot) -> UnsafeRawBufferPointer
    ) -> Int {
        withUnsafeTemporaryAllocation(of: FleeceSlot.self, capacity: items.count) { sorted in
            var kept = 0
            for entry in order {
                let index = Int(UInt32(truncatingIfNeeded: entry))
                let key = items[2 * index]
                if kept > 0, Self.compare(sorted[2 * kept - 2], key, by: keyBytes) == 0 {
                    kept -= 1
                }
                sorted.initializeElement(at: 2 * kept, to: key)
                sorted.initializeElement(at: 2 * kept + 1, to: items[2 * index + 1])
                kept += 1
            }
            for index in 0..<(2 * kept) { items[index] = sorted[index] }
            return kept
        }
    }
}
