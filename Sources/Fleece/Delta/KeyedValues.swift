/// The values of a dictionary by key, for looking up all keys of another dictionary.
///
/// A dictionary examines all pairs for a key that it doesn't contain. If it has many pairs, a delta that
/// replaces all keys would take a time that grows with the square of their number.
struct KeyedValues {
    private static let maximumScanned = 16

    private let dictionary: FleeceDictionary
    private let byKey: [FleeceKey: FleeceValue]?

    /// Creates the values of a dictionary.
    ///
    /// - Complexity: O(*n*) in the number of pairs.
    init(_ dictionary: FleeceDictionary) {
        self.dictionary = dictionary
        guard dictionary.count > Self.maximumScanned else {
            byKey = nil
            return
        }
        var byKey: [FleeceKey: FleeceValue] = [:]
        for (key, value) in dictionary { byKey[FleeceKey(key)] = value }
        self.byKey = byKey
    }

    subscript(key: String) -> FleeceValue? {
        if let byKey { return byKey[FleeceKey(key)] }
        return dictionary[key]
    }
}
