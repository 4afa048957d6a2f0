/// An array stored as Fleece.
///
/// ```swift
/// if let phones = hotel["phones"]?.array {
///     for phone in phones { print(phone.string ?? "") }
/// }
/// ```
public struct FleeceArray: Sendable {
    /// The owner of the bytes.
    public let storage: FleeceStorage
    let slots: FleeceSlots

    init(storage: FleeceStorage, slots: FleeceSlots) {
        self.storage = storage
        self.slots = slots
    }

    /// Returns the item at an index, which may be out of range.
    ///
    /// - Parameter index: Any integer.
    /// - Returns: The item, or `nil` if the index is out of range or the item is damaged.
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

    /// The item at an index, or an undefined value if the item is damaged.
    ///
    /// - Parameter index: An index below the count.
    public subscript(index: Int) -> FleeceValue {
        precondition(indices.contains(index), "index \(index) is out of range")
        return value(at: index) ?? .undefined
    }
}

extension FleeceValue {
    /// The value that replaces a damaged one.
    static let undefined = FleeceValue(
        storage: FleeceStorage([0x3C, 0x00]), offset: 0)
}
