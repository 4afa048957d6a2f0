extension DocumentCollection {
    /// Deletes a document and leaves a tombstone.
    ///
    /// The method runs in the current transaction, or in a new one.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - precondition: The required state of the document. If it is a revision, and the tombstone
    ///     has that revision, the tombstone gets a new revision.
    /// - Returns: The result.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the stored revision is damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    package func delete(id: String, if precondition: RevisionPrecondition) throws -> DeletionResult
    {
        try naming(id) {
            try write { transaction in
                let target = WriteTarget(id: id, if: precondition)
                return try id.withUTF8Text { try delete(target, text: $0, in: transaction) }
            }
        }
    }

    private func delete(
        _ target: WriteTarget, text: UTF8Text, in transaction: StoreTransaction
    ) throws -> DeletionResult {
        let id = target.id
        guard let stored = try storedDocument(for: target, text: text, in: transaction) else {
            return .conflict(.missing(target))
        }
        guard target.precondition.isMet(by: stored.revisionID, isDeleted: stored.isDeleted) else {
            return .conflict(stored.conflict(with: target))
        }
        if stored.isDeleted, target.precondition.admitsNewDocument {
            return .alreadyDeleted(stored.saved(as: id))
        }
        let revision = try nextRevision(
            of: id, following: stored, body: nil, flags: .deleted, in: transaction)
        return .deleted(try bury(revision, replacing: stored, text: text, id: id, in: transaction))
    }

    /// Writes a tombstone whose `version` column is in the transaction's buffer.
    ///
    /// - Parameters:
    ///   - revision: The revision of the tombstone.
    ///   - stored: The stored document or tombstone, if there is one.
    ///   - text: The UTF-8 bytes of the document's ID.
    ///   - id: The document's ID.
    ///   - body: The column `body`, which only a revision of a rev-tree has.
    ///   - transaction: The current transaction.
    /// - Returns: The tombstone.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func bury(
        _ revision: NextRevision, replacing stored: StoredDocument?, text: UTF8Text,
        id: String, body: [UInt8]? = nil, in transaction: StoreTransaction
    ) throws -> SavedRevision {
        try transaction.nested {
            try writeTombstone(
                text: text, id: id, replacing: stored, revision: revision, body: body,
                in: transaction)
            return try finish(revision, id: id, in: transaction)
        }
    }

    private func writeTombstone(
        text: UTF8Text, id: String, replacing stored: StoredDocument?, revision: NextRevision,
        body: [UInt8]?, in transaction: StoreTransaction
    ) throws {
        if let stored, stored.isInTombstoneTable {
            return try change(.updateDeleted, id: id, stored: stored, in: transaction) {
                try revision.bind(to: $0, at: 4, version: transaction.versionBuffer)
                try revision.bindExtra(to: $0, at: 7)
                if let body { try $0.bind(body, at: 8) }
            }
        }
        let statement = try transaction.connection.statement(.insertDeleted, of: tables)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: text, at: 1)
        try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
        try statement.bind(stored?.expiration, at: 5)
        try revision.bindExtra(to: statement, at: 6)
        if let body { try statement.bind(body, at: 7) }
        _ = try statement.step()
        try transaction.withState(of: tables) { $0.mayHaveTombstones = true }
        guard let stored else { return }
        try change(.remove, id: id, stored: stored, in: transaction)
        try transaction.withState(of: tables) { $0.notePurges() }
    }
}
