extension DocumentCollection {
    /// Returns the documents and tombstones with sequences after the given one.
    ///
    /// - Parameters:
    ///   - sequence: The sequence after which the changes begin.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes in ascending order of their sequences.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a revision is damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents.
    func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
        try readSnapshot { connection in
            guard try tables.exists(on: connection.sqlite) else {
                throw collectionDeletedError(nil)
            }
            let selects: [SQLText] = try tables.tables(on: connection.sqlite).map {
                let isDeleted: SQLText = $0.isLive ? "flags & 1" : "1"
                return """
                    SELECT key, sequence, \(isDeleted), version FROM \($0.table) \
                    WHERE sequence > ?1
                    """
            }
            let statement = try connection.sqlite.prepare(
                "\(.joined(selects, separator: " UNION ALL ")) ORDER BY sequence LIMIT ?2",
                purpose: "read the changes of \(tables.name)")
            try statement.bind(Int64(clamping: sequence), at: 1)
            try statement.bind(Int64(clamping: max(0, limit)), at: 2)
            var changes: [StoredChange] = []
            while try statement.step() {
                let id = statement.string(at: 0)
                do {
                    let revision = SavedRevision(
                        id: id,
                        revisionID: try statement.withBytes(at: 3) { try RevisionID(stored: $0) },
                        sequence: UInt64(clamping: statement.int64(at: 1)))
                    changes.append(
                        StoredChange(revision, isDeleted: statement.int64(at: 2) != 0))
                } catch {
                    throw damage(error, id: id)
                }
            }
            return changes
        }
    }
}
