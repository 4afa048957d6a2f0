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
        try write { transaction in
            let sqlite = transaction.connection.sqlite
            for table in [keyStore.liveTable, keyStore.deadTable] {
                let statement = try sqlite.statement(
                    "DELETE FROM \(table) WHERE key = ?1",
                    purpose: "purge a document of \(keyStore.name)")
                try statement.bind(id, at: 1)
                try statement.run()
                guard sqlite.changeCount > 0 else { continue }
                transaction.changes.note(id, in: keyStore)
                guard table == keyStore.liveTable else { return }
                return try transaction.withState(of: keyStore) {
                    $0.purgeCount += 1
                    $0.isChanged = true
                }
            }
            throw QuireError(
                .notFound, "Document \(id.debugDescription) in \(place) is not there.")
        }
    }
}
