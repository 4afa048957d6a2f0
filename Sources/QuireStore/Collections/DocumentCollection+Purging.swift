extension DocumentCollection {
    /// Purges a document without leaving a tombstone.
    ///
    /// The purge is not replicated, but change listeners are notified.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// ```swift
    /// try collection.purge(id: "hotel-42")
    /// ```
    ///
    /// - Parameter id: The ID of a document or a tombstone.
    /// - Throws: ``QuireError`` with code `notFound` if the collection contains neither the
    ///   document nor a tombstone, `notOpen` if the database is closed, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(id: String) throws {
        guard try removeDocument(id: id) else { throw documentNotFoundError(id) }
    }

    /// Removes a document or its tombstone.
    ///
    /// - Returns: Whether the collection contained the document or tombstone.
    package func removeDocument(id: String) throws -> Bool {
        try naming(id) {
            try write { transaction in
                if try remove(id, from: tables.liveTable, in: transaction) {
                    try transaction.withState(of: tables) { $0.notePurges() }
                } else {
                    let wasDeleted = try orNilWithoutTombstoneTable {
                        try remove(id, from: tables.tombstoneTable, in: transaction)
                    }
                    guard wasDeleted == true else { return false }
                }
                transaction.changes.note(purged: id, in: tables)
                return true
            }
        }
    }

    private func remove(
        _ id: String, from table: SQLIdentifier, in transaction: StoreTransaction
    ) throws -> Bool {
        let sqlite = transaction.connection.sqlite
        let statement = try sqlite.statement(
            "DELETE FROM \(table) WHERE key = ?1",
            purpose: "purge a document of \(tables.name)")
        try statement.bind(id, at: 1)
        try statement.run()
        return sqlite.changeCount > 0
    }
}
