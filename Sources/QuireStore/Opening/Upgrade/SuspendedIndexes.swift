import Fleece

/// The indexes on the bodies of a table, which are removed while the rows are converted.
///
/// The conversion does not change the indexed values, but it changes the format of the column
/// `body`. SQLite could then no longer compute the old entries of an index to remove them.
struct SuspendedIndexes {
    private struct Index {
        let name: String
        /// The statement that creates the index, or `nil` if this connection cannot compute it.
        let definition: SQLText?
    }

    private let indexes: [Index]
    private let purpose = "upgrade the indexes"

    /// Removes the indexes of a table, in the open transaction.
    ///
    /// The standard indexes of collections use other columns, and are not removed.
    ///
    /// - Parameters:
    ///   - table: A collection's table of live documents or of tombstones.
    ///   - connection: A writer connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    init(of table: SQLIdentifier, on connection: SQLiteConnection) throws {
        let statement = try connection.prepare(
            """
            SELECT name, sql FROM sqlite_master \
            WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL ORDER BY rowid
            """, purpose: purpose)
        try statement.bind(table.name, at: 1)
        let staying = ["expiration", "seqs", "conflicts", "blobs"].map { "\(table.name)_\($0)" }
        let names = SchemaNames(connection.registered)
        var indexes: [Index] = []
        while try statement.step() {
            let name = statement.string(at: 0)
            if staying.contains(name) { continue }
            let definition = statement.withTextBytes(at: 1) { SchemaIndex.definition($0, names) }
            indexes.append(Index(name: name, definition: definition))
        }
        self.indexes = indexes
        for index in indexes {
            try connection.execute("DROP INDEX \(SQLIdentifier(index.name))", purpose: purpose)
        }
    }

    /// Creates the indexes again from their original definitions, in the open transaction.
    ///
    /// An index that needs an unavailable function is not created, and it is removed from the list
    /// of indexes, so that the program that created it can create it again. No data is lost,
    /// because the documents contain all of the indexed values.
    ///
    /// - Parameter connection: The connection that removed the indexes.
    /// - Throws: ``QuireError`` with code `corruptData` if the shared keys are damaged and an index
    ///   needs them, or an error that SQLite reports.
    func resume(on connection: SQLiteConnection) throws {
        guard !indexes.isEmpty else { return }
        // For the functions that read bodies.
        connection.keys.current = try InfoRow.readSharedKeys(on: connection)
        for index in indexes {
            guard let definition = index.definition else {
                try forget(index.name, on: connection)
                continue
            }
            do {
                try connection.execute(definition, purpose: purpose)
            } catch QuireError.Code.unexpectedError {
                try forget(index.name, on: connection)
            }
        }
    }

    private func forget(_ index: String, on connection: SQLiteConnection) throws {
        guard try CollectionTables.hasTable("indexes", on: connection) else { return }
        let statement = try connection.prepare(
            "DELETE FROM indexes WHERE name = ?1", purpose: purpose)
        try statement.bind(index, at: 1)
        try statement.run()
    }
}
