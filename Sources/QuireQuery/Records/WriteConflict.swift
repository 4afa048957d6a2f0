/// A conflict: a document that does not meet the precondition of a write.
///
/// ```swift
/// let result = try store.delete(id: "hotel-42", if: .revision(revision.revisionID))
/// if case .conflict(let conflict) = result {
///     print(conflict.target.id, conflict.isDeleted ? "was deleted" : "was changed")
/// }
/// ```
public struct WriteConflict: Sendable {
    /// The target of the write.
    public let target: WriteTarget
    /// The current revision of the document or tombstone, or `nil` if the store contains neither.
    public let current: SavedRevision?
    /// Whether the current revision is a tombstone.
    public let isDeleted: Bool
    /// The live document, or `nil` if it does not exist or the engine did not read it.
    public let stored: DocumentRecord?

    private init(
        _ target: WriteTarget, current: SavedRevision?, isDeleted: Bool, stored: DocumentRecord?
    ) {
        self.target = target
        self.current = current
        self.isDeleted = isDeleted
        self.stored = stored
    }

    /// Creates a conflict with a live document or a tombstone.
    ///
    /// - Parameters:
    ///   - target: The target of the write.
    ///   - current: The current revision.
    ///   - isDeleted: Whether the current revision is a tombstone.
    ///   - stored: The live document, if the engine read it.
    public init(
        _ target: WriteTarget, current: SavedRevision, isDeleted: Bool,
        stored: DocumentRecord? = nil
    ) {
        self.init(target, current: Optional(current), isDeleted: isDeleted, stored: stored)
    }

    /// Creates a conflict with a missing document.
    ///
    /// The store contains neither the document nor a tombstone.
    ///
    /// - Parameter target: The target of the write.
    /// - Returns: The conflict.
    public static func missing(_ target: WriteTarget) -> WriteConflict {
        WriteConflict(target, current: nil, isDeleted: false, stored: nil)
    }

    /// Returns the error that the public methods of repositories and collections throw.
    ///
    /// - Parameter store: The store that the message names.
    /// - Returns: An error with code `notFound` if the store contains neither the document nor a
    ///   tombstone, otherwise with code `conflict`. The message names the document, the store and
    ///   the revisions.
    public func error(in store: some DocumentStore) -> QuireError {
        error(in: store.location)
    }

    package func error(in location: String) -> QuireError {
        let document = "Document \(target.id.debugDescription) in \(location)"
        guard let current else {
            guard let expected = target.precondition.expectedRevision else {
                return QuireError(.notFound, "\(document) does not exist.")
            }
            return QuireError(
                .notFound,
                """
                \(document) does not exist (expected revision \(expected)). Create it again with \
                insert(_:) or upsert(_:)
                """)
        }
        guard let expected = target.precondition.expectedRevision else {
            return existing(current, document)
        }
        let remedy =
            isDeleted
            ? "Create it again with insert(_:) or upsert(_:)"
            : "Load it again before you change it, save it with a conflict rule, or replace it "
                + "with upsert(_:)"
        guard !isDeleted || expected != current.revisionID else {
            return QuireError(
                .conflict,
                "\(document) is deleted: revision \(expected) is its tombstone. \(remedy)")
        }
        return QuireError(
            .conflict,
            """
            \(document) was \(isDeleted ? "deleted" : "changed") by another writer (expected revision \
            \(expected), found \(current.revisionID)). \(remedy)
            """)
    }

    /// Returns the error for a precondition that names no revision.
    private func existing(_ current: SavedRevision, _ document: String) -> QuireError {
        guard case .existing = target.precondition else {
            return QuireError(
                .conflict,
                """
                \(document) already exists (found revision \(current.revisionID)). Load it before you \
                change it, or replace it with upsert(_:)
                """)
        }
        return QuireError(
            .notFound,
            """
            \(document) is deleted (found revision \(current.revisionID)). Create it again with \
            insert(_:) or upsert(_:)
            """)
    }
}
