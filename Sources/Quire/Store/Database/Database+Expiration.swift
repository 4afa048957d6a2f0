extension Database: ExpiringDatabase {
    /// A function that returns the current time, in milliseconds since 1970.
    var now: @Sendable () -> Int64 {
        { [clock] in Int64(clamping: clock() / 1_000_000) }
    }

    /// Purges the expired documents of all collections.
    ///
    /// The documents leave no tombstones. If a document has expired, the method runs in the current
    /// transaction or in a new one. Otherwise, it doesn't begin a transaction.
    ///
    /// - Returns: The next expiration date, in milliseconds since 1970, or `nil` if no document
    ///   expires.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy`, `ioError`.
    /// - Complexity: O(*n*) in the number of collections and of expired documents.
    @discardableResult
    func purgeExpired() throws -> Int64? {
        guard let next = try nextExpiration() else { return nil }
        let now = now()
        guard next <= now else { return next }
        try write { transaction in
            let sqlite = transaction.connection.sqlite
            for (table, name, isLive) in try CollectionTables.documentTables(on: sqlite) {
                guard let next = try Self.nextExpiration(in: table, on: sqlite), next <= now
                else { continue }
                try allTables.tables(of: name)
                    .purgeExpired(upTo: now, in: table, isLive: isLive, transaction)
            }
        }
        return try nextExpiration()
    }

    /// Returns the next expiration date of all collections.
    ///
    /// - Returns: The date in milliseconds since 1970, or `nil` if no document expires.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func nextExpiration() throws -> Int64? {
        try read { connection in
            let sqlite = connection.sqlite
            return try CollectionTables.documentTables(on: sqlite).compactMap {
                try Self.nextExpiration(in: $0.table, on: sqlite)
            }.min()
        }
    }

    /// Returns the next expiration date in a table.
    private static func nextExpiration(
        in table: SQLIdentifier, on sqlite: SQLiteConnection
    ) throws -> Int64? {
        // A string would convert to 0, which is in 1970, but the document would never be purged.
        // Values that are not numbers are therefore ignored.
        try sqlite.integer(
            """
            SELECT expiration FROM \(table) WHERE expiration IS NOT NULL \
            AND typeof(expiration) IN ('integer', 'real') ORDER BY expiration LIMIT 1
            """, usesFunctions: false, purpose: "find the next expiration")
    }
}

extension CollectionTables {
    /// Purges the expired documents in a table of the collection, in the current transaction.
    fileprivate func purgeExpired(
        upTo now: Int64, in table: SQLIdentifier, isLive: Bool, _ transaction: StoreTransaction
    ) throws {
        let statement = try transaction.connection.sqlite.prepare(
            "DELETE FROM \(table) WHERE expiration <= ?1 RETURNING key",
            purpose: "delete expired documents of \(name)")
        try statement.bind(now, at: 1)
        var ids: [String] = []
        while try statement.step() { ids.append(statement.string(at: 0)) }
        for id in ids { transaction.changes.note(purged: id, in: self) }
        guard isLive, !ids.isEmpty else { return }
        try transaction.withState(of: self) { $0.notePurges(ids.count) }
    }
}
