// Copies of values whose document uses the same key numbers as the writer. Looking up each key by
// its name takes most of the time of other copies.

extension FleeceWriter {
    /// Returns whether a document's key numbers have the same meaning in this writer.
    ///
    /// The result stays valid while the writer adds keys to its table, until the table is reset.
    package func usesKeyNumbers(of document: FleeceStorage) -> Bool {
        document.extern == nil && document.sharedKeys === (sharedKeys?.snapshot ?? .empty)
    }

    /// Writes a copy of a value, without looking up keys that have numbers.
    ///
    /// The copy equals that of ``write(copyOf:)``. The writer records a failure in the same cases.
    ///
    /// - Parameter value: A value of a document for which ``usesKeyNumbers(of:)`` returned `true`.
    package func write(numberedCopyOf value: FleeceValue) {
        var copy = NumberedCopy(of: value, to: self)
        copy.write(value.offset)
    }

    /// Writes a copy of a value, without looking up keys that have numbers, and returns its slot.
    ///
    /// - Parameter value: A value of a document for which ``usesKeyNumbers(of:)`` returned `true`.
    /// - Returns: The slot of the copy.
    package func encode(numberedCopyOf value: FleeceValue) -> FleeceSlot {
        write(numberedCopyOf: value)
        return items.popLast() ?? .null
    }

    /// Writes copies of the pairs of a dictionary, except those with some keys, in the open
    /// dictionary.
    ///
    /// Pairs whose key cannot be read are left out.
    ///
    /// - Parameters:
    ///   - dictionary: A dictionary.
    ///   - keys: The keys to leave out.
    ///   - keepsNumbers: Whether ``usesKeyNumbers(of:)`` returned `true` for the document.
    /// - Complexity: O(*n*) in the size of the dictionary for few keys.
    package func writePairs(
        of dictionary: FleeceDictionary, except keys: [FleeceKey], keepsNumbers: Bool
    ) {
        if keepsNumbers, dictionary.parent == nil {
            var copy = NumberedCopy(of: dictionary.value, to: self)
            return copy.writePairs(dictionary.slots, except: keys)
        }
        for (key, value) in dictionary {
            if key.withUTF8Bytes({ name in keys.contains { $0.isEqual(to: name) } }) { continue }
            writeKey(key)
            keepsNumbers ? write(numberedCopyOf: value) : write(copyOf: value)
        }
    }
}

extension FleeceKey {
    /// Returns whether the key has the given bytes.
    fileprivate func isEqual(to bytes: UnsafeRawBufferPointer) -> Bool {
        name.withUTF8Bytes { FleeceRegion.compare($0, bytes) == 0 }
    }
}

/// The copying of a value to a writer that uses the same key numbers.
private struct NumberedCopy {
    /// A collection whose items are being copied.
    ///
    /// Copying uses a stack of these values instead of recursion, because the stack of the thread
    /// may be small.
    private struct Level {
        enum Kind { case array, dictionary, inheriting }

        let kind: Kind
        let slots: FleeceSlots
        var next = 0
    }

    private let writer: FleeceWriter
    private let storage: FleeceStorage
    private let region: FleeceRegion
    /// The keys with numbers below this one are in the table.
    private let keyCount: Int
    private var budget: VisitBudget
    private var levels: [Level] = []
    /// The iterators of the levels that are dictionaries with a parent.
    private var inheriting: [FleeceDictionary.Iterator] = []

    init(of value: FleeceValue, to writer: FleeceWriter) {
        self.writer = writer
        storage = value.storage
        region = storage.region
        keyCount = storage.sharedKeys.count
        budget = VisitBudget(value, endingWith: writer.interruption)
    }

    /// Writes the value at a resolved offset.
    mutating func write(_ offset: Int) {
        begin(offset)
        finishLevels()
    }

    /// Writes pairs to the open dictionary.
    mutating func writePairs(_ slots: FleeceSlots, except keys: [FleeceKey]) {
        guard budget.allows(items: 1 + slots.count) else { return failForRepetition() }
        let numbers = keys.map { storage.sharedKeys.number(for: $0) ?? -1 }
        for index in 0..<slots.count where writer.failure == nil {
            if let number = region.keyNumber(slot: slots.offset(2 * index)) {
                if numbers.contains(number) { continue }
            } else if let name = region.keyBytes(pair: index, of: slots),
                keys.contains(where: { $0.isEqual(to: name) })
            {
                continue
            }
            beginPair(index, of: slots)
            finishLevels()
        }
    }

