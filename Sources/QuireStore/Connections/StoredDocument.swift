import Fleece

/// A stored document or tombstone that a write has read.
package struct StoredDocument {
    /// The row ID of the document in its table.
    let row: Int64
    /// The sequence and subsequence of the row.
    ///
    /// A write fails if the row has others by then.
    let sequence: Int64
    let subsequence: Int64
    /// The document's flags.
    let flags: DocumentFlags
    /// The date at which the document expires, in milliseconds since 1970.
    let expiration: Int64?
    /// The ID of the current revision.
    let revisionID: RevisionID
    /// The version vector, or `nil` if the row has a revision tree.
    let versions: VersionVector?
    /// The revisions in the row, if it has a revision tree or revisions other than the current one.
    let revisions: StoredRevisions?
    /// Whether the row is in the table of tombstones.
    let isInTombstoneTable: Bool
    /// The record of the live document, if the write requires its body.
    var record: DocumentRecord?

    /// Whether the document is deleted, regardless of its table.
    var isDeleted: Bool { isInTombstoneTable || flags.contains(.deleted) }

    /// Whether the document can be updated without reading it.
    var hasOnlyOwnEdit: Bool {
        !isDeleted && revisions == nil && versions?.hasOnlyOwnEdit ?? false
    }

    /// Reads a row of ``DocumentStatement/readForChange``.
    ///
    /// - Parameter row: A statement with a current row.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the version is damaged.
    init(_ row: SQLiteStatement) throws {
        sequence = row.int64(at: 0)
        let stored = row.int64(at: 1)
        subsequence = stored >> 16
        flags = DocumentFlags(stored: stored)
        (revisionID, versions) = try row.withBytes(at: 2) { bytes in
            guard bytes.first == 0 else { return (try RevisionID(stored: bytes), nil) }
            let versions = try VersionVector(stored: bytes)
            return (RevisionID(versions.first), versions)
        }
        let hasOthers = versions == nil || !row.isNull(at: 4) || flags.contains(.synced)
        revisions = hasOthers ? StoredRevisions(row, flags: flags) : nil
        expiration = row.optionalInt64(at: 5)
        self.row = row.int64(at: 6)
        isInTombstoneTable = row.int64(at: 7) != 0
    }

    /// Returns the current revision of the document.
    func saved(as id: String) -> SavedRevision {
        SavedRevision(id: id, revisionID: revisionID, sequence: UInt64(clamping: sequence))
    }

    /// Returns a write conflict with this document.
    func conflict(with target: WriteTarget) -> WriteConflict {
        WriteConflict(
            target, current: saved(as: target.id), isDeleted: isDeleted, stored: record)
    }
}

extension StoredRevisions {
    /// Reads a row whose columns from index 2 are version, body and extra.
    ///
    /// - Parameters:
    ///   - row: A statement with a current row.
    ///   - flags: The document's flags.
    init(_ row: SQLiteStatement, flags: DocumentFlags) {
        func bytes(at column: Int32) -> [UInt8]? {
            let bytes = row.bytes(at: column)
            return bytes.isEmpty ? nil : bytes
        }
        version = row.bytes(at: 2)
        body = bytes(at: 3)
        extra = bytes(at: 4)
        self.flags = flags
    }
}
