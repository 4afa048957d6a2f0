public import Fleece

/// A live document in its stored form.
public struct DocumentRecord: Sendable {
    /// The document's ID.
    public let id: String
    /// The current revision.
    public let revisionID: RevisionID
    /// The sequence of the current revision within the store.
    public let sequence: UInt64
    /// The flags of the embedded engine.
    let flags: DocumentFlags
    /// The properties, in a dictionary that owns its bytes and never changes.
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

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revisionID: The current revision.
    ///   - sequence: The sequence of the current revision within the store.
    ///   - body: The properties. Their storage must own its bytes.
    public init(id: String, revisionID: RevisionID, sequence: UInt64, body: FleeceDictionary) {
        self.init(id: id, revisionID: revisionID, sequence: sequence, flags: [], body: body)
    }

    /// Returns the record with another body.
    func withBody(_ body: FleeceDictionary) -> DocumentRecord {
        DocumentRecord(
            id: id, revisionID: revisionID, sequence: sequence, flags: flags, body: body)
    }
}

/// What is noted about a document, beside its content.
package struct DocumentFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    /// It is deleted.
    package static let deleted = Self(rawValue: 0x01)
    /// It has revisions that are not reconciled.
    static let conflicted = Self(rawValue: 0x02)
    /// A revision holds a blob.
    package static let hasBlobs = Self(rawValue: 0x04)
    /// The current revision is also on the first remote, which a replicator noted.
    static let synced = Self(rawValue: 0x08)

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Takes the flags out of a row's `flags` column, whose higher bits are the subsequence.
    package init(stored: Int64) {
        rawValue = UInt16(truncatingIfNeeded: stored)
    }
}
