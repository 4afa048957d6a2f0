extension DocumentCollection {
    /// Deletes a document, leaving a tombstone that tells others of it.
    ///
    /// It runs in the current transaction, or in one of its own. If it throws, nothing has changed.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expected: What the document must be. With a revision, a tombstone of that revision gets a
    ///     new one.
    /// - Returns: The tombstone's revision, or `nil` if the document is deleted already and anything
    ///   was expected.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document, not even a deleted
    ///   one, `conflict` if it is not as expected, `corruptRevisionData` and `notOpen` as
    ///   `saveBody(id:write:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    @discardableResult
    public func delete(id: String, expecting expected: ExpectedRevision) throws -> SavedRevision? {
        try naming(id) {
            try write { transaction in
                try id.withUTF8Text { try delete($0, id: id, expecting: expected, transaction) }
            }
        }
    }

    private func delete(
        _ text: UTF8Text, id: String, expecting expected: ExpectedRevision,
        _ transaction: StoreTransaction
    ) throws -> SavedRevision? {
        guard let stored = try storedDocument(text, id: id, transaction) else {
            throw notThere(id)
        }
        try check(stored, id: id, is: expected)
        if stored.isDeleted, expected == .any || expected == .none { return nil }
        let revision = try nextRevision(
            of: id, text, following: stored, body: nil, flags: .deleted, transaction)
        return try transaction.nested {
            try bury(text, id: id, stored, revision, transaction)
            return try finish(revision, id: id, transaction)
        }
    }

    private func bury(
        _ text: UTF8Text, id: String, _ stored: StoredDocument, _ revision: NextRevision,
        _ transaction: StoreTransaction
    ) throws {
        if stored.isInDeadTable {
            return try change(.updateDeleted, id: id, stored, transaction) {
                try revision.bind(to: $0, at: 4, version: transaction.versionBuffer)
                try revision.bindExtra(to: $0, at: 7)
            }
        }
        let statement = try transaction.connection.statement(.insertDeleted, of: keyStore)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: text, at: 1)
        try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
        try statement.bind(stored.expiration, at: 5)
        try revision.bindExtra(to: statement, at: 6)
        _ = try statement.step()
        try change(.remove, id: id, stored, transaction)
        try transaction.withState(of: keyStore) { $0.notePurges() }
    }
}
