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
