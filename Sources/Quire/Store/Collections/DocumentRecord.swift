import Fleece

/// A live document as it is stored.
struct DocumentRecord: Sendable {
    /// The document's ID.
    let id: String
    /// The current revision.
    let revisionID: RevisionID
    /// The sequence of the change that made it so.
    let sequence: UInt64
    /// What is noted about it.
    let flags: DocumentFlags
    /// The properties, in a copy of their own, with the shared keys they were read with.
    let body: FleeceDictionary
}

/// What is noted about a document, beside its content.
struct DocumentFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// It is deleted.
    static let deleted = Self(rawValue: 0x01)
    /// It has revisions that are not reconciled.
    static let conflicted = Self(rawValue: 0x02)
    /// A revision holds a blob.
    static let hasBlobs = Self(rawValue: 0x04)
    /// The current revision is also on the first remote, which a replicator noted.
    static let synced = Self(rawValue: 0x08)

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Takes the flags out of a row's `flags` column, whose higher bits are the subsequence.
    init(stored: Int64) {
        rawValue = UInt16(truncatingIfNeeded: stored)
    }
}

/// What a document must be for a change of it to go through.
enum ExpectedRevision: Hashable, Sendable {
    /// Anything: the last write wins.
    case any
    /// There is no live document of that ID.
    case none
    /// The document is at this revision, live or deleted.
    case revision(RevisionID)

    /// Whether there need not be such a document.
    var admitsNewDocument: Bool {
        if case .revision = self { false } else { true }
    }
}

/// What a change made of a document.
struct SavedRevision: Hashable, Sendable {
    /// The document's ID.
    let id: String
    /// The new revision.
    let revisionID: RevisionID
    /// Its sequence.
    let sequence: UInt64
}

/// Which document is to be saved, and what is expected of it.
struct DocumentTarget: Hashable, Sendable {
    let id: String
    let expecting: ExpectedRevision
}
