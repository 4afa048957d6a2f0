public import Fleece

/// A live document in its encoded form.
///
/// ```swift
/// for hotel in try store.records(ids: ["hotel-1", "hotel-42"]) {
///     print(hotel.id, hotel.revisionID, try hotel.body.value.json())
/// }
/// ```
public struct DocumentRecord: Sendable {
    /// The document's ID.
    public let id: String
    /// The current revision.
    public let revisionID: RevisionID
    /// The sequence of the current revision within the store.
    public let sequence: UInt64
    /// The flags of the embedded engine.
    package let flags: DocumentFlags
    /// The document body: a dictionary that owns its bytes and never changes.
    public let body: FleeceDictionary

    package init(
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
    ///   - body: The document body. Its storage must own its bytes.
    public init(id: String, revisionID: RevisionID, sequence: UInt64, body: FleeceDictionary) {
        self.init(id: id, revisionID: revisionID, sequence: sequence, flags: [], body: body)
    }

    /// Returns a copy of the record with another body.
    package func withBody(_ body: FleeceDictionary) -> DocumentRecord {
        DocumentRecord(
            id: id, revisionID: revisionID, sequence: sequence, flags: flags, body: body)
    }
}

/// The flags that the embedded engine stores with a document.
package struct DocumentFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    /// The document is deleted.
    package static let deleted = Self(rawValue: 0x01)
    /// The document has conflicting revisions that are not resolved.
    package static let conflicted = Self(rawValue: 0x02)
    /// A revision contains a blob.
    package static let hasBlobs = Self(rawValue: 0x04)
    /// The current revision exists in the first remote database, according to a replicator.
    package static let synced = Self(rawValue: 0x08)

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Extracts the flags from the `flags` column of a row, whose higher bits are the subsequence.
    package init(stored: Int64) {
        rawValue = UInt16(truncatingIfNeeded: stored)
    }
}
