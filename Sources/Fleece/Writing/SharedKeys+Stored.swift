// The stored form of a table of shared keys is a Fleece array of strings. The number of a key is its
// index.

extension SharedKeys {
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
