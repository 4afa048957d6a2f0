package import Fleece

/// A document whose current revision conflicts with the revision of a remote database.
package struct OpenConflict: Sendable {
    /// One of the conflicting revisions.
    package struct Side: Sendable {
        /// The revision, with the ID of this database if it is the author.
        package let version: String
        /// The time of the revision in nanoseconds since 1970, or 0 if it is not known.
        package let time: UInt64
        /// The document, or `nil` if the revision is a tombstone.
        package let record: DocumentRecord?

        /// Whether the revision is a tombstone.
        package var isDeleted: Bool { record == nil }
    }

    /// The document's ID.
    package let id: String
    /// The number of the remote database.
    package let remote: Int
    /// The current revision.
    package let local: Side
    /// The revision of the remote database.
    package let other: Side
    /// The last common ancestor of both revisions, if it is known.
    package let base: DocumentRecord?

    /// The sequence and subsequence of the row, which show whether it has changed since.
    package let sequence: Int64
    let subsequence: Int64
}

/// The resolution of a conflict.
package enum ConflictResolution: Sendable {
    /// The current revision stays. The remote database will get it.
    case keepLocal
    /// The revision of the remote database becomes the current one.
    case keepRemote
    /// The document gets the body that a closure writes: one dictionary.
    case merged(@Sendable (FleeceWriter) throws -> Void)
    /// The document is deleted.
    case deleted
}
