// For a document that is another one but for a few pairs: its values are taken over as they lie.

extension FleeceWriter {
    /// Whether values of a document can be taken over: the keys have the same numbers, and nothing
    /// has been written yet.
    package func canAdopt(_ document: FleeceStorage) -> Bool {
        count == 0 && document.extern == nil
            && document.sharedKeys === (sharedKeys?.snapshot ?? .empty)
    }

    /// Takes over all that lies before a value of a document, which is all that the value is made of.
    ///
    /// It must be the first thing that is written.
    ///
    /// - Parameters:
    ///   - document: A document that ``canAdopt(_:)`` has allowed.
    ///   - place: Where the value lies.
    package func adopt(_ document: FleeceStorage, before place: FleecePlace) {
        document.withUnsafeBytes { source in
            guard let start = source.baseAddress, place.offset > 0, place.offset <= source.count
            else { return }
            let position = reserve(place.offset)
            (bytes + position).copyMemory(from: start, byteCount: place.offset)
        }
    }
}

extension FleeceStorage {
    /// The items of an array, or the keys and values of a dictionary in turn, as slots of a writer that
    /// has adopted the document.
    ///
    /// - Parameter place: Where the collection lies.
    /// - Returns: The slots; none if there is no collection.
    package func adoptedSlots(_ place: FleecePlace) -> [FleeceSlot] {
        let isDictionary = region.kind(place.offset) == .dictionary
        guard let slots = region.slots(place.offset, tag: isDictionary ? 7 : 6) else { return [] }
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
    /// Where the value lies in the finished document, unless it is so small that it lies in its slot.
    package var place: FleecePlace? { position.map(FleecePlace.init(offset:)) }
}
