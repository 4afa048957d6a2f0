/// A revision that a write created.
///
/// ```swift
/// let revision = try store.save(encoding: encode).revision(in: store)
/// print(revision.id, revision.revisionID, revision.sequence)
/// ```
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
///
/// ```swift
/// switch try store.save(encoding: encode) {
/// case .saved(let revision): print("saved as", revision.revisionID)
/// case .conflict(let conflict): print(conflict.error(in: store).message)
/// }
/// ```
public enum SaveResult: Sendable {
    /// The document was saved as this revision.
    case saved(SavedRevision)
    /// Nothing was saved, because the document does not meet the precondition.
    case conflict(WriteConflict)

    /// Returns the saved revision, or throws the conflict.
    ///
    /// - Parameter store: The store that returned the result.
    /// - Returns: The saved revision.
    /// - Throws: The error that ``WriteConflict/error(in:)`` returns, in case of a conflict.
    @discardableResult
    public func revision(in store: some DocumentStore) throws -> SavedRevision {
        switch self {
        case .saved(let revision): return revision
        case .conflict(let conflict): throw conflict.error(in: store)
        }
    }
}

/// The result of a deletion.
///
/// ```swift
/// switch try store.delete(id: "hotel-42", if: .any) {
/// case .deleted(let tombstone): print("deleted as", tombstone.revisionID)
/// case .alreadyDeleted: print("already deleted")
/// case .conflict(let conflict): print(conflict.error(in: store).message)
/// }
/// ```
public enum DeletionResult: Sendable {
    /// The document was deleted and has a new tombstone with this revision.
    case deleted(SavedRevision)
    /// The precondition is met, but the document was already deleted.
    ///
    /// The value is the revision of the existing tombstone.
    case alreadyDeleted(SavedRevision)
    /// Nothing was deleted.
    ///
    /// The document does not meet the precondition, or the store contains neither the document nor
    /// a tombstone.
    case conflict(WriteConflict)

    /// Returns the revision of the new tombstone, or throws the conflict.
    ///
    /// - Parameter store: The store that returned the result.
    /// - Returns: The revision, or `nil` if the document was already deleted.
    /// - Throws: The error that ``WriteConflict/error(in:)`` returns, in case of a conflict.
    @discardableResult
    public func revision(in store: some DocumentStore) throws -> SavedRevision? {
        switch self {
        case .deleted(let revision): return revision
        case .alreadyDeleted: return nil
        case .conflict(let conflict): throw conflict.error(in: store)
        }
    }
}
