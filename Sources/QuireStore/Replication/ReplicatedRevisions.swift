/// A document or tombstone that was changed after a sequence.
package struct ReplicationChange: Hashable, Sendable {
    /// The document's ID.
    package let id: String
    /// The sequence of the current revision.
    package let sequence: UInt64
    /// The current revision, with the ID of this database if it is the author.
    package let version: String
    /// Whether the document is deleted.
    package let isDeleted: Bool
    /// Whether the document has blobs.
    package let hasBlobs: Bool
    /// Whether the document is in an unresolved conflict.
    package let isConflicted: Bool
    /// The number of bytes of the stored body.
    package let bodySize: Int
    /// The last known revision of the remote database, or `nil` if none is known.
    package let remoteVersion: String?
    /// Whether the document has expired, so that it will be purged soon.
    package let isExpired: Bool
    /// Whether this database made the revision while its clock was fast, so that the time of the
    /// revision is later than the current time.
    package private(set) var isAhead = false
    /// Whether the revision was made before the file was copied.
    package private(set) var isCopied = false
    /// Why the revision cannot be read, or `nil` if it can.
    package private(set) var failure: ReplicationFailure?
}

extension ReplicationChange {
    /// Creates the change of a document whose revision cannot be read.
    package init(id: String, sequence: UInt64, failure: ReplicationFailure) {
        self.init(
            id: id, sequence: sequence, version: "", isDeleted: false, hasBlobs: false,
            isConflicted: false, bodySize: 0, remoteVersion: nil, isExpired: false,
            failure: failure)
    }
}

/// A revision to send to another database.
package struct OutgoingRevision: Sendable {
    /// The document's ID.
    package let id: String
    /// The sequence of the revision.
    package let sequence: UInt64
    /// The revision, with the ID of this database if it is the author.
    package let version: String
    /// The other versions of the vector and the revisions of the rev-tree.
    package let history: String
    /// Whether the document is deleted.
    package let isDeleted: Bool
    /// The properties as JSON, `{}` for a tombstone.
    package let body: [UInt8]
    /// The blobs of the body.
    package let blobs: [BlobReference]
    /// The attachments in `_attachments` that the body does not contain as blobs.
    package let attachments: [BlobReference]
    /// The changes from a revision that the other database has, if they are shorter than the body.
    package let delta: RevisionDelta?
}

/// The changes from one revision of a document to another one.
package struct RevisionDelta: Sendable {
    /// The revision with the former body.
    package let source: String
    /// The changes, in Couchbase Lite's JSON form.
    package let body: [UInt8]
}

/// A revision that another database has sent.
package struct IncomingRevision: Sendable {
    /// The document's ID.
    package let id: String
    /// The revision.
    package let version: String
    /// The other versions of the vector and the revisions of the rev-tree.
    package let history: String
    /// Whether the document is deleted.
    package let isDeleted: Bool
    /// The properties as JSON.
    package let body: [UInt8]
    /// Whether the revision is not stored if it conflicts with the stored one.
    package let refusesConflicts: Bool

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - version: The revision.
    ///   - history: The other versions of the vector and the revisions of the rev-tree.
    ///   - isDeleted: Whether the document is deleted.
    ///   - body: The properties as JSON. Those at the top level whose names begin with `_` are not
    ///     stored, except attachments that the body does not contain as blobs.
    ///   - refusesConflicts: Whether the revision is not stored if it conflicts with the stored one.
    package init(
        id: String, version: String, history: String = "", isDeleted: Bool = false, body: [UInt8],
        refusesConflicts: Bool = false
    ) {
        self.id = id
        self.version = version
        self.history = history
        self.isDeleted = isDeleted
        self.body = body
        self.refusesConflicts = refusesConflicts
    }
}

/// The result of storing a revision of another database.
package enum InsertionResult: Hashable, Sendable {
    /// The revision is the current one.
    case inserted
    /// The revision, or a newer one, was stored already.
    case existing
    /// The revision conflicts with the current one, and both are stored.
    case conflicted
    /// The revision was not stored.
    case failed(ReplicationFailure)
}

/// The answer to a revision that another database has or proposes.
package enum ChangeAnswer: Hashable, Sendable {
    /// The revision is known, and a newer one is stored.
    case unwanted
    /// The revision is unknown. The vectors of known revisions, whose bodies are stored, are
    /// candidates for the base of a delta.
    case wanted(known: [String])
    /// The revision is not based on the current one.
    case conflict(current: String)
    /// The revision is the current one.
    case present
    /// The revision is invalid, or the stored document is damaged.
    case failed(ReplicationFailure)
}
