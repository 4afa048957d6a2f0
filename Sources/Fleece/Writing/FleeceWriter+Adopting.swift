// Adoption of a document's encoded values. A document that differs from a stored one in a few pairs
// can begin with a copy of its bytes, so the other values need not be encoded again.

extension FleeceWriter {
    /// Returns whether values of a document can be adopted: both use the same key numbers, and
    /// nothing has been written yet.
    package func canAdopt(_ document: FleeceStorage) -> Bool {
        count == 0 && document.extern == nil
            && document.sharedKeys === (sharedKeys?.snapshot ?? .empty)
    }

    /// Copies all bytes before a value of a document, which include everything that the value
    /// refers to.
    ///
    /// This must be the first write.
    ///
    /// - Parameters:
    ///   - document: A document for which ``canAdopt(_:)`` returned `true`.
    ///   - location: The location of the value.
    package func adopt(_ document: FleeceStorage, before location: FleeceLocation) {
        document.withUnsafeBytes { source in
            guard let start = source.baseAddress, location.offset > 0,
                location.offset <= source.count
            else { return }
            let position = reserve(location.offset)
            (bytes + position).copyMemory(from: start, byteCount: location.offset)
        }
    }
}

extension FleeceStorage {
    /// Returns the items of a collection as slots of a writer that has adopted the document.
    ///
    /// For a dictionary, keys and values alternate.
    ///
    /// - Parameter location: The location of the collection.
    /// - Returns: The slots. The array is empty if the value is not a collection.
    package func adoptedSlots(_ location: FleeceLocation) -> [FleeceSlot] {
        let isDictionary = region.kind(location.offset) == .dictionary
        guard let slots = region.slots(location.offset, tag: isDictionary ? 7 : 6) else {
            return []
        }
        return (0..<(slots.count * (isDictionary ? 2 : 1))).map { index in
            let offset = slots.offset(index)
            guard region.word(offset) & 0x8000 != 0,
                let target = region.resolve(slot: offset, isWide: slots.isWide, before: slots.start)
            else { return FleeceSlot(inline: region.word(offset)) }
            return FleeceSlot(position: target)
        }
    }
}

extension FleeceSlot {
    /// The location of the value in the finished document, or `nil` if the value is small enough to be
    /// in its slot.
    package var location: FleeceLocation? { position.map(FleeceLocation.init(offset:)) }
}
