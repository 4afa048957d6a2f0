// The tables of full-text and array indexes hold nothing that the documents do not. Their triggers
// keep them current, whichever program writes, since no program can write the documents without
// running the triggers; so there is nothing to catch up with when a database is opened.

/// The tables of a collection's full-text and array indexes.
struct DerivedTables {
    private let keyStore: KeyStore
    private let connection: SQLiteConnection
    /// Full-text tables by name, and whether they have triggers that fill them.
    private let fullText: [(table: SQLIdentifier, isFilled: Bool)]
    /// Tables of items, the outermost arrays' first.
    private let unnested: [UnnestedTable]

    /// Looks for them.
    ///
    /// - Parameters:
    ///   - keyStore: The collection's tables.
    ///   - connection: A connection.
    /// - Throws: ``QuireError`` if SQLite refuses.
    init(of keyStore: KeyStore, on connection: SQLiteConnection) throws {
        self.keyStore = keyStore
        self.connection = connection
        let statement = try connection.prepare(
            """
            SELECT name, EXISTS (SELECT 1 FROM sqlite_master AS t WHERE t.type = 'trigger' \
            AND t.tbl_name = ?1 AND t.name = m.name || '::postupdate') FROM sqlite_master AS m \
            WHERE type = 'table' AND substr(name, 1, length(?2)) = ?2 \
            AND sql LIKE 'CREATE VIRTUAL TABLE%' ORDER BY name
            """, purpose: "list the full-text indexes")
        try statement.bind(keyStore.liveTableName, at: 1)
        try statement.bind(keyStore.liveTableName + "::", at: 2)
        var fullText: [(SQLIdentifier, Bool)] = []
        while try statement.step() {
            fullText.append((SQLIdentifier(statement.string(at: 0)), statement.int64(at: 1) != 0))
        }
        self.fullText = fullText
        var unnested: [UnnestedTable] = []
        for table in try IndexList(connection).records(of: keyStore).flatMap(\.unnestedTables)
        where try !unnested.contains(table) && KeyStore.hasTable(table.name, on: connection) {
            unnested.append(table)
        }
        self.unnested = unnested
    }

    /// Builds the tables anew from the documents, in the open transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
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
        // The documents stay as they are; their triggers do the work, whatever made them.
        try connection.execute(
            "UPDATE \(keyStore.liveTable) SET body = body", purpose: purpose)
    }

    /// Looks for damage in the full-text tables.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`.
    func check() throws {
        for (table, _) in fullText {
            do {
                try connection.execute(
                    "INSERT INTO \(table) (\(table)) VALUES ('integrity-check')",
                    purpose: "check the integrity")
            } catch QuireError.Code.unexpectedError {
                // Its tokenizer is not there, so nothing can be said.
            }
        }
    }

    /// Takes the rows of documents away that are no longer in the collection's table, whose triggers
    /// did not run.
    ///
    /// Their numbers will be given to other documents. Where a tokenizer is not there, nothing will
    /// be written either.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func forgetMissingRows() throws {
        let purpose = "remove deleted documents from the indexes"
        let isMissing: SQLText = "docid NOT IN (SELECT rowid FROM \(keyStore.liveTable))"
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
    /// Builds all indexes anew from the documents, in the open transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func buildIndexes() throws {
        try execute("REINDEX", purpose: "build the indexes")
        try buildDerivedTables()
    }

    /// Builds the tables of full-text and array indexes anew, in the open transaction.
    ///
    /// - Throws: ``QuireError`` if SQLite refuses.
    func buildDerivedTables() throws {
        for name in try KeyStore.collections(on: self) {
            try DerivedTables(of: KeyStore(number: 0, name: name.keyStoreName), on: self).build()
        }
    }

    /// Looks for damage in the full-text indexes.
    ///
    /// - Throws: ``QuireError`` with code `corruptData`.
    func checkFullTextIndexes() throws {
        for name in try KeyStore.collections(on: self) {
            try DerivedTables(of: KeyStore(number: 0, name: name.keyStoreName), on: self).check()
        }
    }
}
