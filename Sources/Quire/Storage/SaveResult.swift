/// A revision that a write created.
public struct SavedRevision: Hashable, Sendable {
    /// The document's ID.
    public let id: String
    /// The revision.
    public let revisionID: RevisionID
    /// The sequence of the revision within the store.
    public let sequence: UInt64

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revisionID: The revision.
    ///   - sequence: The sequence of the revision within the store.
    public init(id: String, revisionID: RevisionID, sequence: UInt64) {
        self.id = id
        self.revisionID = revisionID
        self.sequence = sequence
    }
}

/// The result of a save.
public enum SaveResult: Sendable {
    /// The document was saved as this revision.
    case saved(SavedRevision)
    /// The document does not meet the precondition. Nothing was saved.
    case conflict(WriteConflict)

    /// Returns the saved revision, or throws the conflict.
    ///
    /// - Parameter store: The store that returned the result.
    /// - Returns: The saved revision.
    /// - Throws: ``QuireError`` as ``WriteConflict/error(in:)``.
    @discardableResult
    public func revision(in store: some DocumentStore) throws -> SavedRevision {
        switch self {
        case .saved(let revision): return revision
        case .conflict(let conflict): throw conflict.error(in: store)
        }
    }
}

/// The result of a deletion.
public enum DeletionResult: Sendable {
    /// The document was deleted. This is the revision of its tombstone.
    case deleted(SavedRevision)
    /// The document was deleted before and the precondition is met. This is the revision of the
    /// existing tombstone.
    case alreadyDeleted(SavedRevision)
    /// The document does not meet the precondition, or the store contains neither the document nor
    /// a tombstone. Nothing was deleted.
    case conflict(WriteConflict)

    /// Returns the revision of the new tombstone, or throws the conflict.
    ///
    /// - Parameter store: The store that returned the result.
    /// - Returns: The revision, or `nil` if the document was deleted before.
    /// - Throws: ``QuireError`` as ``WriteConflict/error(in:)``.
    @discardableResult
    public func revision(in store: some DocumentStore) throws -> SavedRevision? {
        switch self {
        case .deleted(let revision): return revision
        case .alreadyDeleted: return nil
        case .conflict(let conflict): throw conflict.error(in: store)
        }
    }
}
