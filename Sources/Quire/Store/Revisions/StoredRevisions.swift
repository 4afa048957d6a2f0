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

    /// Whether the current revision is one of a tree, of Couchbase Lite 2 or 3.
    var hasTreeRevision: Bool { version.first != 0 }

    /// Whether the other revisions are a tree, or missing where there would be one.
    ///
    /// A replicator of Couchbase Lite 4 gives a document the revision of a tree, from a database that
    /// is not upgraded, and keeps the other revisions as for every document.
    var isTree: Bool { hasTreeRevision && !(extra.map(Self.areItems) ?? false) }

    /// Returns whether the column `extra` has an array of revisions and not a tree.
    ///
    /// - Parameter extra: The column's bytes.
    /// - Returns: `true` if it begins with four zero bytes; a tree begins with a size.
    static func areItems(_ extra: [UInt8]) -> Bool { extra.starts(with: [0, 0, 0, 0]) }
}
