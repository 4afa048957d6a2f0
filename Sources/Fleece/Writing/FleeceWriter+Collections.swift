extension FleeceWriter {
    /// The maximum distance of a narrow pointer.
    private static let narrowReach = 0x7FFE

    /// Writes an array of previously written values and returns its slot.
    ///
    /// - Parameter items: The slots of the items.
    /// - Returns: The slot of the array.
    public func encodeArray(_ items: [FleeceSlot]) -> FleeceSlot {
        items.withUnsafeBufferPointer { encodeCollection($0, count: $0.count, tag: 0x6000) }
    }

    /// Writes a dictionary of previously written keys and values and returns its slot.
    ///
    /// If a key occurs several times, the last pair wins.
    ///
    /// - Parameter pairs: The slots of alternating keys and values.
    /// - Returns: The slot of the dictionary.
    /// - Complexity: O(*n* log *n*) in the number of pairs, O(*n*) if they are sorted.
    public func encodeDictionary(_ pairs: [FleeceSlot]) -> FleeceSlot {
        var pairs = pairs
        return pairs.withUnsafeMutableBufferPointer { encodeSorted($0) }
    }

    /// Writes a collection.
    ///
    /// The items of a dictionary may be reordered in place.
    func encodeItems(
        _ items: UnsafeMutableBufferPointer<FleeceSlot>, _ isDictionary: Bool
    ) -> FleeceSlot {
        isDictionary
            ? encodeSorted(items)
            : encodeCollection(UnsafeBufferPointer(items), count: items.count, tag: 0x6000)
    }

    private func encodeSorted(_ pairs: UnsafeMutableBufferPointer<FleeceSlot>) -> FleeceSlot {
        if Self.areAscendingNumbers(pairs) {
            return encodeCollection(
                UnsafeBufferPointer(pairs), count: pairs.count / 2, tag: 0x7000)
        }
        return withUnsafeTemporaryAllocation(byteCount: 2, alignment: 2) { single in
            withUnsafeTemporaryAllocation(byteCount: 2, alignment: 2) { other in
                var isFirst = false
                let count = scratch.sort(pairs) { slot in
                    isFirst.toggle()
                    return keyBytes(slot, in: isFirst ? single : other)
                }
                return encodeCollection(
                    UnsafeBufferPointer(rebasing: pairs[..<(2 * count)]), count: count, tag: 0x7000)
            }
        }
    }

    /// Returns whether all keys are numbers in ascending order, which is typical for a model.
    @inline(__always)
    private static func areAscendingNumbers(
        _ pairs: UnsafeMutableBufferPointer<FleeceSlot>
    ) -> Bool {
        // A key at a position is negative as a signed integer, so the result is `false`. If all
        // keys are numbers in ascending order, the last one is the largest.
        var previous: Int64 = -1
        var index = 0
        while index &+ 1 < pairs.count {
            let key = Int64(bitPattern: pairs[index].bits)
            guard key > previous else { return false }
            previous = key
            index &+= 2
        }
        return FleeceSlot.areNumbers(upTo: previous)
    }

    /// Returns the bytes of a key.
    ///
    /// A key of at most one byte is copied to `memory`.
    private func keyBytes(
        _ slot: FleeceSlot, in memory: UnsafeMutableRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        guard let position = slot.position else {
            memory[0] = UInt8(truncatingIfNeeded: slot.word)
            return UnsafeRawBufferPointer(rebasing: memory[..<Int(slot.word >> 8 & 1)])
        }
        let region = FleeceRegion(UnsafeRawBufferPointer(start: bytes, count: count))
        return region.bytes(position, tag: 4) ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    private func encodeCollection(
        _ items: UnsafeBufferPointer<FleeceSlot>, count: Int, tag: UInt16
    ) -> FleeceSlot {
        if count == 0 { return FleeceSlot(inline: tag) }
        guard count < 0x07FF, self.count < Self.narrowReach - 2 * items.count - 3 else {
            return encodeLargeCollection(items, count: count, tag: tag)
        }
        // In nearly all documents, narrow pointers reach all items and the count fits into the
        // header.
        let position = reserve(2 &+ items.count &* 2)
        store(tag | UInt16(truncatingIfNeeded: count), at: position)
        storeNarrowSlots(items, at: position &+ 2)
        return FleeceSlot(position: position)
    }

    /// Writes a collection that has many items or is far from the start of the document.
    private func encodeLargeCollection(
        _ items: UnsafeBufferPointer<FleeceSlot>, count: Int, tag: UInt16
    ) -> FleeceSlot {
        let isLong = count >= 0x07FF
        let extra = isLong ? Self.varintLength(UInt64(count - 0x07FF)) : 0
        let header = 2 + (extra + 1) & ~1
        let first = ((self.count + 1) & ~1) + header
        let isWide = isFar(items, from: first)
        let width = isWide ? 4 : 2
        guard canReserve(header + items.count * width) else { return FleeceSlot(inline: tag) }
        let position = reserve(header + items.count * width)
        let word = tag | (isWide ? 0x0800 : 0) | UInt16(min(count, 0x07FF))
        store(word, at: position)
        if isLong {
            store(0 as UInt8, at: position + header - 1)
            storeVarint(UInt64(count - 0x07FF), at: position + 2)
        }
        if isWide {
            storeWideSlots(items, at: position + header)
        } else {
            storeNarrowSlots(items, at: position + header)
        }
        return FleeceSlot(position: position)
    }

    /// Returns whether a narrow pointer cannot reach one of the items.
    private func isFar(_ items: UnsafeBufferPointer<FleeceSlot>, from first: Int) -> Bool {
        var slot = first
        for item in items {
            if let position = item.position, slot - position > Self.narrowReach { return true }
            slot += 2
        }
        return false
    }

    private func storeWideSlots(_ items: UnsafeBufferPointer<FleeceSlot>, at first: Int) {
        var slot = first
        for item in items {
            storeWide(item, at: slot)
            slot += 4
        }
    }

    /// Stores narrow slots.
    ///
    /// Narrow pointers must be able to reach all items.
    @inline(__always)
    private func storeNarrowSlots(_ items: UnsafeBufferPointer<FleeceSlot>, at first: Int) {
        // The pointer is read once, because the compiler must assume that a store may change the
        // property.
        let bytes = bytes
        var slot = first
        for index in 0..<items.count {
            let item = items[index]
            let way = slot &- Int(truncatingIfNeeded: item.bits)
            let pointer = 0x8000 | UInt16(truncatingIfNeeded: way &>> 1)
            let word = item.isPosition ? pointer : item.word
            bytes.storeBytes(of: word.bigEndian, toByteOffset: slot, as: UInt16.self)
            slot &+= 2
        }
    }

    private func storeWide(_ item: FleeceSlot, at slot: Int) {
        if let position = item.position {
            let pointer = 0x8000_0000 | UInt32(truncatingIfNeeded: (slot - position) >> 1)
            bytes.storeBytes(of: pointer.bigEndian, toByteOffset: slot, as: UInt32.self)
        } else {
            store(item.word, at: slot)
            store(0 as UInt16, at: slot + 2)
        }
    }

    /// Writes the trailer, which contains the root or a pointer to it.
    func encodeRoot(_ root: FleeceSlot) {
        let slot = reserve(2)
        guard let position = root.position else { return store(root.word, at: slot) }
        if slot - position <= Self.narrowReach {
            store(0x8000 | UInt16(truncatingIfNeeded: (slot - position) >> 1), at: slot)
        } else {
            _ = reserve(4)
            storeWide(root, at: slot)
            store(0x8002 as UInt16, at: slot + 4)
        }
    }
}
