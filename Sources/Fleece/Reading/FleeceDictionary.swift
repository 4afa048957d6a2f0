/// A dictionary stored as Fleece.
///
/// Pairs are sorted by key, with numbered keys first, so a lookup is a binary search. If a writer
/// did not sort the pairs, a linear search still finds the key. A dictionary may inherit from a
/// parent: if it doesn't contain a key, the lookup continues in the parent. The value `undefined`
/// hides a key of the parent.
///
/// ```swift
/// for (key, value) in hotel { print(key, value.kind) }
/// print(hotel["name"]?.string ?? "")  // Grand
/// ```
public struct FleeceDictionary: Sendable {
    /// The owner of the bytes.
    public let storage: FleeceStorage
    /// The dictionary's own pairs, without the link to the parent.
    let slots: FleeceSlots
    private let parentOffset: Int?
    private let offset: Int

    /// The key number that marks the first pair as the link to the parent.
    static let parentNumber = -2048

    init(storage: FleeceStorage, offset: Int, slots: FleeceSlots) {
        self.storage = storage
        self.offset = offset
        let region = storage.region
        if region.hasParentLink(slots) {
            parentOffset = region.item(1, of: slots)
            self.slots = FleeceSlots(
                start: slots.start, first: slots.offset(2), count: slots.count - 1,
                isWide: slots.isWide)
        } else {
            parentOffset = nil
            self.slots = slots
        }
    }

    /// The dictionary as a value.
    public var value: FleeceValue { FleeceValue(storage: storage, offset: offset) }

    /// The dictionary that this one inherits from, if any.
    public var parent: FleeceDictionary? {
        parentOffset.flatMap { FleeceValue(storage: storage, offset: $0).dictionary }
    }

    /// Returns the value of a key.
    ///
    /// - Parameter key: The key as text, even if the dictionary stores its number.
    /// - Returns: The value, or `nil` if the dictionary doesn't contain the key.
    /// - Complexity: O(log *n*) in the number of pairs.
    @inlinable
    public subscript(key: String) -> FleeceValue? {
        guard let offset = offset(of: key) else { return nil }
        return FleeceValue(storage: storage, offset: offset)
    }

    /// Returns the offset of the value of a key.
    @usableFromInline
    func offset(of key: String) -> Int? {
        // Most keys have a number, by which a pair is found without the bytes of the key.
        let number = key.withUTF8Bytes { storage.sharedKeys.knownNumber(for: KeyWords($0)) }
        return offset(number: number >= 0 ? number : nil, name: key)
    }

    /// Returns the value of a prepared key.
    ///
    /// - Parameter key: A key that is prepared once for many lookups.
    /// - Returns: The value, or `nil` if the dictionary doesn't contain the key.
    /// - Complexity: O(log *n*) in the number of pairs.
    @inlinable
    public subscript(key: FleeceKey) -> FleeceValue? {
        guard let offset = offset(of: key) else { return nil }
        return FleeceValue(storage: storage, offset: offset)
    }

    /// Returns the offset of the value of a prepared key.
    @usableFromInline
    func offset(of key: FleeceKey) -> Int? {
        offset(
            number: storage.sharedKeys.table.number(for: key.words, hash: key.hash), name: key.name)
    }

    @inline(__always)
    private func offset(number: Int?, name: String) -> Int? {
        if let number, let index = storage.region.find(number: number, in: slots) {
            return offset(at: index)
        }
        return offset(ofOtherKey: name, number: number)
    }

    /// Returns the offset of the value of a key that no number of this dictionary identifies.
    @inline(never)
    private func offset(ofOtherKey name: String, number: Int?) -> Int? {
        name.withUTF8Bytes { offset(number: number, bytes: $0) }
    }

    @inline(__always)
    func offset(number: Int?, bytes: UnsafeRawBufferPointer) -> Int? {
        if let index = index(number: number, bytes: bytes) { return offset(at: index) }
        return parentOffset == nil ? nil : inheritedOffset(number: number, bytes: bytes)
    }

    private func inheritedOffset(number: Int?, bytes: UnsafeRawBufferPointer) -> Int? {
        var ancestors = FleeceAncestors(of: self)
        while let dictionary = ancestors.next() {
            if let index = dictionary.index(number: number, bytes: bytes) {
                return dictionary.offset(at: index)
            }
        }
        return nil
    }

