import Fleece

/// The rows of `kv_info`, which contains the metadata of a database.
package enum InfoRow: String {
    /// The kind of revisions, as a big-endian integer of 8 bytes.
    case versioning
    /// A UUID of 16 random bytes that identifies this database to other databases.
    case publicUUID
    /// A UUID of 16 random bytes that identifies this database locally.
    case privateUUID
    /// The private UUID of the database from which this one was copied.
    case previousPrivateUUID
    /// A big-endian integer of 8 bytes, which is 0 if the table of live documents of the default
    /// collection contains no deleted documents.
    case maxRowidWithDeletedInDefault
    /// The numbers of the remote databases, as a Fleece dictionary of integers by name.
    case remotes
    /// The shared keys, as a Fleece array of strings.
    case sharedKeys = "SharedKeys"
    /// The indexes that are declared as unique, which only Quire uses: a Fleece dictionary with the
    /// indexes of each collection.
    case uniqueIndexes = "quire.uniqueIndexes"
    /// The indexes of vectors, which only Quire uses: a Fleece dictionary with the indexes of each
    /// collection.
    case nearestIndexes = "quire.nearestIndexes"
    /// Present if another database has asked for the changes of this one, which only Quire notes.
    case hasPeers = "quire.hasPeers"
    /// The public UUID that this database had before its file was copied, which only Quire uses. It
    /// is the author of the edits from before that.
    case previousPublicUUID = "quire.previousPublicUUID"
    /// The number that the system gave to this file, which only Quire uses: see ``FileOrigin``.
    case fileOrigin = "quire.fileOrigin"

    /// Reads the row.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The row's bytes, or `nil` if the row is missing.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func read(on connection: SQLiteConnection) throws -> [UInt8]? {
        let statement = try connection.statement(
            "SELECT body FROM kv_info WHERE key = ?1", usesFunctions: false,
            purpose: "read \(rawValue)")
        defer { statement.reset() }
        try statement.bind(rawValue, at: 1)
        return try statement.step() ? statement.bytes(at: 0) : nil
    }

    /// Writes the row in the open transaction.
    ///
    /// - Parameters:
    ///   - bytes: The row's new bytes.
    ///   - connection: A writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func write(_ bytes: [UInt8], on connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            """
            INSERT INTO kv_info (key, body) VALUES (?1, ?2) \
            ON CONFLICT (key) DO UPDATE SET body = excluded.body
            """, purpose: "write \(rawValue)")
        try statement.bind(rawValue, at: 1)
        try statement.bind(bytes, at: 2)
        try statement.run()
    }

    /// Reads the row as an integer of 8 bytes.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The integer, or `nil` if the row is missing or contains something else.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func readNumber(on connection: SQLiteConnection) throws -> UInt64? {
        guard let bytes = try read(on: connection), bytes.count == 8 else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Writes the row as an integer of 8 bytes, in the open transaction.
    ///
    /// - Parameters:
    ///   - number: The integer.
    ///   - connection: A writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func write(_ number: UInt64, on connection: SQLiteConnection) throws {
        try write(withUnsafeBytes(of: number.bigEndian) { Array($0) }, on: connection)
    }

    /// Reads the shared keys of the database.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The shared keys, which are empty if the row is missing or empty.
    /// - Throws: ``QuireError`` with code `corruptData` if they are damaged, or another code if SQLite
    ///   reports an error.
    static func readSharedKeys(on connection: SQLiteConnection) throws -> SharedKeys {
        guard let encoded = try sharedKeys.read(on: connection), !encoded.isEmpty else {
            return .empty
        }
        do {
            return try encoded.withUnsafeBytes { try SharedKeys(encoded: $0) }
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData,
                "The shared keys are damaged, in \(connection.path): \(error.message).",
                underlyingError: error)
        }
    }

    /// Reads the row as the ID of a database in versions.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The ID, or `nil` if the row is missing or has another length.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func readSource(on connection: SQLiteConnection) throws -> RevisionID.SourceID? {
        try read(on: connection).flatMap { RevisionID.SourceID($0) }
    }
}
