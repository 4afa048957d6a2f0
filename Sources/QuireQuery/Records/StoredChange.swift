/// The latest change of a document, by sequence.
///
/// ```swift
/// for change in try store.changes(since: 0, limit: 100) {
///     print(change.id, change.isDeleted ? "was deleted" : "was saved")
/// }
/// ```
public struct StoredChange: Hashable, Sendable {
    /// The current revision of the document, with its sequence.
    public let revision: SavedRevision
    /// Whether the revision is a tombstone.
    public let isDeleted: Bool

    /// The document's ID.
    public var id: String { revision.id }

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - revision: The current revision of the document, with its sequence.
    ///   - isDeleted: Whether the revision is a tombstone.
    public init(_ revision: SavedRevision, isDeleted: Bool) {
        self.revision = revision
        self.isDeleted = isDeleted
    }
}