    private func index(number: Int?, bytes: UnsafeRawBufferPointer) -> Int? {
        if let number, let index = storage.region.find(number: number, in: slots) { return index }
        return storage.region.find(key: bytes, in: slots)
            ?? storage.region.findUnsorted(number: number, key: bytes, in: slots)
    }

    /// Returns the offset of the value of a pair, or `nil` if the pair hides a key.
    @inline(__always)
    private func offset(at index: Int) -> Int? {
        let region = storage.region
        guard let offset = region.item(2 * index + 1, of: slots), !region.isUndefined(offset) else {
            return nil
        }
        return offset
    }

    /// Returns the value at an index of the dictionary's own pairs.
    func value(at index: Int) -> FleeceValue? {
        storage.region.item(2 * index + 1, of: slots)
            .map { FleeceValue(storage: storage, offset: $0) }
    }

    /// Returns the key at an index of the dictionary's own pairs, or `nil` if it is neither a
    /// string nor a number in the table.
    func key(at index: Int) -> String? {
        let slot = slots.offset(2 * index)
        if let number = storage.region.keyNumber(slot: slot) {
            return storage.sharedKeys.name(for: number)
        }
        guard let bytes = storage.region.keyBytes(pair: index, of: slots) else {
            return nil
        }
        return String(validUTF8: bytes)
    }
}

extension FleeceDictionary: Sequence {
    /// The number of pairs, including those of the parent.
    ///
    /// - Complexity: O(1), or O(*n*) for a dictionary with a parent.
    public var count: Int {
        parentOffset == nil ? slots.count : reduce(0) { count, _ in count + 1 }
    }

    /// Whether the dictionary contains no pairs.
    public var isEmpty: Bool { count == 0 }

    /// Returns an iterator over the pairs in stored order, followed by the pairs of the parent.
    ///
    /// The iterator skips pairs whose key cannot be read.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The keys, in stored order.
    ///
    /// - Complexity: O(*n*) in the number of pairs.
    public var keys: [String] { map(\.key) }

    /// The values, in stored order, without reading the keys.
    ///
    /// The values of a parent are included if this dictionary does not replace them. Unlike the iterator,
    /// the sequence does not skip pairs whose key cannot be read.
    ///
    /// - Complexity: O(1) to create. O(*n*) in the number of pairs to iterate, and to copy the keys if
    ///   the dictionary has a parent.
    public var values: some Sequence<FleeceValue> {
        sequence(state: makeIterator()) { $0.nextValue() }
    }
}

extension FleeceDictionary {
    /// An iterator over the pairs of a dictionary.
    ///
    /// ```swift
    /// var pairs = hotel.makeIterator()
    /// while let (key, value) = pairs.next() { print(key, value.kind) }
    /// ```
    public struct Iterator: IteratorProtocol {
        private var dictionary: FleeceDictionary
        /// The remaining dictionaries, if there is a parent.
        private var ancestors: FleeceAncestors?
        private var index = 0
        /// The keys returned so far, compared by their bytes, or `nil` if there is no parent.
        private var seen: Set<FleeceKey>?
        /// The remaining cost of the keys in `seen`; the pairs of hostile data may share long keys.
        private var budget: VisitBudget?

        init(_ dictionary: FleeceDictionary) {
            self.dictionary = dictionary
            guard dictionary.parentOffset != nil else { return }
            ancestors = FleeceAncestors(of: dictionary)
            seen = []
            budget = VisitBudget(dictionary.value)
        }

        /// Returns the next pair, or `nil` after the last one.
        public mutating func next() -> (key: String, value: FleeceValue)? {
            while true {
                guard index < dictionary.slots.count else {
                    guard let parent = ancestors?.next() else { return nil }
                    dictionary = parent
                    index = 0
                    continue
                }
                defer { index += 1 }
                guard let key = dictionary.key(at: index), let value = dictionary.value(at: index)
                else { continue }
                if seen != nil {
                    guard budget?.allows(bytes: key.utf8.count) == true else { return nil }
                    guard seen?.insert(FleeceKey(key)).inserted == true else { continue }
                }
                guard value.kind != .undefined else { continue }
                return (key, value)
            }
        }

        /// Returns the value of the next pair, whose key is only read if it may be one of the parent.
        mutating func nextValue() -> FleeceValue? {
            guard seen == nil else { return next()?.value }
            while index < dictionary.slots.count {
                defer { index += 1 }
                if let value = dictionary.value(at: index), value.kind != .undefined {
                    return value
                }
            }
            return nil
        }
    }
}
