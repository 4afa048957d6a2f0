// For a caller that keeps the slots of its collections by itself.

extension FleeceWriter {
    /// Writes a dictionary and returns its slot; the pairs may be put into another order.
    ///
    /// Of several pairs with the same key the last one counts.
    package func encodeDictionary(_ pairs: UnsafeMutableBufferPointer<FleeceSlot>) -> FleeceSlot {
        encodeItems(pairs, true)
    }

    /// Writes an array and returns its slot.
    package func encodeArray(_ items: UnsafeMutableBufferPointer<FleeceSlot>) -> FleeceSlot {
        encodeItems(items, false)
    }

    /// Writes a prepared dictionary key, as its number where it has one, and returns its slot.
    package func encodeKey(_ key: FleeceKey) -> FleeceSlot {
        if let number = sharedKeys?.number(for: key) { return FleeceSlot(inline: UInt16(number)) }
        return key.name.withUTF8Bytes { encodeString($0) }
    }

    /// What the numbers of keys mean at present.
    package var keyToken: KeyToken { sharedKeys?.token ?? .none }

    /// Whether something went wrong in the document.
    package var hasFailed: Bool { failure != nil }

    /// The first thing that went wrong in the document.
    package var firstFailure: FleeceError? { failure }

    /// The slots of a collection that was written in this document, for who adds to it after all.
    ///
    /// - Parameter slot: The collection's slot.
    /// - Returns: The items, or the keys and values in turn; `nil` if it is no collection.
    package func items(of slot: FleeceSlot) -> (isDictionary: Bool, items: [FleeceSlot])? {
        guard let position = slot.position else {
            switch slot.word {
            case FleeceSlot.emptyArray.word: return (false, [])
            case FleeceSlot.emptyDictionary.word: return (true, [])
            default: return nil
            }
        }
        let region = FleeceRegion(UnsafeRawBufferPointer(start: bytes, count: count))
        let isDictionary = region.kind(position) == .dictionary
        guard isDictionary || region.kind(position) == .array,
            let slots = region.slots(position, tag: isDictionary ? 7 : 6)
        else { return nil }
        let items = (0..<(slots.count * (isDictionary ? 2 : 1))).map { index in
            let offset = slots.offset(index)
            guard region.word(offset) & 0x8000 != 0,
                let target = region.resolve(slot: offset, isWide: slots.isWide, before: position)
            else { return FleeceSlot(inline: region.word(offset)) }
            return FleeceSlot(position: target)
        }
        return (isDictionary, items)
    }

    /// The text of a string that was written in this document.
    package func text(of slot: FleeceSlot) -> String? {
        guard let position = slot.position else {
            switch slot.word >> 8 {
            case 0x40: return ""
            case 0x41:
                return String(decoding: [UInt8(truncatingIfNeeded: slot.word)], as: UTF8.self)
            default: return nil
            }
        }
        let region = FleeceRegion(UnsafeRawBufferPointer(start: bytes, count: count))
        return region.string(position)
    }

    /// A key as it is compared: by its number, or by its text.
    package func identity(ofKey slot: FleeceSlot) -> KeyIdentity {
        if let number = slot.keyNumber { return .number(number) }
        guard let position = slot.position else {
            return .text(slot.word >> 8 & 1 == 0 ? [] : [UInt8(truncatingIfNeeded: slot.word)])
        }
        let region = FleeceRegion(UnsafeRawBufferPointer(start: bytes, count: count))
        return .text(region.bytes(position, tag: 4).map { Array($0) } ?? [])
    }
}

/// What makes two keys of a dictionary the same.
package enum KeyIdentity: Hashable {
    case number(Int)
    case text([UInt8])
}

extension FleeceSlot {
    /// Whether this is a key that is written as its number.
    package var isKeyNumber: Bool { keyNumber != nil }

    /// The slot of `null`.
    package static var nullSlot: FleeceSlot { .null }

    /// The slot of an empty dictionary.
    package static var emptyDictionarySlot: FleeceSlot { .emptyDictionary }
}
