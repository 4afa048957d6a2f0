import Fleece

// What saving and deleting have in common. All of it runs in a transaction, and none of it calls
// code of the caller's, so a row cannot change between its being read and being written.

extension DocumentCollection {
    /// Reads what matters of a document, live or deleted.
    func storedDocument(
        _ text: UTF8Text, id: String, _ transaction: StoreTransaction
    ) throws -> StoredDocument? {
        do {
            return try readForChange(text, id: id, transaction)
        } catch let error where isError(error, ofMissing: keyStore.deadTableName) {
            let sqlite = transaction.connection.sqlite
            guard try keyStore.exists(on: sqlite) else { throw gone(error) }
            // Another program that made the collection may have left this table out.
            try keyStore.create(on: sqlite)
            return try readForChange(text, id: id, transaction)
        }
    }

    private func readForChange(
        _ text: UTF8Text, id: String, _ transaction: StoreTransaction
    ) throws -> StoredDocument? {
        let statement = try transaction.connection.statement(.readForChange, of: keyStore)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: text, at: 1)
        guard try statement.step() else { return nil }
        do {
            return try StoredDocument(statement)
        } catch {
            throw damage(error, id: id)
        }
    }

    /// Refuses a change of a document that is not what the caller takes it for.
    ///
    /// - Throws: ``QuireError`` with code `conflict`, or `notFound` if a revision is expected and
    ///   there is not even a deleted document.
    func check(_ stored: StoredDocument?, id: String, is expected: ExpectedRevision) throws {
        switch expected {
        case .any:
            return
        case .none:
            guard let stored, !stored.isDeleted else { return }
            throw DocumentConflict.existing(id, in: place, at: stored.revisionID)
        case .revision(let revisionID):
            guard let stored else {
                throw DocumentConflict.missing(id, in: place, expected: revisionID)
            }
            guard stored.revisionID != revisionID else { return }
            throw DocumentConflict.changed(
                id, in: place, expected: revisionID, found: stored.revisionID,
                isDeleted: stored.isDeleted)
        }
    }

    /// Makes the revision that follows, naming the document if that fails.
    func nextRevision(
        of id: String, _ text: UTF8Text, following stored: StoredDocument?,
        body: UnsafeRawBufferPointer?, flags: DocumentFlags, _ transaction: StoreTransaction
    ) throws -> NextRevision {
        do {
            let kept =
                if let stored, stored.hasOtherRevisions {
                    try keptRevisions(of: text, stored, followedBy: body, transaction)
                } else {
                    nil as KeptRevisions?
                }
            return try NextRevision(
                following: stored, keeping: kept, flags: flags, keyStore: keyStore, transaction)
        } catch let error as QuireError where error.underlyingError == nil {
            throw QuireError(
                error.code,
                "Document \(id.debugDescription) in \(place) cannot be changed: \(error.message)")
        }
    }

    private func keptRevisions(
        of text: UTF8Text, _ stored: StoredDocument, followedBy body: UnsafeRawBufferPointer?,
        _ transaction: StoreTransaction
    ) throws -> KeptRevisions? {
        let statement = try transaction.connection.statement(
            stored.isInDeadTable ? .readDeletedRevisions : .readRevisions, of: keyStore)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: text, at: 1)
        guard try statement.step() else { return nil }
        return try KeptRevisions(
            of: StoredRevisions(statement, flags: stored.flags), followedBy: body, transaction)
    }

    /// Runs a statement that changes the row which was read, and none that has become another.
    ///
    /// - Throws: ``QuireError`` with code `conflict` if the row is no longer as it was.
    func change(
        _ kind: DocumentStatement, id: String, _ stored: StoredDocument,
        _ transaction: StoreTransaction, bind: (SQLiteStatement) throws -> Void = { _ in }
    ) throws {
        let connection = transaction.connection
        let statement = try connection.statement(kind, of: keyStore)
        defer { statement.resetAndClear() }
        try statement.bind(stored.row, at: 1)
        try statement.bind(stored.sequence, at: 2)
        try statement.bind(stored.subsequence, at: 3)
        try bind(statement)
        _ = try statement.step()
        guard connection.sqlite.changeCount == 1 else {
            throw QuireError(
                .conflict,
                "Document \(id.debugDescription) in \(place) is no longer at revision "
                    + "\(stored.revisionID).")
        }
    }

    /// Takes note that a revision is stored.
    func finish(
        _ revision: NextRevision, id: String, _ transaction: StoreTransaction
    ) throws -> SavedRevision {
        try transaction.withState(of: keyStore) {
            $0.lastSequence = revision.sequence
            $0.isChanged = true
        }
        transaction.changes.note(id, in: keyStore)
        return SavedRevision(
            id: id, revisionID: RevisionID(revision.version),
            sequence: UInt64(clamping: revision.sequence))
    }
}
