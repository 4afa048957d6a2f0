/// What matters of a stored document, live or deleted, for changing it.
struct StoredDocument {
    /// The row's number in its table.
    let row: Int64
    /// The sequence and the subsequence that the row has to have when it is changed.
    let sequence: Int64
    let subsequence: Int64
    /// What is noted about it.
    let flags: DocumentFlags
    /// When it is to be deleted by itself, in milliseconds since 1970.
    let expiration: Int64?
    /// The current revision.
    let revisionID: RevisionID
    /// All databases' latest edits; `nil` if the document is still one of rev-trees.
    let versions: VersionVector?
    /// Whether the row holds revisions beside the current one, or a tree of them.
    ///
    /// A change must bring them along, and reads them by themselves.
    let hasOtherRevisions: Bool
    /// Whether the row is in the table of deleted documents.
    let isInDeadTable: Bool

    /// Whether the document is deleted, in whichever table it is.
    var isDeleted: Bool { isInDeadTable || flags.contains(.deleted) }

    /// Reads a row of ``DocumentStatement/readForChange``.
    ///
    /// - Parameter row: A statement with a row at hand.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if its version is damaged.
    init(_ row: SQLiteStatement) throws {
        sequence = row.int64(at: 0)
        let stored = row.int64(at: 1)
        subsequence = stored >> 16
        flags = DocumentFlags(stored: stored)
        (revisionID, versions) = try row.withBytes(at: 2) { bytes in
            (
                try RevisionID(stored: bytes),
                bytes.first == 0 ? try VersionVector(stored: bytes) : nil
            )
        }
        expiration = row.optionalInt64(at: 3)
        hasOtherRevisions = versions == nil || row.int64(at: 4) != 0 || flags.contains(.synced)
        self.row = row.int64(at: 5)
        isInDeadTable = row.int64(at: 6) != 0
    }
}
