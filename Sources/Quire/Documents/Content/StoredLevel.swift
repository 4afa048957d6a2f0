import Fleece

/// A collection in bytes whose items are being gone through.
///
/// Whoever goes down into bytes keeps a stack of them instead of calling itself: how deep bytes are
/// nested is up to whoever made them, and a thread's own stack may be small.
struct StoredLevel {
    private var pairs: FleeceDictionary.Iterator?
    private let items: FleeceArray?
    private var index = 0

    /// Begins with a dictionary.
    init(_ dictionary: FleeceDictionary) {
        pairs = dictionary.makeIterator()
        items = nil
    }

    /// Begins with an array.
    init(_ array: FleeceArray) {
        items = array
    }

    /// Whether it is a dictionary.
    var isDictionary: Bool { items == nil }

    /// Returns the next value, with its key in a dictionary.
    mutating func next() -> (key: String?, value: FleeceValue)? {
        guard let items else { return pairs?.next().map { ($0.key, $0.value) } }
        guard index < items.count else { return nil }
        defer { index += 1 }
        return (nil, items[index])
    }
}
