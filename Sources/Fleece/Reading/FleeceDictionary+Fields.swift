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

/// A field of a dictionary, whose number or Boolean is copied.
///
/// A copied value does not retain the storage, unlike a ``FleeceValue``.
package enum FleeceField {
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case double(Double)
    /// Another value that is not a collection, and its offset for ``FleeceStorage/value(at:)``.
    case scalar(Int)
    /// A collection or an undefined value.
    case other
}

extension FleeceDictionary {
    /// Returns the field of a key.
    ///
    /// - Parameter key: The key as text, even if the dictionary stores its number.
    /// - Returns: The field, or `nil` if the dictionary doesn't contain the key.
    /// - Complexity: O(log *n*) in the number of pairs.
    package func field(_ key: String) -> FleeceField? {
        guard let offset = offset(of: key) else { return nil }
        let region = storage.region
        switch region.kind(offset) {
        case .boolean: return region.boolean(offset).map(FleeceField.boolean) ?? .scalar(offset)
        case .integer:
            guard let (bits, isUnsigned) = region.integer(offset) else { return .scalar(offset) }
            let number = Int64(bitPattern: bits)
            return isUnsigned && number < 0 ? .unsigned(bits) : .integer(number)
        case .double:
            return region.floatingPoint(offset).map(FleeceField.double) ?? .scalar(offset)
        case .null, .float, .string, .data: return .scalar(offset)
        case .array, .dictionary, .undefined: return .other
        }
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
