import Fleece

// The common steps of saving and deleting. They run in a transaction and call no code of the
// caller, so a row cannot change between reading and writing it.

extension DocumentCollection {
    /// Reads the document or tombstone that a write changes.
    ///
    /// - Parameters:
    ///   - target: The target of the write.
    ///   - text: The UTF-8 bytes of the document's ID.
    ///   - transaction: The current transaction.
    /// - Returns: The document, or `nil` if the collection contains neither it nor a tombstone. Its
    ///   `record` is set if the target merges the stored document, or if the document doesn't meet
    ///   the precondition.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`, or `corruptData` if the body is
    ///   damaged and the target merges it.
    func storedDocument(
        for target: WriteTarget, text: UTF8Text, in transaction: StoreTransaction
    ) throws -> StoredDocument? {
        do {
            return try readForChange(target, text: text, in: transaction)
        } catch let error where isError(error, ofMissing: tables.tombstoneTableName) {
            let sqlite = transaction.connection.sqlite
            guard try tables.exists(on: sqlite) else { throw collectionDeletedError(error) }
            // The table may be missing if another program created the collection.
            try tables.create(on: sqlite)
            return try readForChange(target, text: text, in: transaction)
        }
    }

    private func readForChange(
        _ target: WriteTarget, text: UTF8Text, in transaction: StoreTransaction
    ) throws -> StoredDocument? {
        let id = target.id
        if var stored = transaction.remembered(id: id, of: tables) {
            let isMet = target.precondition.isMet(by: stored.revisionID, isDeleted: false)
            if isMet, !target.mergesStored { stored.record = nil }
            return stored
        }
        let statement = try transaction.connection.statement(.readForChange, of: tables)
        defer { statement.resetAndClear() }
        try statement.bindBorrowed(text: text, at: 1)
        guard try statement.step() else { return nil }
        var stored: StoredDocument
        do {
            stored = try StoredDocument(statement)
        } catch {
            throw damage(error, id: id)
        }
        if stored.isDeleted { return stored }
        if !target.precondition.isMet(by: stored.revisionID, isDeleted: false) {
            // A conflict with a damaged document is reported like any other conflict.
            stored.record = try? readRecord(id: id, row: statement, keys: transaction.keys.snapshot)
        } else if target.mergesStored {
            stored.record = try readRecord(id: id, row: statement, keys: transaction.keys.snapshot)
        }
        return stored
    }

    /// Creates the next revision of a document, and adds the document's ID to errors.
    func nextRevision(
        of id: String, following stored: StoredDocument?,
        body: UnsafeRawBufferPointer?, flags: DocumentFlags, in transaction: StoreTransaction
    ) throws -> NextRevision {
        do {
            let kept = try stored?.revisions.map {
                let (row, keys) = ($0, transaction.keys.snapshot)
                return try transaction.withWriter {
                    try RemoteRevisions(of: row, followedBy: body, keys, to: $0)
                }
            }
            return try NextRevision(
                following: stored, keeping: kept, flags: flags, tables: tables, in: transaction)
        } catch let error as QuireError where error.underlyingError == nil {
            throw QuireError(
                error.code,
                "Document \(id.debugDescription) in \(location) cannot be changed: \(error.message)"
            )
        }
    }

    /// Runs a statement that changes the stored row, provided that the row is unchanged since it
    /// was read.
    ///
    /// - Throws: ``QuireError`` with code `conflict` if the row has changed.
    package func change(
        _ kind: DocumentStatement, id: String, stored: StoredDocument,
        in transaction: StoreTransaction, bind: (SQLiteStatement) throws -> Void = { _ in }
    ) throws {
        try change(
            by: try transaction.connection.statement(kind, of: tables), id: id, stored: stored,
            in: transaction, bind: bind)
    }

    /// Runs a statement that changes the stored row, provided that the row is unchanged since it
    /// was read.
    ///
    /// - Parameters:
    ///   - statement: The statement, whose first parameters are the row ID, the sequence, and the
    ///     subsequence of the row.
    ///   - id: The document's ID.
    ///   - stored: The document that was read.
    ///   - transaction: The current transaction.
    ///   - bind: A closure that binds further parameters.
    /// - Throws: ``QuireError`` with code `conflict` if the row has changed.
    package func change(
        by statement: SQLiteStatement, id: String, stored: StoredDocument,
        in transaction: StoreTransaction, bind: (SQLiteStatement) throws -> Void
    ) throws {
        defer { statement.resetAndClear() }
        try statement.bind(stored.row, at: 1)
        try statement.bind(stored.sequence, at: 2)
        try statement.bind(stored.subsequence, at: 3)
        try bind(statement)
        _ = try statement.step()
        guard transaction.connection.sqlite.changeCount == 1 else {
            throw QuireError(
                .conflict,
                "Document \(id.debugDescription) in \(location) is no longer at revision "
                    + "\(stored.revisionID).")
        }
    }

    /// Records a stored revision in the transaction.
    package func finish(
        _ revision: NextRevision, id: String, in transaction: StoreTransaction
    ) throws -> SavedRevision {
        try transaction.withState(of: tables) {
            $0.lastSequence = revision.sequence
            $0.isChanged = true
        }
        transaction.changes.note(id, in: tables)
        return SavedRevision(
            id: id, revisionID: revision.revisionID,
            sequence: UInt64(clamping: revision.sequence))
    }
}