    private mutating func finishLevels() {
        while let last = levels.indices.last {
            let level = levels[last]
            guard writer.failure == nil, writeNext(in: level, at: last) else {
                level.kind == .array ? writer.endArray() : writer.endDictionary()
                if level.kind == .inheriting { inheriting.removeLast() }
                levels.removeLast()
                continue
            }
        }
    }

    /// Writes the next item of a level, or begins it if it is a collection.
    ///
    /// - Returns: Whether there was another item.
    private mutating func writeNext(in level: Level, at depth: Int) -> Bool {
        if level.kind == .inheriting { return writeNextInherited() }
        guard level.next < level.slots.count else { return false }
        levels[depth].next = level.next &+ 1
        if level.kind == .dictionary {
            beginPair(level.next, of: level.slots)
        } else if let offset = region.item(level.next, of: level.slots) {
            begin(offset)
        } else {
            writer.write(FleeceSlot(inline: 0x3C00))
        }
        return true
    }

    private mutating func writeNextInherited() -> Bool {
        guard let (key, value) = inheriting[inheriting.count - 1].next() else { return false }
        guard charge(key.utf8.count) else { return true }
        writer.writeKey(key)
        begin(value.offset)
        return true
    }

    private mutating func beginPair(_ index: Int, of slots: FleeceSlots) {
        guard let offset = region.item(2 &* index &+ 1, of: slots), !region.isUndefined(offset)
        else { return }
        let key = region.word(slots.offset(2 &* index))
        if key & 0xF000 == 0 {
            guard Int(key) < keyCount else { return }
            writer.write(FleeceSlot(inline: key))
        } else {
            guard let name = region.keyBytes(pair: index, of: slots), isUTF8(name),
                charge(name.count)
            else { return }
            writer.writeKey(utf8: name)
        }
        begin(offset)
    }

    /// Writes a scalar, or begins a collection whose items are copied next.
    private mutating func begin(_ offset: Int) {
        let word = region.word(offset)
        switch word >> 12 {
        case 0: writer.write(FleeceSlot(inline: word))
        case 1: writeInteger(offset)
        case 2: writeNumber(offset, isDouble: word & 0x0C00 != 0)
        case 3: writer.write(FleeceSlot(inline: word & 0x3C00))
        case 4, 5: writeBytes(offset, tag: word >> 12)
        case 6, 7: beginCollection(offset, tag: word >> 12)
        default: refuseDamage()
        }
    }

    private func writeInteger(_ offset: Int) {
        guard let (bits, isUnsigned) = region.integer(offset) else { return refuseDamage() }
        isUnsigned ? writer.write(bits) : writer.write(Int64(bitPattern: bits))
    }

    private func writeNumber(_ offset: Int, isDouble: Bool) {
        guard let number = region.floatingPoint(offset) else { return refuseDamage() }
        isDouble ? writer.write(number) : writer.write(Float(number))
    }

    private mutating func writeBytes(_ offset: Int, tag: UInt16) {
        guard let bytes = region.bytes(offset, tag: tag) else { return refuseDamage() }
        guard charge(bytes.count) else { return writer.writeNull() }
        tag == 4 ? writer.write(utf8: bytes) : writer.write(data: bytes)
    }

    private mutating func beginCollection(_ offset: Int, tag: UInt16) {
        guard let slots = region.slots(offset, tag: tag) else { return refuseDamage() }
        if tag == 6 {
            guard charge(items: slots.count) else { return }
            writer.beginArray()
            levels.append(Level(kind: .array, slots: slots))
        } else if region.hasParentLink(slots) {
            let dictionary = FleeceDictionary(storage: storage, offset: offset, slots: slots)
            guard budget.allows(dictionary) else { return refuseRepetition() }
            writer.beginDictionary()
            inheriting.append(dictionary.makeIterator())
            levels.append(Level(kind: .inheriting, slots: slots))
        } else {
            guard charge(items: 1 + slots.count) else { return }
            writer.beginDictionary()
            levels.append(Level(kind: .dictionary, slots: slots))
        }
    }

    // MARK: Limits

    private mutating func charge(items: Int) -> Bool {
        if budget.allows(items: items) { return true }
        refuseRepetition()
        return false
    }

    private mutating func charge(_ bytes: Int) -> Bool {
        if budget.allows(bytes: bytes) { return true }
        failForRepetition()
        return false
    }

    private func failForRepetition() {
        writer.fail(
            .tooLarge, "the value to copy shares its items so often that it is too large")
    }

    private func refuseRepetition() {
        failForRepetition()
        writer.writeNull()
    }

    private func refuseDamage() {
        writer.fail(.invalidData, "the value to copy is damaged")
        writer.writeNull()
    }
}
