import Foundation

extension DocumentCollection {
    /// Returns the documents and tombstones with sequences after the given one.
    ///
    /// The first call creates the indexes by sequence, as ``changes(since:limit:)`` does.
    ///
    /// - Parameters:
    ///   - sequence: The sequence after which the changes begin.
    ///   - limit: The maximum number of changes.
    ///   - remote: The number of the remote database whose revisions are returned, or `nil`.
    /// - Returns: The changes in ascending order of their sequences. A document with a damaged revision
    ///   is among them.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents; O(*n*) without the indexes.
    package func replicationChanges(
        since sequence: UInt64, limit: Int, remote: Int?
    ) throws -> [ReplicationChange] {
        createSequenceIndexes()
        return try readChanges(
            matching: "sequence > ?1", end: "ORDER BY sequence LIMIT ?2", remote: remote
        ) { statement, read in
            try statement.bind(Int64(clamping: sequence), at: 1)
            try statement.bind(Int64(clamping: max(0, limit)), at: 2)
            try read()
        }
    }

    /// Returns the current revisions of documents and tombstones.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the documents.
    ///   - remote: The number of the remote database whose revisions are returned, or `nil`.
    /// - Returns: The changes in the order of the IDs, without those of documents that the collection
    ///   does not contain.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    /// - Complexity: O(*m* log *n*) for *m* IDs among *n* documents.
    package func replicationChanges(
        of ids: [String], remote: Int?
    ) throws -> [ReplicationChange] {
        try readChanges(matching: "key = ?1", end: "", remote: remote) { statement, read in
            for id in ids {
                try statement.bind(id, at: 1)
                try read()
                statement.reset()
            }
        }
    }

    /// Returns the changes after the given sequence that this database made with times ahead of its
    /// clock.
    ///
    /// - Parameters:
    ///   - sequence: The sequence after which the changes begin.
    ///   - remote: The number of the remote database whose revisions are returned, or `nil`.
    /// - Returns: The changes in ascending order of their sequences.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    /// - Complexity: O(*n*) for *n* changes after the sequence.
    package func changesAhead(
        since sequence: UInt64, remote: Int?
    ) throws -> [ReplicationChange] {
        createSequenceIndexes()
        return try readChanges(
            matching: "sequence > ?1", end: "ORDER BY sequence", remote: remote, where: \.isAhead
        ) { statement, read in
            try statement.bind(Int64(clamping: sequence), at: 1)
            try read()
        }
    }

    /// Returns the last sequence of the collection.
    ///
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package func lastSequence() throws -> UInt64 {
        try readSnapshot { connection in
            UInt64(
                clamping: try CollectionTablesState(reading: tables, on: connection.sqlite)
                    .lastSequence)
        }
    }

    /// Reads rows of the collection's tables.
    ///
    /// A row that is damaged is in the result, with what is wrong with it.
    private func readChanges(
        matching condition: SQLText, end: SQLText, remote: Int?,
        where isIncluded: @escaping (ReplicationChange) -> Bool = { _ in true },
        _ body: (SQLiteStatement, () throws -> Void) throws -> Void
    ) throws -> [ReplicationChange] {
        let source = try ReplicationStore(database).source
        return try readSnapshot { connection in
            let previous = try InfoRow.previousPublicUUID.readSource(on: connection.sqlite)
            let selects: [SQLText] = try tables.tables(on: connection.sqlite).map {
                let isDeleted: SQLText = $0.isLive ? "flags & 1" : "1"
                return """
                    SELECT key, sequence, flags, version, extra, length(body), expiration, \
                    \(isDeleted) FROM \($0.table) WHERE \(condition)
                    """
            }
            guard !selects.isEmpty else { throw collectionDeletedError(nil) }
            let statement = try connection.sqlite.prepare(
                "\(.joined(selects, separator: " UNION ALL ")) \(end)",
                purpose: "read the changes of \(tables.name)")
            let now = Self.milliseconds(Date())
            var changes: [ReplicationChange] = []
            try body(statement) {
                while try statement.step() {
                    let change = change(
                        statement, remote: remote, now: now, sources: (source, previous))
                    if isIncluded(change) { changes.append(change) }
                }
            }
            return changes
        }
    }

    private func change(
        _ row: SQLiteStatement, remote: Int?, now: Int64,
        sources: (current: RevisionID.SourceID, previous: RevisionID.SourceID?)
    ) -> ReplicationChange {
        let id = row.string(at: 0)
        do {
            return try ReplicationChange(row, id: id, remote: remote, now: now, sources: sources)
        } catch {
            return ReplicationChange(
                id: id, sequence: UInt64(clamping: row.int64(at: 1)),
                failure: ReplicationFailure(damage(error, id: id)))
        }
    }
}

extension ReplicationChange {
    /// Reads a row of the statement above.
    fileprivate init(
        _ row: SQLiteStatement, id: String, remote: Int?, now: Int64,
        sources: (current: RevisionID.SourceID, previous: RevisionID.SourceID?)
    ) throws {
        let flags = DocumentFlags(stored: row.int64(at: 2))
        let revisionID = try row.withBytes(at: 3) { try RevisionID(stored: $0) }
        let version = revisionID.text(sources.current)
        var remoteVersion: String?
        if remote == 1, flags.contains(.synced) {
            remoteVersion = version
        } else if let remote {
            remoteVersion = try row.withBytes(at: 4) {
                try RemoteRevisions.revisionID(ofRemote: remote, in: $0)?.text(
                    sources.current)
            }
        }
        self.init(
            id: id, sequence: UInt64(clamping: row.int64(at: 1)), version: version,
            isDeleted: row.int64(at: 7) != 0, hasBlobs: flags.contains(.hasBlobs),
            isConflicted: flags.contains(.conflicted), bodySize: Int(row.int64(at: 5)),
            remoteVersion: remoteVersion,
            isExpired: row.optionalInt64(at: 6).map { $0 <= now } ?? false,
            isAhead: revisionID.isAhead(madeBy: sources.previous),
            isCopied: revisionID.isMade(by: sources.previous))
    }
}

extension RevisionID {
    /// Returns whether this database made the revision, with a time that is ahead of the clock.
    ///
    /// - Parameter previous: The author of the edits from before the file was copied.
    /// - Returns: `false` if another database made the revision, or its time is not ahead.
    fileprivate func isAhead(madeBy previous: SourceID?) -> Bool {
        guard case .version(let version) = form, version.source == nil || isMade(by: previous)
        else { return false }
        return HybridClock().isAhead(version.time)
    }

    /// Returns whether a database that has an ID made the revision.
    fileprivate func isMade(by author: SourceID?) -> Bool {
        guard let author, case .version(let version) = form else { return false }
        return version.source == author
    }

    /// Returns the ID as text for other databases.
    ///
    /// - Parameter source: The ID of this database.
    /// - Returns: The text, in which this database has its ID.
    package func text(_ source: SourceID) -> String {
        if case .version(let version) = form { return version.text(asSourceOf: source) }
        return description
    }
}
