// Fields by prepared keys, for who reads the same ones of very many bodies: `body.double(rate)` is
// `body[rate]?.double` without a `FleeceValue` in between, whose owner would have to be retained.

extension FleeceDictionary {
    /// Returns a field that is a truth value.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func boolean(_ key: FleeceKey) -> Bool? {
        offset(of: key).flatMap(storage.region.boolean)
    }

    /// Returns a field that is a whole number and fits.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func int64(_ key: FleeceKey) -> Int64? {
        offset(of: key).flatMap(storage.region.int64)
    }

    /// Returns a field that is a number.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func double(_ key: FleeceKey) -> Double? {
        offset(of: key).flatMap(storage.region.double)
    }

    /// Returns a field that is a string of valid UTF-8.
    ///
    /// - Complexity: O(log *n*) in the number of pairs, O(*n*) in the length.
    public func string(_ key: FleeceKey) -> String? {
        offset(of: key).flatMap(storage.region.string)
    }

    /// Returns a field that is an array.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func array(_ key: FleeceKey) -> FleeceArray? {
        offset(of: key).flatMap { FleeceValue(storage: storage, offset: $0).array }
    }

    /// Returns a field that is a dictionary.
    ///
    /// - Complexity: O(log *n*) in the number of pairs.
    public func dictionary(_ key: FleeceKey) -> FleeceDictionary? {
        offset(of: key).flatMap { FleeceValue(storage: storage, offset: $0).dictionary }
    }
}

/// A key as it lies in a dictionary's bytes.
package enum FleeceStoredKey: Hashable, Sendable {
    /// A number, which stands for a key of the table of shared keys.
    case number(Int)
    /// Text; `nil` if it is not UTF-8.
    case text(String?)
}

extension FleeceDictionary {
    /// The dictionary's own pairs as they lie, also those whose key means nothing.
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
