/// The revision that a change gives a document.
struct NextRevision {
    /// When it is made; by this database.
    let version: RevisionID.Version
    /// The collection's next sequence.
    let sequence: Int64
    /// What is noted about the document from now on.
    let flags: DocumentFlags
    /// The `extra` column, for a document that has revisions beside the current one.
    let extra: [UInt8]?

    /// Makes the revision and puts its `version` column into the transaction's buffer.
    ///
    /// A document of rev-trees becomes one of version vectors, with this edit as its only version.
    ///
    /// - Parameters:
    ///   - stored: The document so far, if there is one.
    ///   - kept: The other revisions that the row holds, if there are any.
    ///   - flags: What is to be noted about the document, but for the other revisions.
    ///   - keyStore: The collection's tables.
    ///   - transaction: The running transaction.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the document's version is out of
    ///   bounds, `corruptData` if no sequence is left, `unexpectedError` if the system's clock is later
    ///   than the year 2262.
    init(
        following stored: StoredDocument?, keeping kept: KeptRevisions?, flags: DocumentFlags,
        keyStore: KeyStore, _ transaction: StoreTransaction
    ) throws {
        try stored?.versions?.checkTimes(transaction.clock)
        version = RevisionID.Version(
            time: try transaction.clock.next(after: stored?.versions?.latestTime ?? 0), source: nil)
        VersionVector.encode(
            version, followedBy: stored?.versions, into: &transaction.versionBuffer)
        sequence = try transaction.withState(of: keyStore) { try $0.nextSequence }
        self.flags = kept.map { flags.union($0.flags) } ?? flags
        extra = kept?.column
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

    /// Binds the `extra` column, which is NULL where nothing is bound.
    ///
    /// - Parameters:
    ///   - statement: A statement that changes a row.
    ///   - index: The index of the column.
    /// - Throws: ``QuireError`` if SQLite refuses.
    @inline(__always)
    func bindExtra(to statement: SQLiteStatement, at index: Int32) throws {
        if let extra { try statement.bind(extra, at: index) }
    }
}
