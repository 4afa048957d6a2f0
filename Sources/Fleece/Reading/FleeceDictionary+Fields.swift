// Access to fields by prepared keys, for reading the same fields of many bodies:
// `body.double(rate)` is equivalent to `body[rate]?.double`, but does not create a `FleeceValue`,
// which would have to retain the storage.

extension FleeceDictionary {
    /// Returns the value of a key if it is a Boolean.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func boolean(_ key: FleeceKey) -> Bool? {
        guard let offset = offset(of: key) else { return nil }
        return storage.region.boolean(offset)
    }

    /// Returns the value of a key if it is an integer that fits in 64 bits.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func int64(_ key: FleeceKey) -> Int64? {
        guard let offset = offset(of: key) else { return nil }
        return storage.region.int64(offset)
    }

    /// Returns the value of a key if it is a number.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func double(_ key: FleeceKey) -> Double? {
        guard let offset = offset(of: key) else { return nil }
        return storage.region.double(offset)
    }

    /// Returns the value of a key if it is a string of valid UTF-8.
    ///
    /// - Complexity: O(log *n*) in the number of pairs, O(*n*) in the length.
    public func string(_ key: FleeceKey) -> String? {
        guard let offset = offset(of: key) else { return nil }
        return storage.region.string(offset)
    }

    /// Returns the value of a key if it is an array.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func array(_ key: FleeceKey) -> FleeceArray? {
        guard let offset = offset(of: key), let slots = storage.region.slots(offset, tag: 6) else {
            return nil
        }
        return FleeceArray(storage: storage, slots: slots)
    }

    /// Returns the value of a key if it is a dictionary.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func dictionary(_ key: FleeceKey) -> FleeceDictionary? {
        guard let offset = offset(of: key), let slots = storage.region.slots(offset, tag: 7) else {
            return nil
        }
        return FleeceDictionary(storage: storage, offset: offset, slots: slots)
    }
}

/// A key as it is stored in a dictionary.
package enum FleeceStoredKey: Hashable, Sendable {
    /// The number of a shared key.
    case number(Int)
    /// A string, or `nil` if its bytes are not valid UTF-8.
    case text(String?)
}

extension FleeceDictionary {
    /// The dictionary's own pairs in stored order, including pairs whose key cannot be resolved.
    ///
    /// - Complexity: O(*n*) in the number of pairs.
    package var storedPairs: [(key: FleeceStoredKey, value: FleeceValue)] {
        (0..<slots.count).compactMap { index in
            guard let value = value(at: index) else { return nil }
            if let number = storage.region.keyNumber(slot: slots.offset(2 * index)) {
                return (.number(number), value)
            }
            return (.text(key(at: index)), value)
        }
    }
}
