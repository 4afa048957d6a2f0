/// The rows of `kv_info`, where a database keeps what is not a document.
package enum InfoRow: String {
    /// The kind of revisions: 8 bytes, the highest first.
    case versioning
    /// 16 random bytes that name this database to others.
    case publicUUID
    /// 16 random bytes that name this database to itself.
    case privateUUID
    /// What named the database to itself before it was copied.
    case previousPrivateUUID
    /// 8 bytes, the highest first: 0 if no deleted document is left among the live ones of the
    /// default collection.
    case maxRowidWithDeletedInDefault
    /// The table of shared keys: a Fleece array of strings.
    case sharedKeys = "SharedKeys"

    /// Reads the row.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The row's bytes, or `nil` if there is no row.
    /// - Throws: ``QuireError`` if SQLite refuses.
    package func read(on connection: SQLiteConnection) throws -> [UInt8]? {
        let statement = try connection.statement(
            "SELECT body FROM kv_info WHERE key = ?1", purpose: "read \(rawValue)")
        defer { statement.reset() }
        try statement.bind(rawValue, at: 1)
        return try statement.step() ? statement.bytes(at: 0) : nil
    }

    /// Writes the row, in the open transaction.
    ///
    /// - Parameters:
    ///   - bytes: The row's new bytes.
    ///   - connection: A writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func write(_ bytes: [UInt8], on connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            """
            INSERT INTO kv_info (key, body) VALUES (?1, ?2) \
            ON CONFLICT (key) DO UPDATE SET body = excluded.body
            """, purpose: "write \(rawValue)")
        try statement.bind(rawValue, at: 1)
        try statement.bind(bytes, at: 2)
        try statement.run()
    }

    /// Reads the row as a number of 8 bytes.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The number, or `nil` if there is no row or it holds something else.
    /// - Throws: ``QuireError`` if SQLite refuses.
    package func readNumber(on connection: SQLiteConnection) throws -> UInt64? {
        guard let bytes = try read(on: connection), bytes.count == 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Writes the row as a number of 8 bytes, in the open transaction.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - connection: A writing connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func write(_ number: UInt64, on connection: SQLiteConnection) throws {
        try write(withUnsafeBytes(of: number.bigEndian) { Array($0) }, on: connection)
    }
}
