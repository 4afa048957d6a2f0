/// The columns of a row that hold a document's revisions.
///
/// Only a document that was replicated or is one of rev-trees is read this far for a change.
struct StoredRevisions {
    /// The current revision.
    let version: [UInt8]
    /// The current body, if there is one.
    let body: [UInt8]?
    /// The other revisions, if there are any.
    let extra: [UInt8]?
    /// What is noted about the document.
    let flags: DocumentFlags

    /// Whether the revisions are a tree of Couchbase Lite 2 or 3.
    var isTree: Bool { version.first != 0 }

    /// Reads a row of version, body and extra.
    ///
    /// - Parameters:
    ///   - row: A statement with a row at hand.
    ///   - flags: What is noted about the document.
    init(_ row: SQLiteStatement, flags: DocumentFlags) {
        func bytes(at column: Int32) -> [UInt8]? {
            let bytes = row.bytes(at: column)
            return bytes.isEmpty ? nil : bytes
        }
        version = row.bytes(at: 0)
        body = bytes(at: 1)
        extra = bytes(at: 2)
        self.flags = flags
    }
}
