/// An array inside Fleece bytes.
public struct FleeceArray: Sendable {
    /// The owner of the bytes.
    public let storage: FleeceStorage
    let slots: FleeceSlots

    init(storage: FleeceStorage, slots: FleeceSlots) {
        self.storage = storage
        self.slots = slots
    }

    /// Returns the item at an index without trusting the index.
    ///
    /// - Parameter index: Any number.
    /// - Returns: The item, or `nil` if there is no such index or the item is damaged.
    public func value(at index: Int) -> FleeceValue? {
        guard index >= 0, index < slots.count else { return nil }
        return storage.region.item(index, of: slots)
            .map { FleeceValue(storage: storage, offset: $0) }
    }
}

extension FleeceArray: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of items.
    public var endIndex: Int { slots.count }

    /// The item at an index; a damaged one reads as undefined.
    ///
    /// - Parameter index: An index below the count.
    public subscript(index: Int) -> FleeceValue {
        precondition(indices.contains(index), "index \(index) is out of range")
        return value(at: index) ?? .undefined
    }
}

extension FleeceValue {
    /// The value that stands for one that is damaged.
    static let undefined = FleeceValue(
        storage: FleeceStorage([0x3C, 0x00]), offset: 0)
}
