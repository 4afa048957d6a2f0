/// A dictionary inside Fleece bytes.
///
/// Its pairs lie sorted by key, numbered keys first, so a lookup is a binary search. Where a writer
/// has not sorted them, a search from front to back finds the key all the same. A dictionary may inherit from a parent, whose pairs count where it has none of that key; the value
/// `undefined` hides one.
public struct FleeceDictionary: Sendable {
    /// The owner of the bytes.
    public let storage: FleeceStorage
    /// The dictionary's own pairs, the link to a parent left out.
    let slots: FleeceSlots
    private let parentOffset: Int?
    private let offset: Int

    /// The number that marks the first pair as the link to the parent.
    static let parentNumber = -2048

    init(storage: FleeceStorage, offset: Int, slots: FleeceSlots) {
        self.storage = storage
        self.offset = offset
        let region = storage.region
        if slots.count > 0, region.keyNumber(slot: slots.first) == Self.parentNumber {
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
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the dictionary has none.
    /// - Complexity: O(log *n*) in the number of pairs.
    public subscript(key: String) -> FleeceValue? {
        key.withUTF8Bytes { bytes in
            offset(number: storage.sharedKeys.number(for: KeyWords(bytes)), bytes: bytes)
                .map { FleeceValue(storage: storage, offset: $0) }
        }
    }

    /// Returns the value of a key that was prepared.
    ///
    /// - Parameter key: The key.
    /// - Returns: The value, or `nil` if the dictionary has none.
    /// - Complexity: O(log *n*) in the number of pairs.
    public subscript(key: FleeceKey) -> FleeceValue? {
        offset(of: key).map { FleeceValue(storage: storage, offset: $0) }
    }

    /// Where the value of a key lies.
    @inline(__always)
    func offset(of key: FleeceKey) -> Int? {
        let number = storage.sharedKeys.table.number(for: key.words, hash: key.hash)
        // Mostly the number is all that is needed.
        if let number, let index = storage.region.find(number: number, in: slots) {
            return offset(at: index)
        }
        return key.name.withUTF8Bytes { offset(number: number, bytes: $0) }
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

    /// Where the value of a pair lies, unless it hides a key.
    @inline(__always)
    private func offset(at index: Int) -> Int? {
        let region = storage.region
        guard let offset = region.item(2 * index + 1, of: slots), !region.isUndefined(offset) else {
            return nil
        }
        return offset
    }

    /// The value of the pair at an index of the dictionary's own.
    func value(at index: Int) -> FleeceValue? {
        storage.region.item(2 * index + 1, of: slots)
            .map { FleeceValue(storage: storage, offset: $0) }
    }

    /// The key of the pair at an index of the dictionary's own, or `nil` if it cannot be read: it is
    /// neither text nor a number of the table.
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
    /// The number of pairs, those of the parent included.
    ///
    /// - Complexity: O(1), or O(*n*) for a dictionary with a parent.
    public var count: Int {
        parentOffset == nil ? slots.count : reduce(0) { count, _ in count + 1 }
    }

    /// Whether there is no pair.
    public var isEmpty: Bool { count == 0 }

    /// Goes through the pairs in the order in which they lie, then through the parent's.
    ///
    /// A pair whose key cannot be read is left out.
    public func makeIterator() -> Iterator { Iterator(self) }

    /// The keys, in the order in which the pairs lie.
    ///
    /// - Complexity: O(*n*) in the number of pairs.
    public var keys: [String] { map(\.key) }
}

extension FleeceDictionary {
    /// The pairs of a dictionary, one by one.
    public struct Iterator: IteratorProtocol {
        private var dictionary: FleeceDictionary
        /// The rest of the dictionaries, where there is a parent.
        private var ancestors: FleeceAncestors?
        private var index = 0
        /// The keys that children of a parent have, told apart by their bytes; nothing where there is
        /// no parent.
        private var seen: Set<FleeceKey>?
        /// What the keys in `seen` may still cost: hostile pairs share long ones.
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
    }
}
