/// A table of values that a replicator stores beside the documents.
///
/// Couchbase Lite creates it when it is first used, with the columns of a table of documents.
enum ValueTable: String {
    /// The checkpoints of this database, by checkpoint ID.
    case checkpoints = "kv_checkpoints"
    /// The checkpoints that this database keeps for others, by the ID of the client.
    case peerCheckpoints = "kv_peer\\Checkpoints"

    private var name: SQLIdentifier { SQLIdentifier(rawValue) }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - key: The ID of the checkpoint or of the client.
    ///   - connection: A connection.
    /// - Returns: The columns `version` and `body`, or `nil` if there is no value.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func read(
        _ key: String, on connection: SQLiteConnection
    ) throws -> (version: [UInt8], body: [UInt8])? {
        guard try CollectionTables.hasTable(rawValue, on: connection) else { return nil }
        let statement = try connection.statement(
            "SELECT version, body FROM \(name) WHERE key = ?1", usesFunctions: false,
            purpose: "read a checkpoint")
        defer { statement.resetAndClear() }
        try statement.bind(key, at: 1)
        guard try statement.step() else { return nil }
        return (statement.bytes(at: 0), statement.bytes(at: 1))
    }

    /// Removes a value in the open transaction, if there is one.
    ///
    /// - Parameters:
    ///   - key: The ID of the checkpoint or of the client.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func remove(_ key: String, in transaction: StoreTransaction) throws {
        let connection = transaction.connection.sqlite
        guard try CollectionTables.hasTable(rawValue, on: connection) else { return }
        let statement = try connection.statement(
            "DELETE FROM \(name) WHERE key = ?1", purpose: "remove a checkpoint")
        defer { statement.resetAndClear() }
        try statement.bind(key, at: 1)
        try statement.run()
    }

    /// Removes the oldest rows until the others meet the limits, in the open transaction.
    ///
    /// - Parameters:
    ///   - count: The maximum number of rows.
    ///   - size: The maximum size of the keys and bodies in bytes.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func removeOldest(count: Int, size: Int, in transaction: StoreTransaction) throws {
        let connection = transaction.connection.sqlite
        while case let found = try totals(on: connection),
            found.count > 1, found.count > count || found.size > size
        {
            // The number of rows to remove at a time limits the number of sums.
            let excess = min(max(found.count - count, found.count / 100, 1), found.count - 1)
            let statement = try connection.statement(
                """
                DELETE FROM \(name) WHERE rowid IN \
                (SELECT rowid FROM \(name) ORDER BY rowid LIMIT ?1)
                """, purpose: "remove old checkpoints")
            defer { statement.resetAndClear() }
            try statement.bind(Int64(excess), at: 1)
            try statement.run()
        }
    }

    /// Returns the number of rows, and the size of their keys and bodies in bytes.
    ///
    /// SQLite reads the size of a body without the body.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The number and the size.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func totals(on connection: SQLiteConnection) throws -> (count: Int, size: Int) {
        guard try CollectionTables.hasTable(rawValue, on: connection) else { return (0, 0) }
        let statement = try connection.statement(
            "SELECT count(*), coalesce(sum(length(key) + length(body)), 0) FROM \(name)",
            usesFunctions: false, purpose: "measure the checkpoints")
        defer { statement.resetAndClear() }
        guard try statement.step() else { return (0, 0) }
        return (Int(statement.int64(at: 0)), Int(statement.int64(at: 1)))
    }

    /// Reads all values.
    ///
    /// - Parameter connection: A connection.
    /// - Returns: The keys and the columns `body`.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of values.
    func all(on connection: SQLiteConnection) throws -> [(key: String, body: [UInt8])] {
        guard try CollectionTables.hasTable(rawValue, on: connection) else { return [] }
        let statement = try connection.statement(
            "SELECT key, body FROM \(name)", usesFunctions: false, purpose: "read the checkpoints")
        defer { statement.resetAndClear() }
        var values: [(key: String, body: [UInt8])] = []
        while try statement.step() {
            values.append((statement.string(at: 0), statement.bytes(at: 1)))
        }
        return values
    }

    /// Writes a value in the open transaction.
    ///
    /// - Parameters:
    ///   - body: The value.
    ///   - version: The version, which may be empty.
    ///   - key: The ID of the checkpoint or of the client.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func write(
        _ body: [UInt8], version: [UInt8], for key: String, in transaction: StoreTransaction
    ) throws {
        let connection = transaction.connection.sqlite
        if try !CollectionTables.hasTable(rawValue, on: connection) {
            try connection.execute(
                DatabaseSchema.values(rawValue), purpose: "create the table of checkpoints")
            try transaction.schemaDidChange()
        }
        let statement = try connection.statement(
            """
            INSERT INTO \(name) (key, version, body) VALUES (?1, ?2, ?3) \
            ON CONFLICT (key) DO UPDATE SET version = excluded.version, body = excluded.body
            """, purpose: "write a checkpoint")
        defer { statement.resetAndClear() }
        try statement.bind(key, at: 1)
        if !version.isEmpty { try statement.bind(version, at: 2) }
        try statement.bind(body, at: 3)
        try statement.run()
    }
}
