public import Fleece

/// A revision of a document that an engine has a record of.
///
/// ```swift
/// for revision in try store.revisions(of: "hotel-42") {
///     print(revision.revisionID, revision.isDeletion == true ? "deleted" : "saved")
/// }
/// ```
public struct StoredRevision: Sendable {
    /// The revision.
    public let revisionID: RevisionID
    /// The sequence of the revision within the store, or `nil` if it is not recorded.
    public package(set) var sequence: UInt64?
    /// Whether the revision is a tombstone, or `nil` if this is not recorded.
    public package(set) var isDeletion: Bool?
    /// Whether the revision conflicts with the current one and the conflict is not resolved.
    public package(set) var isConflicting: Bool
    /// The numbers of the remote databases whose latest known revision this is.
    public package(set) var remotes: [Int]
    /// The body of the revision, `nil` if it is not stored or the revision is a tombstone, or the
    /// error that reading it threw.
    public package(set) var content: Result<FleeceDictionary?, QuireError>

    /// Creates a revision.
    ///
    /// - Parameters:
    ///   - revisionID: The revision.
    ///   - sequence: The sequence of the revision within the store, if it is recorded.
    ///   - isDeletion: Whether the revision is a tombstone, if this is recorded.
    ///   - isConflicting: Whether the revision is in an unresolved conflict with the current one.
    ///   - remotes: The numbers of the remote databases whose latest known revision this is.
    ///   - content: The body, if it is stored. Its storage must own its bytes.
    public init(
        _ revisionID: RevisionID, sequence: UInt64? = nil, isDeletion: Bool? = nil,
        isConflicting: Bool = false, remotes: [Int] = [],
        content: Result<FleeceDictionary?, QuireError> = .success(nil)
    ) {
        self.revisionID = revisionID
        self.sequence = sequence
        self.isDeletion = isDeletion
        self.isConflicting = isConflicting
        self.remotes = remotes
        self.content = content
    }

    /// Creates the current revision of a live document.
    ///
    /// - Parameter record: The document.
    public init(_ record: DocumentRecord) {
        self.init(
            record.revisionID, sequence: record.sequence, isDeletion: false,
            content: .success(record.body))
    }
}
