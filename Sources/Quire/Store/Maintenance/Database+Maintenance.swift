extension Database {
    /// Does something for the database's health.
    ///
    /// Maintenance runs outside of transactions. Other transactions wait for it; reads do not.
    ///
    /// Compacting removes blobs that no document refers to, also one that ``saveBlob(blob:)`` has just
    /// saved. Before it removes the first one, it waits until the disk has all commits, so that a power
    /// loss cannot bring back a document without its blob.
    ///
    /// - Parameter type: What to do.
    /// - Throws: ``QuireError`` with code `transactionNotClosed` inside of a transaction, `corruptData`
    ///   if the integrity check finds damage, `notOpen` if the database is closed, `notWriteable`,
    ///   `busy`, `ioError`.
    /// - Complexity: O(*n*) in the size of the database; with `optimize` in the number of indexes.
    public func performMaintenance(type: MaintenanceType) throws {
        guard gate.runningTransaction == nil else {
            throw QuireError(
                .transactionNotClosed,
                "Maintenance of database \(name) cannot be done inside of a transaction.")
        }
        try gate.enter { transaction in
            guard let transaction else { throw notOpen }
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

    /// Removes blobs that no document refers to, in the running transaction: while it runs, no other
    /// transaction, in any process, can refer to a blob.
    ///
    /// The disk has all commits before the first blob is removed. Otherwise a power loss could undo
    /// the commit that deleted a document, and the document would be back without its blob.
    private func removeUnusedBlobs(_ transaction: StoreTransaction) throws {
        let sqlite = transaction.connection.sqlite
        var used: Set<BlobDigest> = []
        for name in try KeyStore.collections(on: sqlite) {
            let keyStore = KeyStore(number: 0, name: name.keyStoreName)
            for (table, _) in try keyStore.tables(on: sqlite) {
                let statement = try sqlite.prepare(
                    // All rows, not those only that are marked: a mark may have been forgotten.
                    "SELECT body, extra FROM \(table)",
                    purpose: "find the blobs in use")
                while try statement.step() {
                    for column in 0..<2 as Range<Int32> {
                        statement.withBytes(at: column) { MentionedBlobs.add($0, to: &used) }
                    }
                }
            }
        }
        try blobs.collectGarbage {
            if folder != nil { try sqlite.synchronizeCommits() }
        } keeping: {
            used.contains($0)
        }
    }
}

/// What can be done for a database's health.
public enum MaintenanceType: Sendable, Hashable, CaseIterable {
    /// Removes blobs that no document refers to any more, and gives free space back to the disk.
    case compact
    /// Builds all indexes anew.
    case reindex
    /// Looks for damage in the file and in the indexes.
    case integrityCheck
    /// Brings those statistics up to date that help to choose indexes, looking at a part of each.
    case optimize
    /// Makes all statistics anew, looking at all of every index.
    case fullOptimize
}
