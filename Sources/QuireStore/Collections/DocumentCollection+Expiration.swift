public import Foundation

extension DocumentCollection {
    /// Sets the date at which the document expires and is purged.
    ///
    /// The method runs in the current transaction, or in a new one. The document keeps its
    /// revision, and change listeners are not notified.
    ///
    /// When the document expires, it is purged without a tombstone, and change listeners are
    /// notified. Documents expire while a process has the database open. A document that expired in
    /// the meantime is purged when a process opens the database. If the date is in the past, the
    /// document is purged soon after the commit.
    ///
    /// ```swift
    /// let tomorrow = Date().addingTimeInterval(24 * 60 * 60)
    /// try collection.setDocumentExpiration(id: "hotel-42", expiration: tomorrow)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ID of a document or a tombstone.
    ///   - expiration: The expiration date, stored in whole milliseconds, or `nil` if the document
    ///     never expires.
    /// - Throws: ``QuireError`` with code `notFound` if the collection contains neither the
    ///   document nor a tombstone, `notOpen` if the database is closed, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func setDocumentExpiration(id: String, expiration: Date?) throws {
        guard try set(expiration: expiration, of: id) else { throw documentNotFoundError(id) }
    }

    /// Sets the date at which a document expires.
    ///
    /// - Returns: Whether the collection contains the document or a tombstone.
    package func set(expiration date: Date?, of id: String) throws -> Bool {
        let time = date.map(Self.milliseconds)
        return try naming(id) {
            try write { transaction in
                let isDone =
                    try set(time, of: id, in: tables.liveTable, transaction)
                    || orNilWithoutTombstoneTable {
                        try set(time, of: id, in: tables.tombstoneTable, transaction)
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
        // Increment the subsequence, so that a writer that read the row detects the change.
        let statement = try sqlite.statement(
            "UPDATE \(table) SET expiration = ?2, flags = flags + 65536 WHERE key = ?1",
            purpose: "set the expiration of a document of \(self.tables.name)")
        try statement.bind(id, at: 1)
        try statement.bind(time, at: 2)
        try statement.run()
        return sqlite.changeCount > 0
    }

    /// Returns the date at which a document expires.
    ///
    /// Inside a transaction of this thread, the method reads the changes of that transaction;
    /// otherwise, it reads the last committed state.
    ///
    /// - Parameter id: The ID of a document or a tombstone.
    /// - Returns: The expiration date, or `nil` if the document never expires or doesn't exist.
    /// - Throws: ``QuireError`` with code `notOpen` if the database is closed.
    /// - Complexity: O(log *n*) in the number of documents.
    public func getDocumentExpiration(id: String) throws -> Date? {
        let time = try naming(id) {
            try read { connection in
                let (live, dead) = (tables.liveTable, tables.tombstoneTable)
                do {
                    return try expiration(of: id, in: [live, dead], on: connection)
                } catch let error where isError(error, ofMissing: tables.tombstoneTableName) {
                    return try expiration(of: id, in: [live], on: connection)
                }
            }
        }
        return time.map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }

    private func expiration(
        of id: String, in tables: [SQLIdentifier], on connection: StoreConnection
    ) throws -> Int64? {
        let statement = try connection.sqlite.statement(
            .joined(
                tables.map { "SELECT expiration FROM \($0) WHERE key = ?1" },
                separator: " UNION ALL "),
            purpose: "read the expiration of a document of \(self.tables.name)")
        defer { statement.reset() }
        try statement.bind(id, at: 1)
        return try statement.step() ? statement.optionalInt64(at: 0) : nil
    }

    /// Returns the stored form of a date, clamped to the range of 64-bit integers.
    package static func milliseconds(_ date: Date) -> Int64 {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        if milliseconds.isNaN { return .max }
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }
}
