extension Repository {
    /// Returns a page of the changes since a position: the models that were saved, and the documents
    /// that were deleted.
    ///
    /// Each document occurs at most once, with its latest state, in the order of the latest changes.
    /// Purged documents do not occur, and neither do documents whose type was changed to that of
    /// another model. Documents that are changed while you read the pages occur again in a later
    /// page. A document that cannot be decoded does not stop the reading: its content is
    /// ``RecordedChange/Content/unreadable(_:)``.
    ///
    /// To continue later, even after a restart, store the token of the page.
    ///
    /// ```swift
    /// var token: ChangeToken? = nil  // the stored token, or nil for all documents
    /// var page: ChangePage<Hotel>
    /// repeat {
    ///     page = try hotels.changes(since: token, limit: 100)
    ///     for change in page.changes { print(change.id, change.model?.name ?? "was deleted") }
    ///     token = page.token
    /// } while page.hasMore
    /// ```
    ///
    /// A token is rejected with code `staleChangeToken` if the database was created again or is a
    /// copy, or if its files were replaced by older ones. In this case, read all changes with
    /// `nil`, and remove your copies of documents that do not occur. A collection that was deleted
    /// and created again is detected in the same way, unless the document at the token's position
    /// was changed or purged since. Do not use a token that was read in a transaction that was
    /// rolled back.
    ///
    /// - Parameters:
    ///   - token: The position, or `nil` for all documents and tombstones.
    ///   - limit: The maximum number of changes; at least one.
    /// - Returns: The page.
    /// - Throws: ``QuireError`` with code `staleChangeToken`; `invalidParameter` if the token belongs
    ///   to another collection or the limit is less than 1; `corruptRevisionData` if the revision of
    ///   a document is damaged, with a message that names the document; `unsupportedOperation` if
    ///   the engine does not list changes by sequence; `notOpen`.
    /// - Complexity: O(log *n* + *k*) for *k* changes of all types, among *n* documents. O(*n*) if the
    ///   collection has no index by sequence, which the first call outside a transaction creates.
    public func changes(since token: ChangeToken?, limit: Int) throws -> ChangePage<Model> {
        try ChangePageReader.page(of: self, since: token, limit: limit)
    }

    /// Returns a page of the changes since a position.
    ///
    /// - Parameters:
    ///   - token: The position, or `nil` for all documents and tombstones.
    ///   - limit: The maximum number of changes; at least one.
    /// - Returns: The page.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func changes(
        since token: ChangeToken?, limit: Int
    ) async throws -> ChangePage<Model> {
        try await reading { try changes(since: token, limit: limit) }
    }

    /// Returns the position after the last change of the collection.
    ///
    /// Use it to read only later changes.
    ///
    /// ```swift
    /// let token = try hotels.currentChangeToken()
    /// try hotels.save(Hotel(id: "hotel-9", name: "Fjord View", roomRate: 150))
    /// let later = try hotels.changes(since: token, limit: 100).changes  // hotel-9
    /// ```
    ///
    /// - Returns: The position. Inside a transaction, it includes the changes of the transaction.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the engine does not list changes
    ///   by sequence, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents. O(*n*) if the collection has no index by
    ///   sequence, which the first call outside a transaction creates.
    public func currentChangeToken() throws -> ChangeToken {
        let state = try store.changeFeedState()
        var revision: SavedRevision?
        if state.lastSequence > 0 {
            revision = try store.changes(since: state.lastSequence - 1, limit: 1).first?.revision
        }
        return ChangeToken(
            feedID: state.feedID, storeName: store.fullName, sequence: state.lastSequence,
            // The document can have been purged, or changed after the state was read.
            revision: revision?.sequence == state.lastSequence ? revision?.revisionID : nil)
    }

    /// Returns the position after the last change of the collection.
    ///
    /// - Returns: The position.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func currentChangeToken() async throws -> ChangeToken {
        try await reading { try currentChangeToken() }
    }
}
