import Fleece

// A revision that was made while the clock of this computer was fast has a time in the future. The
// clock of Couchbase Lite's databases refuses it until that time.

extension DocumentCollection {
    /// Gives the current revisions of documents the current time, in one transaction.
    ///
    /// A document is unchanged if its revision is not ahead of the clock, was replicated, or is based on
    /// a revision that is ahead of the clock. A revision that was made before the file was copied gets
    /// the earliest possible time, so that it replaces no later edit of the original.
    ///
    /// - Parameter ids: The IDs of the documents, whose revisions no other database has.
    /// - Returns: The IDs of the documents that have a new revision.
    /// - Throws: ``QuireError`` with code `notOpen`, `busy` or `ioError`.
    package func correctTimes(of ids: [String]) throws -> Set<DocumentIDKey> {
        guard !ids.isEmpty else { return [] }
        return try database.inBatch {
            try write { transaction in
                let source = try ReplicationStore(database).source
                transaction.clock.setBack()
                let insertion = RevisionInsertion(
                    collection: self, transaction: transaction, remote: nil, source: source)
                let previous = try InfoRow.previousPublicUUID.readSource(
                    on: transaction.connection.sqlite)
                let corrected = try ids.filter { id in
                    try naming(id) {
                        // A damaged document does not concern the others.
                        let result = try ReplicationFailure.result(of: {
                            try insertion.correctTime(of: id, previousSource: previous)
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
    ///   - previous: The author of the edits from before the file was copied, or `nil` if it was not.
    /// - Returns: Whether the document has a new revision.
    /// - Throws: ``QuireError`` with code `corruptRevisionData`, or another code if SQLite reports an
    ///   error.
    fileprivate func correctTime(
        of id: String, previousSource previous: RevisionID.SourceID?
    ) throws -> Bool {
        guard let (stored, row) = try collection.replicatedRow(id, on: transaction.connection),
            !stored.flags.contains(.synced), !stored.flags.contains(.conflicted),
            let vector = try RevisionLineage(of: row).vector,
            case let author = vector.first.source, author == nil || author == previous
        else { return false }
        let replicated = try RemoteEntries(of: row, transaction.keys.snapshot).all.map {
            try $0.entry.lineage.vector?.time(of: author) ?? 0
        }
        // A time that is not later would make the new revision older than these.
        let seen = (replicated + vector.others.map(\.time)).max() ?? 0
        guard transaction.clock.isAhead(vector.first.time), !transaction.clock.isAhead(seen) else {
            return false
        }
        let time =
            author == nil
            ? try transaction.clock.next(after: seen)
            : Self.earliestTime(after: seen, of: vector.first.time)
        let corrected = VersionVector(
            RevisionID.Version(time: time, source: author),
            merging: Array(vector.merged), after: Array(vector.earlier))
        let trees = try RevisionLineage(of: row).trees
        var parsed = Parsed(
            revision: IncomingRevision(id: id, version: "", body: []),
            lineage: RevisionLineage(vector: corrected, trees: trees))
        guard let body = row.body, !stored.isDeleted else {
            try store(parsed, replacing: (stored, row))
            return true
        }
        parsed.flags = row.flags.intersection(.hasBlobs)
        try body.withUnsafeBytes {
            parsed.body = $0
            try store(parsed, replacing: (stored, row))
        }
        return true
    }

    /// Returns a time shortly after another one, for an edit with a time that is ahead.
    ///
    /// Several copies of a file can correct different edits of one author. The times differ, and have
    /// the order of the edits, because a part of the distance remains: 10 ms of 3 hours.
    private static func earliestTime(after seen: UInt64, of time: UInt64) -> UInt64 {
        let start = max(HybridClock.earliest, seen)
        return start + 1 + ((time - start) >> 20)
    }
}
