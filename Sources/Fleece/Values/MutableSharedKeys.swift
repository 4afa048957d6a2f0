/// The table of shared keys of a database that is being written: keys get numbers as they are met.
///
/// One writer uses it, within a transaction. What it added counts once the transaction has stored
/// ``snapshot``; after a rollback ``reset(to:)`` forgets it.
public final class MutableSharedKeys {
    // Unchecked, as in `FleeceWriter`: no code of a caller's runs during an access.
    @exclusivity(unchecked) private var table: KeyTable
    @exclusivity(unchecked) private var latest: SharedKeys?

    /// A number that changes whenever a number's meaning may have: at each reset.
    ///
    /// Caches of numbers compare it to know when to forget.
    public private(set) var generation = 0

    /// What tells the present meaning of the numbers from every other; another one after each reset.
    @exclusivity(unchecked) package private(set) var token = KeyToken()

    /// Makes a table that begins with the keys of a snapshot.
    ///
    /// - Parameter base: What is stored.
    public init(_ base: SharedKeys = .empty) {
        table = base.table
        latest = base
    }

    /// The number of keys.
    public var count: Int { table.count }

    /// The table as it is now; the same object as long as no key is added.
    ///
    /// - Complexity: O(1); the next key added copies the table once.
    public var snapshot: SharedKeys {
        if let latest { return latest }
        let snapshot = SharedKeys(table)
        latest = snapshot
        return snapshot
    }

    /// Goes back to a snapshot, forgetting what was added since.
    ///
    /// - Parameter base: What is stored.
    public func reset(to base: SharedKeys) {
        guard latest !== base else { return }
        table = base.table
        latest = base
        generation += 1
        token = KeyToken()
    }

    /// Returns the number of a key, giving it one if it qualifies and there is room.
    ///
    /// - Parameter key: A dictionary key.
    /// - Returns: Its number, or `nil` if the key must be written as a string.
    public func number(for key: String) -> Int? {
        key.withUTF8Bytes { number(for: $0, name: key) }
    }

    /// Returns the number of a prepared key, giving it one if it qualifies and there is room.
    func number(for key: FleeceKey) -> Int? {
        if let number = table.number(for: key.words, hash: key.hash) { return number }
        return number(for: key.name)
    }

    /// Returns the number of a key given as UTF-8 bytes; `name` is only asked for when it is added.
    @inline(__always)
    func number(for bytes: UnsafeRawBufferPointer, name: @autoclosure () -> String) -> Int? {
        guard let words = KeyWords(bytes) else { return nil }
        if let number = table.number(for: words) { return number }
        guard KeyWords.isEligible(bytes), table.count < SharedKeys.maximumCount else { return nil }
        latest = nil
        table.append(name(), words)
        return table.count - 1
    }
}
