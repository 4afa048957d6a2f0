// Operations for a caller that manages the slots of its collections.

extension FleeceWriter {
    /// Writes a dictionary and returns its slot.
    ///
    /// The pairs may be reordered in place. If a key occurs several times, the last pair wins.
    package func encodeDictionary(_ pairs: UnsafeMutableBufferPointer<FleeceSlot>) -> FleeceSlot {
        encodeItems(pairs, true)
    }

    /// Writes an array and returns its slot.
    package func encodeArray(_ items: UnsafeMutableBufferPointer<FleeceSlot>) -> FleeceSlot {
        encodeItems(items, false)
    }

    /// Writes a prepared dictionary key, as its number if it has one, and returns its slot.
    package func encodeKey(_ key: FleeceKey) -> FleeceSlot {
        if let number = sharedKeys?.number(for: key) { return FleeceSlot(inline: UInt16(number)) }
        return key.name.withUTF8Bytes { encodeString($0) }
    }

    /// A token that identifies the current meaning of key numbers.
    package var keyToken: KeyToken { sharedKeys?.token ?? .none }

    /// Whether the current document has a failure.
    package var hasFailed: Bool { failure != nil }

    /// The first failure of the current document.
    package var firstFailure: FleeceError? { failure }

    /// Returns the slots of a collection of the current document, so that the caller can add items.
    ///
    /// - Parameter slot: The collection's slot.
    /// - Returns: The items, or the alternating keys and values of a dictionary, or `nil` if the
    ///   slot doesn't contain a collection.
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

    /// Returns a string of the current document.
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

    /// Returns the identity of a key, which is its number or its bytes.
    package func identity(ofKey slot: FleeceSlot) -> KeyIdentity {
        if let number = slot.keyNumber { return .number(number) }
        guard let position = slot.position else {
            return .text(slot.word >> 8 & 1 == 0 ? [] : [UInt8(truncatingIfNeeded: slot.word)])
        }
        let region = FleeceRegion(UnsafeRawBufferPointer(start: bytes, count: count))
        return .text(region.bytes(position, tag: 4).map { Array($0) } ?? [])
    }
}

/// The identity of a key in a dictionary, for comparisons.
package enum KeyIdentity: Hashable {
    case number(Int)
    case text([UInt8])
}

extension FleeceSlot {
    /// Whether the slot is a key that is written as its number.
    package var isKeyNumber: Bool { keyNumber != nil }

    /// The slot of `null`.
    package static var nullSlot: FleeceSlot { .null }

    /// The slot of an empty dictionary.
    package static var emptyDictionarySlot: FleeceSlot { .emptyDictionary }
}
