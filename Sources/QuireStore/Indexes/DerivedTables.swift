// The tables of full-text and array indexes contain only data that is derived from documents.
// Triggers keep them current. No program can write documents without running the triggers, so
// opening a database doesn't need to update the tables.

/// A table of an index that contains only data from documents.
struct DerivedTable {
    /// How the table gets the rows of existing documents.
    enum Filling: Equatable {
        /// The triggers of the collection's table write them.
        case triggers
        /// A command of a full-text table reads the documents.
        case command
        /// A statement writes them.
        case statement(SQLText)
        /// The table gets rows later from another one.
        case later
        /// A program computes the rows, which are kept.
        case program
    }

    let name: SQLIdentifier
    let filling: Filling
    /// Whether it is a full-text table, which has commands and may need an unavailable tokenizer.
    let isFullText: Bool
    /// Whether the column `docid` contains documents, and not the rows of another such table.
    let hasRowPerDocument: Bool
}

/// The tables of a collection's indexes that contain only data from documents.
struct DerivedTables {
    private let tables: CollectionTables
    private let connection: SQLiteConnection
    private let derived: [DerivedTable]

    /// Finds the tables.
    ///
    /// - Parameters:
    ///   - tables: The collection's tables.
    ///   - connection: A connection.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    init(of tables: CollectionTables, on connection: SQLiteConnection) throws {
        self.tables = tables
        self.connection = connection
        derived = try IndexKind.definitions.flatMap {
            try $0.derivedTables(of: tables, on: connection)
        }
    }

    /// Rebuilds the tables from the documents, in the current transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func build() throws {
        let purpose = "build the indexes"
        for table in derived where table.filling == .command {
            try connection.execute(
                "INSERT INTO \(table.name) (\(table.name)) VALUES ('rebuild')", purpose: purpose)
        }
        for table in derived where table.filling != .command && table.filling != .program {
            try connection.execute("DELETE FROM \(table.name)", purpose: purpose)
        }
        // The update doesn't change the documents, but runs the triggers of all tables, regardless
        // of the program that created them.
        if derived.contains(where: { $0.filling == .triggers }) {
            try connection.execute(
                "UPDATE \(tables.liveTable) SET body = body", purpose: purpose)
        }
        for case .statement(let fill) in derived.map(\.filling) {
            try connection.execute(fill, purpose: purpose)
        }
    }

    /// Checks the full-text tables for damage.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`.
    func check() throws {
        for table in derived where table.isFullText {
            do {
                try connection.execute(
                    "INSERT INTO \(table.name) (\(table.name)) VALUES ('integrity-check')",
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
        for table in derived where table.hasRowPerDocument {
            do {
                try connection.execute(
                    "DELETE FROM \(table.name) WHERE \(isMissing)", purpose: purpose)
            } catch QuireError.Code.unexpectedError where table.isFullText {
                continue
            }
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
