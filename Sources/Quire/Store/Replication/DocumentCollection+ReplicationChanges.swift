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
    /// - Returns: The changes in ascending order of their sequences.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a revision is damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents; O(*n*) without the indexes.
    package func replicationChanges(
        since sequence: UInt64, limit: Int, remote: Int?
    ) throws -> [ReplicationChange] {
        let source = try ReplicationStore(database).source
        createSequenceIndexes()
        return try readSnapshot { connection in
            let selects: [SQLText] = try tables.tables(on: connection.sqlite).map {
                let isDeleted: SQLText = $0.isLive ? "flags & 1" : "1"
                return """
                    SELECT key, sequence, flags, version, extra, length(body), expiration, \
                    \(isDeleted) FROM \($0.table) WHERE sequence > ?1
                    """
            }
            guard !selects.isEmpty else { throw collectionDeletedError(nil) }
            let statement = try connection.sqlite.prepare(
                "\(.joined(selects, separator: " UNION ALL ")) ORDER BY sequence LIMIT ?2",
                purpose: "read the changes of \(tables.name)")
            try statement.bind(Int64(clamping: sequence), at: 1)
            try statement.bind(Int64(clamping: max(0, limit)), at: 2)
            let now = Self.milliseconds(Date())
            var changes: [ReplicationChange] = []
            while try statement.step() {
                let id = statement.string(at: 0)
                do {
                    changes.append(
                        try ReplicationChange(
                            statement, id: id, remote: remote, now: now, source: source))
                } catch {
                    throw damage(error, id: id)
                }
            }
            return changes
        }
    }
}

extension ReplicationChange {
    /// Reads a row of the statement above.
    fileprivate init(
        _ row: SQLiteStatement, id: String, remote: Int?, now: Int64, source: RevisionID.SourceID
    ) throws {
        let flags = DocumentFlags(stored: row.int64(at: 2))
        let version = try row.withBytes(at: 3) { try RevisionID(stored: $0) }.text(source)
        var remoteVersion: String?
        if remote == 1, flags.contains(.synced) {
            remoteVersion = version
        } else if let remote {
            remoteVersion = try row.withBytes(at: 4) {
                try RemoteRevisions.revisionID(ofRemote: remote, in: $0)?.text(source)
            }
        }
        self.init(
            id: id, sequence: UInt64(clamping: row.int64(at: 1)), version: version,
            isDeleted: row.int64(at: 7) != 0, hasBlobs: flags.contains(.hasBlobs),
            isConflicted: flags.contains(.conflicted), bodySize: Int(row.int64(at: 5)),
            remoteVersion: remoteVersion,
            isExpired: row.optionalInt64(at: 6).map { $0 <= now } ?? false)
    }
}

extension RevisionID {
    /// Returns the ID as text for other databases.
    ///
    /// - Parameter source: The ID of this database.
    /// - Returns: The text, in which this database has its ID.
    func text(_ source: SourceID) -> String {
        if case .version(let version) = form { return version.text(asSourceOf: source) }
        return description
    }
}
