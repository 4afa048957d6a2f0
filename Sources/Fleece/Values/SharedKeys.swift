/// A snapshot of a database's table of shared keys: short dictionary keys and the numbers that
/// stand for them in stored bodies.
///
/// The table is a Fleece array of strings; a key's number is its index. It only ever grows, so a
/// newer snapshot of one database reads everything that an older one reads. A snapshot never
/// changes and can be used from every thread.
///
/// The rules are Couchbase Lite's: a key qualifies if it has at most 16 bytes, all of them from
/// `[A-Za-z0-9_-]`, and the table has room for 2,048.
public final class SharedKeys: Sendable {
    /// How many keys a table can hold.
    public static let maximumCount = 2048

    /// How many bytes a shared key can have.
    public static let maximumKeyLength = 16

    /// The table without any key.
    public static let empty = SharedKeys(KeyTable())

    let table: KeyTable

    /// What tells this table from every other that there is or was.
    ///
    /// Caches of numbers compare it to know when to forget.
    package let token = KeyToken()

    init(_ table: KeyTable) {
        self.table = table
    }

    /// Makes a snapshot of stored bytes: a Fleece array of strings.
    ///
    /// - Parameter encoded: The stored bytes; they are copied.
    /// - Throws: ``FleeceError`` of reason `invalidContent` if the bytes are not an array of at most
    ///   2,048 strings, or if many of them are the same long string.
    /// - Complexity: O(*n*) in the number of keys.
    public convenience init(encoded: UnsafeRawBufferPointer) throws {
        let root = FleeceStorage(copying: encoded).root
        guard let array = root?.array, array.count <= Self.maximumCount else {
            throw FleeceError(
                .invalidContent,
                "the table of shared keys is not an array of at most \(Self.maximumCount) strings")
        }
        var table = KeyTable()
        // The items may point to one long string or to overlapping ones. A valid table has each name
        // once; a short name may be there several times.
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
            // A damaged table may name a key twice or name one that does not qualify. The number
            // still reads; only the first entry is found by name, as in Couchbase Lite.
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

    /// Returns the key that a number stands for.
    ///
    /// - Parameter number: A number found in a body.
    /// - Returns: The key, or `nil` if the table has no such number.
    public func name(for number: Int) -> String? {
        table.names.indices.contains(number) ? table.names[number] : nil
    }

    /// Returns the number that stands for a key.
    ///
    /// - Parameter key: A dictionary key.
    /// - Returns: The number, or `nil` if the key is not in the table.
    public func number(for key: String) -> Int? {
        number(for: key.withUTF8Bytes(KeyWords.init))
    }

    /// The number of a key as it is found in tables; a longer key has none.
    @inline(__always)
    func number(for words: KeyWords?) -> Int? {
        guard let words else { return nil }
        return table.number(for: words)
    }

    /// Returns the number that stands for a prepared key.
    package func number(for key: FleeceKey) -> Int? {
        table.number(for: key.words, hash: key.hash)
    }

    /// Returns the bytes to store: a Fleece array of the keys in the order of their numbers.
    ///
    /// - Throws: ``FleeceError``, which a table of keys gives no reason for.
    /// - Complexity: O(*n*) in the number of keys.
    public func encoded() throws -> [UInt8] {
        let writer = FleeceWriter()
        writer.beginArray()
        for name in table.names { writer.write(name) }
        writer.endArray()
        return try writer.finish()
    }
}
