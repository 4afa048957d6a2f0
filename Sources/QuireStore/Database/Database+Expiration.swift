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
            let tables = try CollectionTables.documentTables(on: sqlite).map(\.table)
            guard try Self.mayExpire(tables, on: sqlite) else { return nil }
            return try tables.compactMap { try Self.nextExpiration(in: $0, on: sqlite) }.min()
        }
    }

    /// The maximum number of tables in one statement, which is a connection's limit of terms in a
    /// compound `SELECT`.
    private static let tablesPerStatement = 50

    /// Returns whether one of the tables contains an expiration date.
    ///
    /// Opening a database calls this method, and few databases contain expiration dates. One
    /// statement for many tables takes less than half the time of one for each.
    private static func mayExpire(
        _ tables: [SQLIdentifier], on sqlite: SQLiteConnection
    ) throws -> Bool {
        for start in stride(from: 0, to: tables.count, by: tablesPerStatement) {
            let selects: [SQLText] = tables[start...].prefix(tablesPerStatement).map {
                "SELECT 1 FROM \($0) WHERE expiration IS NOT NULL"
            }
            let found = try sqlite.integer(
                "\(.joined(selects, separator: " UNION ALL "))", usesFunctions: false,
                purpose: "find the next expiration")
            if found != nil { return true }
        }
        return false
    }

    /// Returns the next expiration date in a table.
    private static func nextExpiration(
        in table: SQLIdentifier, on sqlite: SQLiteConnection
    ) throws -> Int64? {
        // Only numbers count: a string would convert to 0, a date in the past, but SQLite orders it
        // after every number, so that the document would never be purged.
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
