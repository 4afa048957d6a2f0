/// A mutable table of shared keys, which assigns numbers to new keys during a write transaction.
///
/// Only one writer uses the table, within a transaction. The added keys become permanent when the
/// transaction stores ``snapshot``. After a rollback, call ``reset(to:)`` to remove them.
///
/// ```swift
/// let keys = MutableSharedKeys()
/// let writer = FleeceWriter(sharedKeys: keys)
/// try JSONReader.read(#"{"name":"Grand"}"#, into: writer)
/// let hotel = FleeceStorage(try writer.finish(), sharedKeys: keys.snapshot)
/// ```
public final class MutableSharedKeys {
    // Exclusivity is not checked at run time, as in `FleeceWriter`. No code of the caller runs during
    // an access.
    @exclusivity(unchecked) private var table: KeyTable
    @exclusivity(unchecked) private var latest: SharedKeys?

    /// The key that followed each key when it was last looked up.
    ///
    /// The documents of a model have the same keys in the same order, so most keys are found without
    /// a search.
    private let successors: UnsafeMutablePointer<UInt16>
    /// The number of the key that was looked up last.
    @exclusivity(unchecked) private var last = 0

    /// A number that changes with each reset, because numbers may then have another meaning.
    ///
    /// Caches of key numbers compare it to determine whether they are still valid.
    public private(set) var generation = 0

    /// A token that identifies the current meaning of the numbers, which changes with each reset.
    @exclusivity(unchecked) package private(set) var token = KeyToken()

    /// Creates a table that contains the keys of a snapshot.
    ///
    /// - Parameter base: The stored table.
    public init(_ base: SharedKeys = .empty) {
        table = base.table
        latest = base
        successors = .allocate(capacity: SharedKeys.maximumCount)
        successors.initialize(repeating: 0, count: SharedKeys.maximumCount)
    }

    deinit {
        successors.deallocate()
    }

    /// The number of keys.
    public var count: Int { table.count }

    /// A snapshot of the current keys, which is the same object until a key is added.
    ///
    /// - Complexity: O(1). Adding the next key copies the table once.
    public var snapshot: SharedKeys {
        if let latest { return latest }
        let snapshot = SharedKeys(table)
        latest = snapshot
        return snapshot
    }

    /// Resets the table to a snapshot and removes all keys that were added since then.
    ///
    /// - Parameter base: The stored table.
    public func reset(to base: SharedKeys) {
        guard latest !== base else { return }
        table = base.table
        latest = base
        generation += 1
        token = KeyToken()
    }

    /// Returns the number of a key, and assigns one if the key is eligible and the table has space.
    ///
    /// - Parameter key: A dictionary key.
    /// - Returns: The key's number, or `nil` if the key must be written as a string.
    public func number(for key: String) -> Int? {
        guard let words = key.withUTF8Bytes({ KeyWords($0) }) else { return nil }
        return number(for: words) ?? add(key, words)
    }

    /// Returns the number of a prepared key, and assigns one if the key is eligible and the table
    /// has space.
    func number(for key: FleeceKey) -> Int? {
        if let number = table.number(for: key.words, hash: key.hash) { return number }
        return number(for: key.name)
    }

    /// Returns the number of a key that the table contains.
    @inline(__always)
    func number(for words: KeyWords) -> Int? {
        let expected = Int(successors[last])
        guard table.contains(words, at: expected) else { return search(words) }
        last = expected
        return expected
    }

    @inline(never)
    private func search(_ words: KeyWords) -> Int? {
        guard let number = table.number(for: words), number < SharedKeys.maximumCount else {
            return nil
        }
        successors[last] = UInt16(truncatingIfNeeded: number)
        last = number
        return number
    }

    /// Assigns a number to a key that the table does not contain, if the key is eligible and the
    /// table has space.
    @inline(never)
    func add(_ name: String, _ words: KeyWords) -> Int? {
        guard name.withUTF8Bytes(KeyWords.isEligible), table.count < SharedKeys.maximumCount else {
            return nil
        }
        latest = nil
        table.append(name, words)
        return table.count - 1
    }
}
