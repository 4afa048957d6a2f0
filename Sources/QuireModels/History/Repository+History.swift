extension Repository {
    /// Returns the revisions of a document that the database has a record of.
    ///
    /// Every database stores the current revision, including that of a deleted document. The
    /// embedded engine also lists:
    ///
    /// - the last revision of each other database that has edited the document, without its body
    /// - the latest revision of each remote database, and the conflicting revisions that a
    ///   replicator has stored, with their bodies
    /// - for documents that were last saved by Couchbase Lite 2 or 3, the ancestors and branches of
    ///   the current revision, with those bodies that were kept
    ///
    /// The embedded engine does not keep the bodies of its own earlier revisions. An engine without
    /// a history of revisions returns the current one.
    ///
    /// The type of a deleted document is unknown, so its history is returned by the repositories of
    /// all types of the collection, unless an older body shows the type.
    ///
    /// ```swift
    /// let history = try hotels.history(of: "hotel-1")
    /// if let older = try history.dropFirst().lazy.compactMap({ try $0.model() }).first {
    ///     try hotels.upsert(older)  // restores the older revision
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The revisions, the current one first and the others from the newest to the
    ///   oldest. The array is empty if no document of this type has the ID.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the revisions are damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    public func history(of id: String) throws -> [ModelRevision<Model>] {
        // Middleware can exclude a live document.
        if !conditions.isEmpty, try store.record(id: id) != nil, try record(id) == nil { return [] }
        let revisions = try store.revisions(of: id)
        let newestBody = revisions.lazy.compactMap { try? $0.content.get() }.first
        if let newestBody, !types.contains(newestBody[typeKey]) { return [] }
        return revisions.enumerated().map { index, revision in
            ModelRevision(revision, of: id, isCurrent: index == 0, in: self)
        }
    }

    /// Returns the revisions of a document that the database has a record of.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The revisions, the current one first.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func history(of id: String) async throws -> [ModelRevision<Model>] {
        try await reading { try history(of: id) }
    }
}

extension Repository where Model: Identifiable {
    /// Returns the revisions of a model's document that the database has a record of.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The revisions, the current one first, or an empty array if the ID is `nil`.
    /// - Throws: The errors of `history(of:)` with a string.
    /// - Complexity: The same as `history(of:)` with a string.
    @_disfavoredOverload
    public func history(of id: Model.ID) throws -> [ModelRevision<Model>] {
        try documentID(id).map { try history(of: $0) } ?? []
    }

    /// Returns the revisions of a model's document that the database has a record of.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The revisions, the current one first, or an empty array if the ID is `nil`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func history(of id: Model.ID) async throws -> [ModelRevision<Model>] {
        guard let id = try documentID(id) else { return [] }
        return try await history(of: id)
    }
}
