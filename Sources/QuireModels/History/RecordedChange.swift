/// The latest change of a model's document.
///
/// ```swift
/// for change in page.changes {
///     switch change.content {
///     case .saved(let hotel): print(change.id, hotel.name)
///     case .deleted: print(change.id, "was deleted")
///     case .unreadable(let error): print(change.id, error)
///     }
/// }
/// ```
public struct RecordedChange<Model: DocumentModel>: Sendable, Identifiable {
    /// The state of a document after a change.
    ///
    /// ```swift
    /// let names = page.changes.compactMap { change -> String? in
    ///     if case .saved(let hotel) = change.content { hotel.name } else { nil }
    /// }
    /// ```
    public enum Content: Sendable {
        /// The model as it is stored.
        case saved(Stored<Model>)

        /// The document was deleted, or the repository's middleware excludes it, for example
        /// because it is marked as deleted.
        ///
        /// A deleted document has no body, so its type is unknown. If a collection contains several
        /// types, the repository of each type reports the deletions of all of them.
        case deleted

        /// The document cannot be decoded as a model.
        ///
        /// The error is a `DecodingError`, or a ``QuireError`` if the document is damaged or cannot
        /// be migrated. The type of a damaged document is unknown.
        case unreadable(any Error)
    }

    /// The document's ID.
    public let id: String

    /// The revision that the change created.
    public let revisionID: RevisionID

    /// The sequence number of the change within the collection.
    public let sequence: UInt64

    /// The position after this change.
    public let token: ChangeToken

    /// The state of the document after the change.
    public let content: Content

    /// The model, or `nil` if the document was deleted or cannot be decoded.
    public var model: Model? {
        if case .saved(let stored) = content { stored.value } else { nil }
    }
}

/// A page of the changes of a repository's documents.
///
/// ```swift
/// var page = try hotels.changes(since: nil, limit: 100)
/// while page.hasMore {
///     page = try hotels.changes(since: page.token, limit: 100)
/// }
/// ```
public struct ChangePage<Model: DocumentModel>: Sendable {
    /// The changes, in the order in which they were made.
    ///
    /// Each document occurs at most once, with its latest change.
    public let changes: [RecordedChange<Model>]

    /// The position after the page.
    ///
    /// Store it after you have processed the changes.
    public let token: ChangeToken

    /// Whether more changes can follow the page.
    ///
    /// If it is `false`, the page ends with the last change.
    public let hasMore: Bool
}
