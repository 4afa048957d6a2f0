import Fleece

extension DocumentCollection {
    /// Records that a remote database has the current revisions of documents.
    ///
    /// For a document that has changed in the meantime, the revision is recorded as an ancestor.
    ///
    /// - Parameters:
    ///   - revisions: The documents' IDs, revisions and sequences.
    ///   - remote: The number of the remote database.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    /// - Complexity: O(*m* log *n*) for *m* revisions among *n* documents.
    package func markSynchronized(
        _ revisions: [(id: String, version: String, sequence: UInt64)], with remote: Int
    ) throws {
        guard !revisions.isEmpty else { return }
        try write { transaction in
            for revision in revisions {
                // A damaged row cannot be marked, which does not concern the others.
                _ = try ReplicationFailure.result(of: {
                    try naming(revision.id) { try mark(revision, with: remote, in: transaction) }
                })
            }
        }
    }

    private func mark(
        _ revision: (id: String, version: String, sequence: UInt64), with remote: Int,
        in transaction: StoreTransaction
    ) throws {
        // Remote 1 has a flag, so that the row need not be rewritten.
        if remote == 1, try setFlag(of: revision.id, sequence: revision.sequence, in: transaction) {
            return
        }
        let keys = transaction.keys.snapshot
        guard let (stored, row) = try replicatedRow(revision.id, on: transaction.connection)
        else { return }
        guard UInt64(clamping: stored.sequence) == revision.sequence else {
            return try noteAncestor(
                revision.version, of: revision.id, stored: stored, row: row, remote: remote,
                in: transaction)
        }
        var entries = try RemoteEntries(of: row, keys)
        if let entry = entries[remote], entry.version == row.version, !entry.isConflicting {
            return
        }
        entries[remote] = row.currentEntry
        try write(entries, to: revision.id, stored: stored, row: row, in: transaction)
    }

    /// Records that a remote database has a revision that this database has replaced in the meantime.
    ///
    /// Otherwise, the time of the new revision could be corrected to one before that revision.
    private func noteAncestor(
        _ version: String, of id: String, stored: StoredDocument, row: StoredRevisions,
        remote: Int, in transaction: StoreTransaction
    ) throws {
        let source = try ReplicationStore(database).source
        let lineage = try RevisionLineage(version, own: source)
        let entry = try RemoteEntries(of: row, transaction.keys.snapshot)[remote]
        if let entry,
            try entry.isConflicting || entry.lineage.order(to: lineage.revisionID) != .older
        {
            return
        }
        try setRemoteVersion(
            version, of: id, at: stored.revisionID.text(source), remote: remote)
    }

    /// Sets the flag of remote 1, and returns whether a row was changed or has the flag already.
    private func setFlag(
        of id: String, sequence: UInt64, in transaction: StoreTransaction
    ) throws -> Bool {
        let sqlite = transaction.connection.sqlite
        for (table, _) in try tables.tables(on: sqlite) {
            let statement = try sqlite.statement(
                """
                UPDATE \(table) SET flags = (flags + 65536) | 8 \
                WHERE key = ?1 AND sequence = ?2 AND (flags & 2) = 0
                """, purpose: "mark a document of \(tables.name) as synchronized")
            defer { statement.resetAndClear() }
            try statement.bind(id, at: 1)
            try statement.bind(Int64(clamping: sequence), at: 2)
            try statement.run()
            if sqlite.changeCount == 1 { return true }
        }
        return false
    }

