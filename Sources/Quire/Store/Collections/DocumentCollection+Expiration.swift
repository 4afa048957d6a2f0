public import Foundation

extension DocumentCollection {
    /// Sets when a document is deleted by itself.
    ///
    /// It runs in the current transaction, or in one of its own. The document gets no new revision
    /// and no listener is told. At the time it is purged: no tombstone is left, and listeners are
    /// told. That happens while this process has the database open, or when one opens it again. A time
    /// that has passed deletes the document soon after the commit.
    ///
    /// - Parameters:
    ///   - id: The ID of a document, which may be a deleted one.
    ///   - expiration: The time, stored in whole milliseconds, or `nil` for never.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document, not even a deleted
    ///   one, `notOpen` if the database is closed, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func setDocumentExpiration(id: String, expiration: Date?) throws {
        guard try set(expiration: expiration, of: id) else { throw notThere(id) }
    }

    /// Sets the date at which a document expires.
    ///
    /// - Returns: Whether the collection contains the document or a tombstone.
    func set(expiration date: Date?, of id: String) throws -> Bool {
        let time = date.map(Self.milliseconds)
        return try naming(id) {
            try write { transaction in
                let isDone =
                    try set(time, of: id, in: keyStore.liveTable, transaction)
                    || orNilWithoutDeadTable {
                        try set(time, of: id, in: keyStore.deadTable, transaction)
                    } == true
                if isDone, let time { transaction.changes.note(expiration: time) }
                return isDone
            }
        }
    }

    private func set(
        _ time: Int64?, of id: String, in table: SQLIdentifier, _ transaction: StoreTransaction
    ) throws -> Bool {
        let sqlite = transaction.connection.sqlite
        // The subsequence counts up, so that whoever read the row finds it changed.
        let statement = try sqlite.statement(
            "UPDATE \(table) SET expiration = ?2, flags = flags + 65536 WHERE key = ?1",
            purpose: "set the expiration of a document of \(keyStore.name)")
        try statement.bind(id, at: 1)
        try statement.bind(time, at: 2)
        try statement.run()
        return sqlite.changeCount > 0
    }

    /// Returns when a document is deleted by itself.
    ///
    /// Inside of a transaction of this thread it sees what the transaction wrote, otherwise the last
    /// commit.
    ///
    /// - Parameter id: The ID of a document, which may be a deleted one.
    /// - Returns: The time, or `nil` if there is none, or no such document.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    /// - Complexity: O(log *n*) in the number of documents.
    public func getDocumentExpiration(id: String) throws -> Date? {
        let time = try naming(id) {
            try read { connection in
                let (live, dead) = (keyStore.liveTable, keyStore.deadTable)
                do {
                    return try expiration(of: id, in: [live, dead], connection)
                } catch let error where isError(error, ofMissing: keyStore.deadTableName) {
                    return try expiration(of: id, in: [live], connection)
                }
            }
        }
        return time.map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    private func expiration(
        of id: String, in tables: [SQLIdentifier], _ connection: StoreConnection
    ) throws -> Int64? {
        let statement = try connection.sqlite.statement(
            .joined(
                tables.map { "SELECT expiration FROM \($0) WHERE key = ?1" },
                separator: " UNION ALL "),
            purpose: "read the expiration of a document of \(keyStore.name)")
        defer { statement.reset() }
        try statement.bind(id, at: 1)
        return try statement.step() ? statement.optionalInt64(at: 0) : nil
    }

    /// The stored form of a time; one beyond what can be stored becomes the last or first one.
    static func milliseconds(_ date: Date) -> Int64 {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        if milliseconds.isNaN { return .max }
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }
}
