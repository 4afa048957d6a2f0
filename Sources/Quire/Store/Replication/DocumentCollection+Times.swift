import Fleece

// A revision that was made while the clock of this computer was fast has a time in the future. The
// clock of Couchbase Lite's databases refuses it until that time.

extension DocumentCollection {
    /// Gives the current revisions of documents the current time, in one transaction.
    ///
    /// A document is unchanged if its revision is not ahead of the clock, was replicated, or is based on
    /// a revision that is ahead of the clock. A revision that was copied with its database gets the
    /// earliest possible time, so that it replaces no later edit of the original.
    ///
    /// - Parameter ids: The IDs of the documents, whose revisions no other database has.
    /// - Returns: The IDs of the documents that have a new revision.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func correctTimes(of ids: [String]) throws -> Set<DocumentIDKey> {
        guard !ids.isEmpty else { return [] }
        let source = try ReplicationStore(database).source
        return try database.inBatch {
            try write { transaction in
                transaction.clock.setBack()
                let insertion = RevisionInsertion(
                    collection: self, transaction: transaction, remote: nil, source: source)
                let copiedEnd = try CopiedSequences.last(
                    of: tables, on: transaction.connection.sqlite)
                let corrected = try ids.filter { id in
                    try naming(id) {
                        // A damaged document does not concern the others.
                        let result = try ReplicationFailure.result(of: {
                            try insertion.correctTime(of: id, copiedThrough: copiedEnd)
                        })
                        return (try? result.get()) ?? false
                    }
                }
                return Set(corrected.map(DocumentIDKey.init))
            }
        }
    }
}

extension RevisionInsertion {
    /// Gives the current revision of a document the current time.
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - copiedEnd: The last sequence that was copied from another database, or 0.
    /// - Returns: Whether the document has a new revision.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`, or another code if SQLite reports an
    ///   error.
    fileprivate func correctTime(of id: String, copiedThrough copiedEnd: Int64) throws -> Bool {
        guard let (stored, row) = try collection.replicatedRow(id, on: transaction.connection),
            !stored.flags.contains(.synced), !stored.flags.contains(.conflicted),
            let vector = try RevisionLineage(of: row).vector, vector.first.source == nil
        else { return false }
        let copied = try RemoteEntries(of: row, transaction.keys.snapshot).all.map {
            try $0.entry.lineage.vector?.time(of: nil) ?? 0
        }
        // A time that is not later would make the new revision older than these.
        let seen = (copied + vector.others.map(\.time)).max() ?? 0
        guard transaction.clock.isAhead(vector.first.time), !transaction.clock.isAhead(seen) else {
            return false
        }
        let time =
            stored.sequence <= copiedEnd
            ? max(HybridClock.earliest, seen) + 1 : try transaction.clock.next(after: seen)
        let corrected = VersionVector(
            RevisionID.Version(time: time, source: nil),
            merging: Array(vector.merged), after: Array(vector.earlier))
        let trees = try RevisionLineage(of: row).trees
        let parsed = Parsed(
            revision: IncomingRevision(id: id, version: "", body: []),
            lineage: RevisionLineage(vector: corrected, trees: trees))
        guard let body = row.body, !stored.isDeleted else {
            try store(parsed, nil, [], replacing: (stored, row))
            return true
        }
        try body.withUnsafeBytes {
            try store(parsed, $0, row.flags.intersection(.hasBlobs), replacing: (stored, row))
        }
        return true
    }
}
