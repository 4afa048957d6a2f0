extension DocumentCollection {
    /// Removes a document without a trace: no tombstone is left, and no other database is told.
    ///
    /// It runs in the current transaction, or in one of its own. Listeners are told.
    ///
    /// - Parameter id: The ID of a document, which may be a deleted one.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document, not even a deleted
    ///   one, `notOpen` if the database is closed, `busy` or `ioError`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(id: String) throws {
        guard try removeDocument(id: id) else { throw notThere(id) }
    }

    /// Removes a document or its tombstone.
    ///
    /// - Returns: Whether the collection contained it.
    func removeDocument(id: String) throws -> Bool {
        try naming(id) {
            try write { transaction in
                if try remove(id, from: keyStore.liveTable, transaction) {
                    try transaction.withState(of: keyStore) { $0.notePurges() }
                } else {
                    let wasDeleted = try orNilWithoutDeadTable {
                        try remove(id, from: keyStore.deadTable, transaction)
                    }
                    guard wasDeleted == true else { return false }
                }
                transaction.changes.note(purged: id, in: keyStore)
                return true
            }
        }
    }

    private func remove(
        _ id: String, from table: SQLIdentifier, _ transaction: StoreTransaction
    ) throws -> Bool {
        let sqlite = transaction.connection.sqlite
        let statement = try sqlite.statement(
            "DELETE FROM \(table) WHERE key = ?1",
            purpose: "purge a document of \(keyStore.name)")
        try statement.bind(id, at: 1)
        try statement.run()
        return sqlite.changeCount > 0
    }
}
