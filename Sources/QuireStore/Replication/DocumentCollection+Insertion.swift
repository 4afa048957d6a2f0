extension DocumentCollection {
    /// Stores revisions of another database, in one transaction.
    ///
    /// A revision that was made with knowledge of the stored one becomes the current revision. A
    /// conflicting one is stored beside the current revision, until the conflict is resolved. No
    /// middleware runs, and no unique index refuses a revision. A revision that cannot be stored
    /// doesn't affect the others.
    ///
    /// - Parameters:
    ///   - revisions: The revisions, in the order of the results.
    ///   - remote: The number of the remote database that has the revisions, or `nil` if nothing is
    ///     recorded about it. Conflicts are then refused.
    ///   - unverifiedEnd: The last local sequence whose remembered revision of the remote database
    ///     counts for nothing, because the remote database may have been replaced since.
    /// - Returns: A result for each revision.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`. In that case, no revision is
    ///   stored.
    /// - Complexity: O(*m* log *n*) for *m* revisions among *n* documents.
    package func insert(
        _ revisions: [IncomingRevision], from remote: Int?,
        unverifiedThrough unverifiedEnd: UInt64 = 0
    ) throws -> [InsertionResult] {
        guard !revisions.isEmpty else { return [] }
        return try database.inBatch {
            try write { transaction in
                let source = try ReplicationStore(database).source
                let sqlite = transaction.connection.sqlite
                let hasTombstoneTable = try CollectionTables.hasTable(
                    tables.tombstoneTableName, on: sqlite)
                if !hasTombstoneTable {
                    guard try tables.exists(on: sqlite) else { throw collectionDeletedError(nil) }
                    // The table may be missing if another program created the collection.
                    try tables.create(on: sqlite)
                    try transaction.schemaDidChange()
                }
                let insertion = RevisionInsertion(
                    collection: self, transaction: transaction, remote: remote, source: source,
                    unverifiedEnd: unverifiedEnd)
                return try revisions.map { revision in
                    try naming(revision.id) { try insertion.insert(revision) }
                }
            }
        }
    }
}
