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
        self.init(id: id, revisionID: revisionID, sequence: sequence, flags: .empty, body: body)
    }

    /// Returns a copy of the record with another body.
    package func withBody(_ body: FleeceDictionary) -> DocumentRecord {
        DocumentRecord(
            id: id, revisionID: revisionID, sequence: sequence, flags: flags, body: body)
    }
}

/// The flags that the embedded engine stores with a document.
///
/// They are used for each row. The compiler does not specialize the members of `OptionSet` for a type
/// of another module, so the type has members of its own that can be inlined.
package struct DocumentFlags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    /// No flag.
    @inlinable package static var empty: Self { Self(rawValue: 0) }
    /// The document is deleted.
    @inlinable package static var deleted: Self { Self(rawValue: 0x01) }
    /// The document has conflicting revisions that are not resolved.
    @inlinable package static var conflicted: Self { Self(rawValue: 0x02) }
    /// A revision contains a blob.
    @inlinable package static var hasBlobs: Self { Self(rawValue: 0x04) }
    /// The current revision exists in the first remote database, according to a replicator.
    @inlinable package static var synced: Self { Self(rawValue: 0x08) }

    @inlinable package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Returns whether all of the given flags are set.
    @inlinable package func contains(_ flags: Self) -> Bool {
        rawValue & flags.rawValue == flags.rawValue
    }

    /// Returns the flags of both sets.
    @inlinable package func union(_ flags: Self) -> Self {
        Self(rawValue: rawValue | flags.rawValue)
    }

    /// Extracts the flags from the `flags` column of a row, whose higher bits are the subsequence.
    @inlinable package init(stored: Int64) {
        self.init(rawValue: UInt16(truncatingIfNeeded: stored))
    }
}
