import Fleece

/// An iterator over the items of an encoded collection.
///
/// Code that traverses encoded values keeps a stack of iterators instead of using recursion.
/// Untrusted data can be nested to any depth, and the call stack of a thread may be small.
struct StoredLevel {
    private var pairs: FleeceDictionary.Iterator?
    private let items: FleeceArray?
    private var index = 0

    /// Creates an iterator over a dictionary.
    init(_ dictionary: FleeceDictionary) {
        pairs = dictionary.makeIterator()
        items = nil
    }

    /// Creates an iterator over an array.
    init(_ array: FleeceArray) {
        items = array
    }

    /// Whether the collection is a dictionary.
    var isDictionary: Bool { items == nil }

    /// Returns the next value.
    ///
    /// For a dictionary, the result includes the key.
    package mutating func next() -> (key: String?, value: FleeceValue)? {
        guard let items else { return pairs?.next().map { ($0.key, $0.value) } }
        guard index < items.count else { return nil }
        defer { index += 1 }
        return (nil, items[index])
    }
}
