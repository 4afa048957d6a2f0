import Fleece

// Saves of a single statement. Most documents are new, or have only a revision of this database. The
// statement that writes them checks this, so the row is not looked up before.

extension DocumentCollection {
    /// Saves a document without reading it, if its new revision does not depend on the stored one.
    ///
    /// - Returns: The new revision, or `nil` if nothing was changed and the stored document must be
    ///   read.
    func saveUnread(
        _ bytes: UnsafeRawBufferPointer, to target: WriteTarget, text: UTF8Text,
        in transaction: StoreTransaction
    ) throws -> SavedRevision? {
        let (expectsNew, mayHaveTombstones, expectsOwnEdits) = try transaction.withState(of: tables)
        { ($0.expectsNew, $0.mayHaveTombstones, $0.expectsOwnEdits) }
        if expectsNew, target.precondition.admitsNewDocument {
            return try saveUnread(
                by: mayHaveTombstones ? .insertNew : .insertFirst, bytes, to: target, text: text,
                in: transaction)
        }
        guard expectsOwnEdits, !target.mergesStored, target.precondition == .any else { return nil }
        return try saveUnread(by: .updateOwn, bytes, to: target, text: text, in: transaction) {
            statement, revisionID in
            try statement.bind(Int64(clamping: revisionID.timestamp), at: 6)
        }
    }

    private func saveUnread(
        by statement: DocumentStatement, _ bytes: UnsafeRawBufferPointer, to target: WriteTarget,
        text: UTF8Text, in transaction: StoreTransaction,
        bind: (SQLiteStatement, RevisionID) throws -> Void = { _, _ in }
    ) throws -> SavedRevision? {
        let flags = try flags(of: bytes, id: target.id, in: transaction)
        try checkUniqueness(of: bytes, id: target.id, text: text, in: transaction)
        let revision = try nextRevision(
            of: target.id, following: nil, body: bytes, flags: flags, in: transaction)
        do {
            let statement = try transaction.connection.statement(statement, of: tables)
            defer { statement.resetAndClear() }
            try statement.bindBorrowed(text: text, at: 1)
            try revision.bind(to: statement, at: 2, version: transaction.versionBuffer)
            try statement.bindBorrowed(bytes, at: 5)
            try bind(statement, revision.revisionID)
            _ = try statement.step()
        } catch let error where isError(error, ofMissing: tables.tombstoneTableName) {
            return nil
        }
        guard transaction.connection.sqlite.changeCount == 1 else { return nil }
        return try finish(revision, id: target.id, in: transaction)
    }
}
