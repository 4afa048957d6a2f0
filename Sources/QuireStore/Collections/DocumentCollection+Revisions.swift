import Fleece

extension DocumentCollection {
    /// Returns the revisions of a document or tombstone that its row contains.
    ///
    /// These are the current revision, the last versions of other databases, the remote revisions
    /// of a replicator, and the revisions of a rev-tree that was not converted yet.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The revisions, the current one first, or an empty array if the collection
    ///   contains neither the document nor a tombstone.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the revisions are damaged,
    ///   `notOpen` if the database is closed.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the row.
    package func revisions(of id: String) throws -> [StoredRevision] {
        try naming(id) {
            try readSnapshot { connection in
                let selects: [SQLText] = try tables.tables(on: connection.sqlite).map {
                    """
                    SELECT sequence, flags, version, body, extra, \($0.isLive ? "0" : "1") \
                    FROM \($0.table) WHERE key = ?1
                    """
                }
                guard !selects.isEmpty else { throw collectionDeletedError(nil) }
                let statement = try connection.sqlite.statement(
                    .joined(selects, separator: " UNION ALL "),
                    purpose: "read the revisions of a document")
                defer { statement.resetAndClear() }
                try statement.bind(id, at: 1)
                guard try statement.step() else { return [] }
                do {
                    return try revisions(of: id, row: statement, keys: connection.keys)
                } catch {
                    throw damage(error, id: id)
                }
            }
        }
    }

    private func revisions(
        of id: String, row: SQLiteStatement, keys: SharedKeys
    ) throws -> [StoredRevision] {
        let stored = StoredRevisions(row, flags: DocumentFlags(stored: row.int64(at: 1)))
        var current = StoredRevision(
            try row.withBytes(at: 2) { try RevisionID(stored: $0) },
            sequence: UInt64(clamping: row.int64(at: 0)),
            isDeletion: row.int64(at: 5) != 0 || stored.flags.contains(.deleted))
        if current.isDeletion == false {
            current.content = record(id: id, row: row, keys: keys).map { $0?.body }
        }
        return try stored.history(from: current, keys)
    }
}
