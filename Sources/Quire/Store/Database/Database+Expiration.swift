extension Database: ExpiringDatabase {
    /// What time it is, in milliseconds since 1970.
    var now: @Sendable () -> Int64 {
        { [clock] in Int64(clamping: clock() / 1_000_000) }
    }

    /// Deletes the documents of all collections whose time has come, without tombstones.
    ///
    /// It runs in a transaction of its own, and in none if there is nothing to delete.
    ///
    /// - Returns: When the next one is to be deleted, in milliseconds since 1970, or `nil` if none
    ///   is.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy`, `ioError`.
    /// - Complexity: O(*n*) in the number of collections and of documents that are deleted.
    @discardableResult
    func purgeExpired() throws -> Int64? {
        guard let next = try nextExpiration() else { return nil }
        let now = now()
        guard next <= now else { return next }
        try write { transaction in
            let sqlite = transaction.connection.sqlite
            for (table, name, isLive) in try KeyStore.documentTables(on: sqlite) {
                guard let next = try Self.nextExpiration(in: table, on: sqlite), next <= now
                else { continue }
                try keyStores.keyStore(of: name)
                    .purgeExpired(upTo: now, in: table, isLive: isLive, transaction)
            }
        }
        return try nextExpiration()
    }

    /// Returns when the next document of any collection is to be deleted.
    ///
    /// - Returns: Milliseconds since 1970, or `nil` if no document is.
    /// - Throws: ``QuireError`` if SQLite refuses.
    func nextExpiration() throws -> Int64? {
        try read { connection in
            let sqlite = connection.sqlite
            return try KeyStore.documentTables(on: sqlite).compactMap {
                try Self.nextExpiration(in: $0.table, on: sqlite)
            }.min()
        }
    }

    /// Returns when the next document of a table expires.
    private static func nextExpiration(
        in table: SQLIdentifier, on sqlite: SQLiteConnection
    ) throws -> Int64? {
        // A text would count as 1970, and never go: what is no number is no time.
        try sqlite.integer(
            """
            SELECT expiration FROM \(table) WHERE expiration IS NOT NULL \
            AND typeof(expiration) IN ('integer', 'real') ORDER BY expiration LIMIT 1
            """, purpose: "find the next expiration")
    }
}

extension KeyStore {
    /// Purges the documents of one of the collection's tables that have expired, in the running
    /// transaction.
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
