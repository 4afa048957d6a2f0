/// The next revision of a changed document.
package struct NextRevision {
    let revisionID: RevisionID
    /// The sequence of the revision.
    let sequence: Int64
    /// The document's new flags.
    let flags: DocumentFlags
    /// The `extra` column, if the document has revisions other than the current one.
    let extra: [UInt8]?

    /// Creates the revision and writes its `version` column to the transaction's buffer.
    ///
    /// A document with a revision tree changes to version vectors. Its vector then contains only
    /// the new version.
    ///
    /// - Parameters:
    ///   - stored: The stored document, if there is one.
    ///   - kept: The other revisions in the row, if there are any.
    ///   - flags: The document's flags, without the flags of the other revisions.
    ///   - tables: The collection's tables.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if a time in the document's version
    ///   is out of range, `corruptData` if no sequence is left, `unexpectedError` if the system
    ///   clock is later than the year 2262.
    init(
        following stored: StoredDocument?, keeping kept: RemoteRevisions?, flags: DocumentFlags,
        tables: CollectionTables, in transaction: StoreTransaction
    ) throws {
        try stored?.versions?.checkTimes()
        let version = RevisionID.Version(
            time: try transaction.clock.next(after: stored?.versions?.latestTime ?? 0), source: nil)
        revisionID = RevisionID(version)
        VersionVector.encode(
            version, followedBy: stored?.versions, into: &transaction.versionBuffer)
        sequence = try transaction.withState(of: tables) { try $0.nextSequence }
        self.flags = kept.map { flags.union($0.flags) } ?? flags
        extra = kept?.column
    }

    /// Creates a revision whose `version` column is in the transaction's buffer.
    ///
    /// - Parameters:
    ///   - revisionID: The ID of the revision.
    ///   - flags: The document's flags.
    ///   - extra: The `extra` column, or `nil` for NULL.
    ///   - tables: The collection's tables.
    ///   - transaction: The current transaction.
    /// - Throws: ``QuireError`` with code `corruptData` if no sequence is left.
    init(
        _ revisionID: RevisionID, flags: DocumentFlags, extra: [UInt8]?, tables: CollectionTables,
        in transaction: StoreTransaction
    ) throws {
        self.revisionID = revisionID
        sequence = try transaction.withState(of: tables) { try $0.nextSequence }
        self.flags = flags
        self.extra = extra
    }

    /// Binds sequence, flags and version to three consecutive parameters.
    ///
    /// - Parameters:
    ///   - statement: A statement that changes a row.
    ///   - index: The index of the sequence parameter.
    ///   - column: The `version` column.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    @inline(__always)
    func bind(to statement: SQLiteStatement, at index: Int32, version column: [UInt8]) throws {
        try statement.bind(sequence, at: index)
        // Each new sequence starts with subsequence 0, so the flags have no upper bits.
        try statement.bind(Int64(flags.rawValue), at: index + 1)
        try statement.bind(column, at: index + 2)
    }

    /// Binds the `extra` column, or leaves it NULL if there is no value.
    ///
    /// - Parameters:
    ///   - statement: A statement that changes a row.
    ///   - index: The index of the parameter.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    @inline(__always)
    func bindExtra(to statement: SQLiteStatement, at index: Int32) throws {
        if let extra { try statement.bind(extra, at: index) }
    }
}
