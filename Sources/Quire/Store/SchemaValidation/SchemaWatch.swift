/// Keeps a writing connection's trust in line with the schema, which other programs may change at
/// any time.
struct SchemaWatch {
    private var version: Int64?
    private var trust = SchemaTrust.plain

    /// Judges the schema if it has changed since the last call, and sets what the connection trusts.
    ///
    /// - Parameter connection: The writing connection, with an open transaction.
    /// - Returns: What can be made of the schema: with a ``SchemaTrust/refusal`` nothing must be
    ///   written.
    /// - Throws: ``QuireError`` if SQLite refuses.
    /// - Complexity: O(1) if the schema is as before, O(*n*) in the length of its texts otherwise.
    mutating func refresh(_ connection: SQLiteConnection) throws -> SchemaTrust {
        let statement = try connection.statement(.readSchemaVersion)
        defer { statement.reset() }
        let current = try statement.step() ? statement.int64(at: 0) : nil
        if let current, current == version { return trust }
        version = nil
        trust = try SchemaTrust.judge(connection)
        try connection.trustSchema(trust == .recognised)
        version = current
        return trust
    }

    /// Says that the schema may be another although its version is the same: after a rollback.
    mutating func forget() {
        version = nil
    }
}
