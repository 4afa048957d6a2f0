extension CollectionTables {
    /// Removes the tables of the collection and its indexes, in the current transaction.
    ///
    /// Tables that don't exist are skipped.
    ///
    /// - Parameter connection: The writer connection, which must have no active statement.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func drop(on connection: SQLiteConnection) throws {
        let purpose = "delete the collection \(name)"
        let indexTables = try indexTables(on: connection)
        // Dropping the table of live documents also drops the triggers that use the index tables.
        for table in [liveTable, tombstoneTable] {
            try connection.execute("DROP TABLE IF EXISTS \(table)", purpose: purpose)
        }
        for table in indexTables {
            try connection.execute(
                "DROP TABLE IF EXISTS \(SQLIdentifier(table))", purpose: purpose)
        }
        try delete("DELETE FROM kvmeta WHERE name = ?1", on: connection)
        try NearestIndexes(of: self, on: connection).removeAll()
        if try Self.hasTable("indexes", on: connection) {
            try delete("DELETE FROM indexes WHERE keyStore = ?1", on: connection)
        }
    }

    private func delete(_ sql: SQLText, on connection: SQLiteConnection) throws {
        let statement = try connection.statement(
            sql, purpose: "delete the collection \(name)")
        try statement.bind(name, at: 1)
        try statement.run()
    }

    /// Returns the tables of the collection's indexes.
    ///
    /// Tables whose removal also removes other tables come first.
    private func indexTables(on connection: SQLiteConnection) throws -> [String] {
        // The name of a collection cannot contain a colon.
        let statement = try connection.prepare(
            """
            SELECT name FROM sqlite_master WHERE type = 'table' \
            AND substr(name, 1, length(?1)) = ?1 ORDER BY sql LIKE 'CREATE VIRTUAL%' DESC
            """, purpose: "list the indexes of the collection \(name)")
        try statement.bind(liveTableName + ":", at: 1)
        var names: [String] = []
        while try statement.step() { names.append(statement.string(at: 0)) }
        for record in try IndexList(connection).records(of: self) {
            let table = record.tableName ?? ""
            names += record.definition.separateTables(listedAs: table).map(\.name)
        }
        return names
    }
}
