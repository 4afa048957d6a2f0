// The tables of full-text and array indexes contain only data that is derived from documents.
// Triggers keep them current. No program can write documents without running the triggers, so
// opening a database doesn't need to update the tables.

/// The tables of a collection's full-text and array indexes.
struct DerivedTables {
    private let tables: CollectionTables
    private let connection: SQLiteConnection
    /// The full-text tables, and whether triggers fill them.
    private let fullText: [(table: SQLIdentifier, isFilled: Bool)]
    /// The tables of array items, beginning with the outermost arrays.
    private let unnested: [UnnestedTable]

    /// Finds the tables.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: A connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    init(of tables: CollectionTables, on connection: SQLiteConnection) throws {
        self.tables = tables
        self.connection = connection
        let statement = try connection.prepare(
            """
            SELECT name, EXISTS (SELECT 1 FROM sqlite_master AS t WHERE t.type = 'trigger' \
            AND t.tbl_name = ?1 AND t.name = m.name || '::postupdate') FROM sqlite_master AS m \
            WHERE type = 'table' AND substr(name, 1, length(?2)) = ?2 \
            AND sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name
            """, purpose: "list the full-text indexes")
        try statement.bind(tables.liveTableName, at: 1)
        try statement.bind(tables.liveTableName + "::", at: 2)
        var fullText: [(SQLIdentifier, Bool)] = []
        while try statement.step() {
            fullText.append((SQLIdentifier(statement.string(at: 0)), statement.int64(at: 1) != 0))
        }
        self.fullText = fullText
        var unnested: [UnnestedTable] = []
        for table in try IndexList(connection).records(of: tables).flatMap(\.unnestedTables)
        where try !unnested.contains(table) && CollectionTables.hasTable(table.name, on: connection)
        {
            unnested.append(table)
        }
        self.unnested = unnested
    }

    /// Rebuilds the tables from the documents, in the current transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func build() throws {
        let purpose = "build the indexes"
        for (table, isFilled) in fullText where !isFilled {
            try connection.execute(
                "INSERT INTO \(table) (\(table)) VALUES ('rebuild')", purpose: purpose)
        }
        let filled = fullText.filter(\.isFilled).map(\.table)
        guard !filled.isEmpty || !unnested.isEmpty else { return }
        for table in filled + unnested.reversed().map({ SQLIdentifier($0.name) }) {
            try connection.execute("DELETE FROM \(table)", purpose: purpose)
        }
        // The update doesn't change the documents, but runs the triggers of all tables, regardless
        // of the program that created them.
        try connection.execute(
            "UPDATE \(tables.liveTable) SET body = body", purpose: purpose)
    }

    /// Checks the full-text tables for damage.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`.
    func check() throws {
        for (table, _) in fullText {
            do {
                try connection.execute(
                    "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')",
                    purpose: "check the integrity")
            } catch QuireError.Code.unexpectedError {
                // The tokenizer isn't available, so the table cannot be checked.
            }
        }
    }

    /// Removes the rows of documents that were deleted without running the triggers.
    ///
    /// The row IDs of these documents can be assigned to new documents. Tables whose tokenizer
    /// isn't available are skipped, because no rows can be added to them either.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func discardMissingRows() throws {
        let purpose = "remove deleted documents from the indexes"
        let isMissing: SQLText = "docid NOT IN (SELECT rowid FROM \(tables.liveTable))"
        for (table, _) in fullText {
            do {
                try connection.execute("DELETE FROM \(table) WHERE \(isMissing)", purpose: purpose)
            } catch QuireError.Code.unexpectedError {
                continue
            }
        }
        for table in unnested where !table.isNested {
            try connection.execute(
                "DELETE FROM \(SQLIdentifier(table.name)) WHERE \(isMissing)", purpose: purpose)
        }
    }
}

extension SQLiteConnection {
    /// Rebuilds all indexes from the documents, in the current transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func buildIndexes() throws {
        try execute("REINDEX", purpose: "build the indexes")
        try buildDerivedTables()
    }

    /// Rebuilds the tables of full-text and array indexes, in the current transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func buildDerivedTables() throws {
        for name in try CollectionTables.collections(on: self) {
            try DerivedTables(of: CollectionTables(number: 0, name: name.tablesName), on: self)
                .build()
        }
    }

    /// Checks the full-text indexes for damage.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`.
    func checkFullTextIndexes() throws {
        for name in try CollectionTables.collections(on: self) {
            try DerivedTables(of: CollectionTables(number: 0, name: name.tablesName), on: self)
                .check()
        }
    }
}
