import Fleece

// A copied database has its own ID, so the copied revisions of the original become its own. What
// happens to them in the original afterwards is not known to the copy.

/// The last sequence of each collection at the time when the database was copied from another one.
enum CopiedSequences {
    /// Notes the present sequences in the open transaction.
    ///
    /// - Parameter connection: A connection to the copy.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func write(on connection: SQLiteConnection) throws {
        guard try CollectionTables.hasTable("kvmeta", on: connection) else { return }
        let statement = try connection.prepare(
            "SELECT name, lastSeq FROM kvmeta", purpose: "read the last sequences")
        let writer = FleeceWriter()
        writer.beginDictionary()
        while try statement.step() {
            writer.writeKey(statement.string(at: 0))
            writer.write(statement.int64(at: 1))
        }
        writer.endDictionary()
        try InfoRow.copiedSequences.write(try writer.finish(), on: connection)
    }

    /// Returns the last copied sequence of a collection.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: A connection.
    /// - Returns: The sequence, or 0 if the database is no copy.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func last(of tables: CollectionTables, on connection: SQLiteConnection) throws -> Int64 {
        guard let bytes = try InfoRow.copiedSequences.read(on: connection) else { return 0 }
        return FleeceStorage(bytes).rootDictionary?[tables.name]?.int64 ?? 0
    }
}
