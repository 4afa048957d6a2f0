public import Fleece

/// A live document as it is stored.
public struct DocumentRecord: Sendable {
    /// The document's ID.
    public let id: String
    /// The current revision.
    public let revisionID: RevisionID
    /// The sequence of the change that made it so.
    public let sequence: UInt64
    /// What is noted about it.
    let flags: DocumentFlags
    /// The properties, in a copy of their own, with the shared keys they were read with.
    public let body: FleeceDictionary

    init(
        id: String, revisionID: RevisionID, sequence: UInt64, flags: DocumentFlags,
        body: FleeceDictionary
    ) {
        self.id = id
        self.revisionID = revisionID
        self.sequence = sequence
        self.flags = flags
        self.body = body
    }

    /// Makes a record of a document that a store has.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revisionID: The current revision.
    ///   - sequence: The sequence of the change that made it so.
    ///   - body: The properties, which must not change any more.
    public init(id: String, revisionID: RevisionID, sequence: UInt64, body: FleeceDictionary) {
        self.init(id: id, revisionID: revisionID, sequence: sequence, flags: [], body: body)
    }
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
public enum ExpectedRevision: Hashable, Sendable {
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
public struct SavedRevision: Hashable, Sendable {
    /// The document's ID.
    public let id: String
    /// The new revision.
    public let revisionID: RevisionID
    /// Its sequence.
    public let sequence: UInt64

    /// Makes the result of a change.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revisionID: The new revision.
    ///   - sequence: Its sequence.
    public init(id: String, revisionID: RevisionID, sequence: UInt64) {
        self.id = id
        self.revisionID = revisionID
        self.sequence = sequence
    }
}

/// Which document is to be saved, and what is expected of it.
public struct DocumentTarget: Hashable, Sendable {
    /// The document's ID.
    public let id: String
    /// What the document must be for the save to go through.
    public let expecting: ExpectedRevision

    /// Names the document of a save.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - expecting: What the document must be for the save to go through.
    public init(id: String, expecting: ExpectedRevision) {
        self.id = id
        self.expecting = expecting
    }
}
