// Asynchronous versions of the calls of a selection. They do not block Swift's cooperative threads.

extension Selection {
    /// Loads the models.
    ///
    /// ```swift
    /// let cheap = try await hotels.filter { $0.roomRate < 150 }.all()
    /// ```
    ///
    /// - Returns: The models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all() async throws -> [Model] {
        try await repository.reading { try all() }
    }

    /// Loads the models together with their IDs, revisions and sequences.
    ///
    /// - Returns: The models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func allStored() async throws -> [Stored<Model>] {
        try await repository.reading { try allStored() }
    }

    /// Reads the documents of the selection, and decodes properties of the models when you read
    /// them.
    ///
    /// ```swift
    /// let rows = try await hotels.filter { $0.stars >= 4 }.lazy()
    /// ```
    ///
    /// - Returns: The models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func lazy() async throws -> [LazyModel<Model>] {
        try await repository.reading { try lazy() }
    }

    /// Loads the first model.
    ///
    /// - Returns: The model, or `nil` if the selection is empty.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func first() async throws -> Model? {
        try await repository.reading { try first() }
    }

    /// Returns the number of models that satisfy the conditions.
    ///
    /// - Returns: The number of models, after the offset and up to the limit.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func count() async throws -> Int {
        try await repository.reading { try count() }
    }

    /// Returns whether the selection contains a model.
    ///
    /// - Returns: `true` if the selection is not empty.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func exists() async throws -> Bool {
        try await repository.reading { try exists() }
    }

    /// Returns the models' documents as JSON, as they are stored.
    ///
    /// - Returns: The JSON of each document.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func json() async throws -> [String] {
        try await repository.reading { try json() }
    }
}

extension Selection {
    /// Loads one page of the models.
    ///
    /// - Parameters:
    ///   - cursor: The cursor from the previous page, or `nil` for the first page.
    ///   - size: The maximum number of models on the page; at least one.
    /// - Returns: The page.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func page(after cursor: PageCursor? = nil, size: Int) async throws -> Page<Model> {
        try await repository.reading { try page(after: cursor, size: size) }
    }

    /// Reads the models, calls a closure that changes each of them, and saves them, in one
    /// transaction.
    ///
    /// - Parameter change: A closure that changes a model. It must not change the model's ID.
    /// - Returns: The number of models.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func update(
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Int {
        try await repository.writing { try update(change) }
    }

    /// Deletes the models' documents in one transaction and leaves tombstones.
    ///
    /// - Returns: The number of deleted documents.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func delete() async throws -> Int {
        try await repository.writing { try delete() }
    }

    /// Purges the models' documents in one transaction, leaving no tombstones.
    ///
    /// - Returns: The number of purged documents.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func purge() async throws -> Int {
        try await repository.writing { try purge() }
    }

    /// Changes individual properties of all documents of the selection, in one transaction.
    ///
    /// - Parameter changes: A closure that records the changes. It runs synchronously, before the
    ///   call suspends.
    /// - Returns: The number of documents.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func patch(_ changes: @Sendable (inout Patch<Model>) -> Void) async throws -> Int {
        var recorded = Patch<Model>()
        changes(&recorded)
        let patch = recorded
        return try await repository.writing { try self.patch(by: patch) }
    }
}
