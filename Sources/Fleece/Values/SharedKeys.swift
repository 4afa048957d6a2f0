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

    /// Creates a snapshot from stored bytes: a Fleece array of strings.
    ///
    /// - Parameter encoded: The stored bytes, which are copied.
    /// - Throws: ``FleeceError`` of reason `invalidContent` if the bytes are not an array of at
    ///   most 2,048 strings, or if many of them refer to the same long string.
    /// - Complexity: O(*n*) in the number of keys.
    public convenience init(encoded: UnsafeRawBufferPointer) throws {
        let root = FleeceStorage(copying: encoded).root
        guard let array = root?.array, array.count <= Self.maximumCount else {
            throw FleeceError(
                .invalidContent,
                "the table of shared keys is not an array of at most \(Self.maximumCount) strings")
        }
        var table = KeyTable()
        // Several items may point to the same long string or to overlapping ones. A valid table
        // contains each name once, but a short name is tolerated several times.
        var remaining = encoded.count + Self.maximumCount * Self.maximumKeyLength
        for (number, value) in array.enumerated() {
            remaining -= value.withStringBytes(\.count) ?? 0
            guard remaining >= 0 else {
                throw FleeceError(
                    .invalidContent,
                    "the names in the table of shared keys are longer than the table itself")
            }
            guard let name = value.string else {
                throw FleeceError(
                    .invalidContent, "item \(number) of the table of shared keys is not a string")
            }
            // A damaged table may contain a key twice or contain an ineligible key. Such a number
            // can still be read, but a lookup by name finds only the first entry, as in Couchbase
            // Lite.
            if let words = name.withUTF8Bytes(KeyWords.init), table.number(for: words) == nil {
                table.append(name, words)
            } else {
                table.appendUnfindable(name)
            }
        }
        self.init(table)
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

    /// Returns the bytes to store: a Fleece array of the keys in the order of their numbers.
    ///
    /// - Throws: ``FleeceError`` if encoding fails, which doesn't happen for a table of keys.
    /// - Complexity: O(*n*) in the number of keys.
    public func encoded() throws -> [UInt8] {
        let writer = FleeceWriter()
        writer.beginArray()
        for name in table.names { writer.write(name) }
        writer.endArray()
        return try writer.finish()
    }
}
