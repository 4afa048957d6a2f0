/// The move of deleted documents to their own table, which schema version 500 introduced.
enum TombstoneMove {
    private static let purpose = "move deleted documents"

    /// Moves the deleted documents of a collection, in the open transaction.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: A writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    static func run(_ tables: CollectionTables, on connection: SQLiteConnection) throws {
        let isDeleted: SQLText = "(flags & 1) <> 0"
        let hasDeleted = try connection.integer(
            "SELECT 1 FROM \(tables.liveTable) WHERE \(isDeleted) LIMIT 1", purpose: purpose)
        guard hasDeleted != nil else { return }
        let suspended = try [tables.liveTable, tables.tombstoneTable].map {
            try SuspendedIndexes(of: $0, on: connection)
        }
        let columns: [SQLText] = [
            "sequence", "flags", "version", "body", "expiration", "extra",
        ]
        let names = SQLText.joined(columns, separator: ", ")
        let newer = SQLText.joined(columns.map { "\($0) = excluded.\($0)" }, separator: ", ")
        try connection.execute(
            """
            INSERT INTO \(tables.tombstoneTable) (key, \(names)) \
            SELECT key, \(names) FROM \(tables.liveTable) WHERE \(isDeleted) \
            ON CONFLICT (key) DO UPDATE SET \(newer) WHERE excluded.sequence > sequence
            """, purpose: purpose)
        try connection.execute(
            "DELETE FROM \(tables.liveTable) WHERE \(isDeleted)", purpose: purpose)
        let count = connection.changeCount
        try DerivedTables(of: tables, on: connection).discardMissingRows()
        for indexes in suspended { try indexes.resume(on: connection) }
        var state = try CollectionTablesState(reading: tables, on: connection)
        state.notePurges(count)
        try state.write(tables, on: connection)
    }
}
