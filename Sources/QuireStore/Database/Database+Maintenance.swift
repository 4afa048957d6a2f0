extension Database {
    /// Performs maintenance on the database.
    ///
    /// Maintenance runs outside transactions. Other transactions wait for it, but reads do not.
    ///
    /// Compacting removes blobs that no document refers to, including blobs that
    /// ``saveBlob(blob:)`` has just saved. Before the first blob is removed, all commits are
    /// written to disk, so that a power loss cannot restore a document without its blob.
    ///
    /// ```swift
    /// try database.performMaintenance(type: .compact)
    /// ```
    ///
    /// - Parameter type: The kind of maintenance.
    /// - Throws: ``QuireError`` with code `transactionNotClosed` inside a transaction,
    ///   `corruptData` if the integrity check detects damage, `notOpen` if the database is closed,
    ///   `notWriteable`, `busy`, `ioError`.
    /// - Complexity: O(*n*) in the size of the database, or in the number of indexes for
    ///   `optimize`.
    public func performMaintenance(type: MaintenanceType) throws {
        guard writerAccess.runningTransaction == nil else {
            throw QuireError(
                .transactionNotClosed,
                "Maintenance of database \(name) cannot run inside a transaction.")
        }
        try checkIsNotInSnapshot()
        try enterWriter { transaction in
            let sqlite = transaction.connection.sqlite
            switch type {
            case .compact: try compact(transaction)
            case .reindex: try transaction.run { try sqlite.buildIndexes() }
            case .integrityCheck:
                try transaction.inspect { try sqlite.checkIntegrity() }
                try transaction.checkFullTextIndexes()
            case .optimize:
                try transaction.run { try sqlite.updateStatistics(isComplete: false) }
            case .fullOptimize:
                try transaction.run { try sqlite.updateStatistics(isComplete: true) }
            }
        }
    }

    private func compact(_ transaction: StoreTransaction) throws {
        try transaction.run { try removeUnusedBlobs(transaction) }
        let sqlite = transaction.connection.sqlite
        if try sqlite.giveBackSpace() { try transaction.run { try sqlite.buildDerivedTables() } }
    }

    /// Removes blobs that no document refers to, in the current transaction.
    ///
    /// While the transaction runs, no other transaction in any process can add a reference to a
    /// blob.
    ///
    /// All commits are written to disk before the first blob is removed. Otherwise, a power loss
    /// could undo the deletion of a document and restore it without its blob.
    private func removeUnusedBlobs(_ transaction: StoreTransaction) throws {
        let sqlite = transaction.connection.sqlite
        var used: Set<BlobDigest> = []
        for name in try CollectionTables.collections(on: sqlite) {
            let tables = CollectionTables(number: 0, name: name.tablesName)
            for (table, _) in try tables.tables(on: sqlite) {
                let statement = try sqlite.prepare(
                    // Read all rows, because the flag for documents with blobs may not be set.
                    "SELECT body, extra FROM \(table)",
                    purpose: "find the blobs in use")
                while try statement.step() {
                    for column in 0..<2 as Range<Int32> {
                        statement.withBytes(at: column) { MentionedBlobs.add($0, to: &used) }
                    }
                }
            }
        }
        let needed = try blobs.fileDigests(of: used)
        try blobs.collectGarbage {
            if folder != nil { try sqlite.synchronizeCommits() }
        } keeping: {
            needed.contains($0)
        }
    }
}
