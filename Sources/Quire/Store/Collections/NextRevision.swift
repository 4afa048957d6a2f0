/// The revision that a change gives a document.
struct NextRevision {
    /// When it is made; by this database.
    let version: RevisionID.Version
    /// The collection's next sequence.
    let sequence: Int64
    /// What is noted about the document from now on.
    let flags: DocumentFlags

    /// Makes the revision and puts its `version` column into the transaction's buffer.
    ///
    /// - Parameters:
    ///   - stored: The document so far, if there is one.
    ///   - flags: What is to be noted about the document.
    ///   - keyStore: The collection's tables.
    ///   - transaction: The running transaction.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the document's row holds more
    ///   than this program can bring along, `corruptRevisionData` if its version is out of bounds.
    init(
        following stored: StoredDocument?, flags: DocumentFlags, keyStore: KeyStore,
        _ transaction: StoreTransaction
    ) throws {
        if let stored {
            guard stored.versions != nil else {
                throw QuireError(
                    .unsupportedOperation, "Its revisions are a tree, which cannot be changed yet.")
            }
            guard !stored.isReplicated else {
                throw QuireError(
                    .unsupportedOperation,
                    "It has revisions of a replicator (column extra), which cannot be kept yet.")
            }
            try stored.versions?.checkTimes(transaction.clock)
        }
        version = RevisionID.Version(
            time: transaction.clock.next(after: stored?.versions?.latestTime ?? 0), source: nil)
        VersionVector.encode(
            version, followedBy: stored?.versions, into: &transaction.versionBuffer)
        sequence = try transaction.withState(of: keyStore) { $0.lastSequence + 1 }
        self.flags = flags
    }

    /// Binds sequence, flags and version to three values in a row.
    ///
    /// - Parameters:
    ///   - statement: A statement that changes a row.
    ///   - index: The index of the sequence.
    ///   - column: The `version` column.
    /// - Throws: ``QuireError`` if SQLite refuses.
    @inline(__always)
    func bind(to statement: SQLiteStatement, at index: Int32, version column: [UInt8]) throws {
        try statement.bind(sequence, at: index)
        // The subsequence begins anew with every sequence.
        try statement.bind(Int64(flags.rawValue), at: index + 1)
        try statement.bind(column, at: index + 2)
    }
}
