/// A collection type whose equal values can be stored as arrays with different orders.
protocol UnorderedCollection {}

extension Set: UnorderedCollection {}
extension Dictionary: UnorderedCollection {}
extension Array: UnorderedCollection where Element: UnorderedCollection {}
extension Optional: UnorderedCollection where Wrapped: UnorderedCollection {}

/// A collection that can determine whether it is stored as an array in undefined order.
private protocol UnorderedStorage {
    var isStoredUnordered: Bool { get }
}

extension Set: UnorderedStorage {
    fileprivate var isStoredUnordered: Bool { count > 1 }
}

extension Dictionary: UnorderedStorage {
    fileprivate var isStoredUnordered: Bool {
        count > 1 && DictionaryKeyForm<Key>.of(Key.self) == nil
    }
}

/// A search for collections that are stored in undefined order.
enum UnorderedContents {
    /// Returns whether a value contains a collection with several items that are stored as an array
    /// in undefined order.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    static func isInside(_ value: Any) -> Bool {
        var pending: [Any] = [value]
        var visitedCount = 0
        while let value = pending.popLast() {
            if (value as? any UnorderedStorage)?.isStoredUnordered == true { return true }
            // An object can contain itself. The encoder rejects values of this size.
            visitedCount += 1
            guard visitedCount < 1_000_000 else { return false }
            pending += Mirror(reflecting: value).children.map(\.value)
        }
        return false
    }
}
