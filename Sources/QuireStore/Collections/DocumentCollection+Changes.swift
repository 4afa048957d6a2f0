extension DocumentCollection {
    /// Returns the documents and tombstones with sequences after the given one.
    ///
    /// The first call creates the indexes by sequence, as Couchbase Lite does. A call in a
    /// transaction or a snapshot, or while another thread or process writes, leaves that to a later
    /// call: reading doesn't wait for transactions.
    ///
    /// - Parameters:
    ///   - sequence: The sequence after which the changes begin.
    ///   - limit: The maximum number of changes.
    /// - Returns: The changes in ascending order of their sequences.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a revision is damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n* + *k*) for *k* of *n* documents; O(*n*) without the indexes.
    package func changes(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
        createSequenceIndexes()
        return try readChanges(since: sequence, limit: limit)
    }

    private func readChanges(since sequence: UInt64, limit: Int) throws -> [StoredChange] {
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

    /// Returns the identity of the file and the last sequence of the collection.
    ///
    /// - Returns: The state.
    /// - Throws: ``QuireError`` with code `notOpen`, or another code if SQLite reports an error.
    package func changeFeedState() throws -> ChangeFeedState {
        try readSnapshot { connection in
            let sqlite = connection.sqlite
            guard try tables.exists(on: sqlite) else { throw collectionDeletedError(nil) }
            let uuid =
                try InfoRow.publicUUID.read(on: sqlite) ?? InfoRow.privateUUID.read(on: sqlite)
            // The state of the writer connection contains sequences that are written with the
            // commit.
            let transaction = database.writerAccess.runningTransaction
            let last =
                try transaction.flatMap { $0.connection === connection ? $0 : nil }
                .map { try $0.withState(of: tables, \.lastSequence) }
                ?? CollectionTablesState(reading: tables, on: sqlite).lastSequence
            return ChangeFeedState(
                feedID: (uuid ?? []).prefix(16).hexadecimalDigits,
                lastSequence: UInt64(clamping: last))
        }
    }

    /// Creates the indexes by sequence, so that reading changes does not scan all documents.
    ///
    /// Changes can be read without the indexes, so it is not an error if they cannot be created.
    func createSequenceIndexes() {
        guard !tables.hasTriedSequenceIndexes,
            !database.snapshots.isReading
        else { return }
        do {
            try database.writerAccess.enterIfFree(createSequenceIndexes)
        } catch {
            let error = database.suspensionError(for: error)
            let code = (error as? QuireError)?.code
            // Other errors would probably occur again.
            let isTemporary = code == .busy || code == .suspended
            tables.hasTriedSequenceIndexes = !isTemporary
            QuireLog.debug("The \(location) has no index by sequence: \(error)")
        }
    }

    private func createSequenceIndexes(_ transaction: StoreTransaction) throws {
        let sqlite = transaction.connection.sqlite
        guard try tables.exists(on: sqlite) else { return }
        let missing = try tables.tables(on: sqlite).map(\.table.name).filter { table in
            let statement = try sqlite.statement(
                "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?1",
                purpose: "find the index by sequence")
            defer { statement.reset() }
            try statement.bind(DatabaseSchema.sequenceIndexName(table), at: 1)
            return try !statement.step()
        }
        if !missing.isEmpty {
            try transaction.run {
                try sqlite.execute(
                    missing.map { DatabaseSchema.sequenceIndex($0) },
                    purpose: "create the index by sequence of \(tables.name)")
                try transaction.schemaDidChange()
            }
        }
        tables.hasTriedSequenceIndexes = true
    }
}
