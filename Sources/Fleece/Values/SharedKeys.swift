/// A snapshot of a database's table of shared keys, which maps short dictionary keys to the numbers
/// that represent them in stored bodies.
///
/// The table is a Fleece array of strings, and a key's number is its index. Keys are only added, so
/// a newer snapshot of a database reads everything that an older one reads. A snapshot never
/// changes and is safe to use from any thread.
///
/// The rules are those of Couchbase Lite: a key is eligible if it has at most 16 bytes, all of them
/// in `[A-Za-z0-9_-]`. A table contains at most 2,048 keys.
///
/// ```swift
/// let stored = try keys.snapshot.encoded()
/// let table = try stored.withUnsafeBytes { try SharedKeys(encoded: $0) }
/// print(table.name(for: 0) ?? "")  // name
/// ```
public final class SharedKeys: Sendable {
    /// The maximum number of keys in a table.
    public static let maximumCount = 2048

    /// The maximum number of bytes in a shared key.
    public static let maximumKeyLength = 16

    /// An empty table.
    public static let empty = SharedKeys(KeyTable())

    let table: KeyTable

    /// A token that identifies this table among all tables that ever existed in the process.
    ///
    /// Caches of key numbers compare it to determine whether they are still valid.
    package let token = KeyToken()

    init(_ table: KeyTable) {
        self.table = table
    }

    /// The number of keys.
    public var count: Int { table.count }

    /// Returns the key with a number.
    ///
    /// - Parameter number: A number found in a body.
    /// - Returns: The key, or `nil` if the table doesn't contain the number.
    public func name(for number: Int) -> String? {
        table.names.indices.contains(number) ? table.names[number] : nil
    }

    /// Returns the number of a key.
    ///
    /// - Parameter key: A dictionary key.
    /// - Returns: The number, or `nil` if the table doesn't contain the key.
    public func number(for key: String) -> Int? {
        number(for: key.withUTF8Bytes(KeyWords.init))
    }

    /// Returns the number of a key in the form used by tables, or `nil` for a key that is too long.
    @inline(__always)
    func number(for words: KeyWords?) -> Int? {
        guard let words else { return nil }
        return table.number(for: words)
    }

    /// Returns the number of a key in the form used by tables, or -1 if the table does not contain it.
    ///
    /// A closure returns an integer in a register, but an optional in memory.
    @inline(__always)
    func knownNumber(for words: KeyWords?) -> Int { number(for: words) ?? -1 }

    /// Returns the number of a prepared key.
    package func number(for key: FleeceKey) -> Int? {
        table.number(for: key.words, hash: key.hash)
    }
}