    /// Records the revision of a remote database that a document is based on.
    ///
    /// - Parameters:
    ///   - version: The revision.
    ///   - id: The document's ID.
    ///   - local: The current revision that the caller knows.
    ///   - remote: The number of the remote database.
    /// - Returns: `false`, without a change, if the document has another current revision by now, or
    ///   is not based on the revision.
    /// - Throws: ``QuireError`` with code `badRevisionID` if the revision is invalid,
    ///   `corruptRevisionData`, `notOpen`, `busy` or `ioError`.
    @discardableResult
    package func setRemoteVersion(
        _ version: String, of id: String, at local: String, remote: Int
    ) throws -> Bool {
        try naming(id) {
            try write { transaction in
                let source = try ReplicationStore(database).source
                let lineage = try RevisionLineage(version, own: source)
                let keys = transaction.keys.snapshot
                guard let (stored, row) = try replicatedRow(id, on: transaction.connection),
                    stored.revisionID.text(source) == local
                else { return false }
                let order = try RevisionLineage(of: row).order(to: lineage.revisionID)
                guard order == .same || order == .newer else { return false }
                if let column = try row.tree(noting: lineage.stored, remote: remote) {
                    try write(column, flags: row.flags, to: id, stored: stored, in: transaction)
                    return true
                }
                var entries = try RemoteEntries(of: row, keys)
                entries[remote] =
                    order == .same ? row.currentEntry : RemoteEntry(version: lineage.stored)
                try write(entries, to: id, stored: stored, row: row, in: transaction)
                return true
            }
        }
    }

    /// Removes a document, its tombstone and its open conflict, because the remote database no
    /// longer permits access to it.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: Whether the collection contained the document or a tombstone.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func removeForReplication(_ id: String) throws -> Bool {
        try removeDocument(id: id)
    }

    /// Changes the remote revisions of a document, but not its current revision.
    ///
    /// - Parameters:
    ///   - entries: The new remote revisions.
    ///   - id: The document's ID.
    ///   - stored: The stored document.
    ///   - row: The stored row.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a value cannot be read, or another
    ///   code if SQLite reports an error.
    package func write(
        _ entries: RemoteEntries, to id: String, stored: StoredDocument, row: StoredRevisions,
        in transaction: StoreTransaction
    ) throws {
        let keys = transaction.keys.snapshot
        let column = try transaction.withWriter { writer in
            guard let body = row.body else {
                return try entries.column(after: nil, keys, to: writer)
            }
            return try body.withUnsafeBytes { try entries.column(after: $0, keys, to: writer) }
        }
        // The item of remote 1 replaces the flag.
        let flags = row.flags.subtracting([.conflicted, .synced]).union(entries.flags)
        try write(column, flags: flags, to: id, stored: stored, in: transaction)
    }

    private func write(
        _ column: [UInt8]?, flags: DocumentFlags, to id: String, stored: StoredDocument,
        in transaction: StoreTransaction
    ) throws {
        let table = stored.isInTombstoneTable ? tables.tombstoneTable : tables.liveTable
        let statement = try transaction.connection.sqlite.statement(
            """
            UPDATE \(table) SET flags = ?4, extra = ?5 \
            WHERE rowid = ?1 AND sequence = ?2 AND (flags >> 16) = ?3
            """, purpose: "change the remote revisions of a document of \(tables.name)")
        try change(by: statement, id: id, stored: stored, in: transaction) { statement in
            try statement.bind((stored.subsequence &+ 1) << 16 | Int64(flags.rawValue), at: 4)
            if let column { try statement.bind(column, at: 5) }
        }
    }
}

extension RevisionLineage {
    /// The revision in the form of the column `version`.
    var stored: [UInt8] { vector?.stored ?? revisionID.storedTree ?? [] }
}

extension StoredRevisions {
    /// Returns the stored rev-tree with a record of a remote database.
    ///
    /// - Parameters:
    ///   - version: A revision of the tree in stored form, which the remote database has.
    ///   - remote: The number of the remote database.
    /// - Returns: The column `extra`, or `nil` if the row has no rev-tree or the tree lacks the
    ///   revision.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`.
    fileprivate func tree(noting version: [UInt8], remote: Int) throws -> [UInt8]? {
        guard isTree, let extra, let remote = UInt16(exactly: remote) else { return nil }
        var tree = try extra.withUnsafeBytes { try RevisionTree(stored: $0) }
        guard let index = tree.revisions.firstIndex(where: { $0.id == version }) else { return nil }
        tree.remotes[remote] = index
        return tree.encoded()
    }
}
