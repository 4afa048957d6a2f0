// The calls of the same names, for asynchronous callers: none blocks a thread of Swift's.

extension Selection {
    /// Loads the models.
    ///
    /// - Returns: The models.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func all() async throws -> [Model] {
        try await repository.reading { try all() }
    }

    /// Loads the models, together with their IDs, revisions and sequences.
    ///
    /// - Returns: The models.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func allStored() async throws -> [Stored<Model>] {
        try await repository.reading { try allStored() }
    }

    /// Loads the first model.
    ///
    /// - Returns: The model, or `nil` if the selection is empty.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func first() async throws -> Model? {
        try await repository.reading { try first() }
    }

    /// Counts the models that fulfil the conditions.
    ///
    /// - Returns: Their number, within the limit.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func count() async throws -> Int {
        try await repository.reading { try count() }
    }

    /// Whether there is any such model.
    ///
    /// - Returns: `true` if the selection is not empty.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func exists() async throws -> Bool {
        try await repository.reading { try exists() }
    }

    /// Returns the models' documents as JSON texts, as they are stored.
    ///
    /// - Returns: A text for each.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func json() async throws -> [String] {
        try await repository.reading { try json() }
    }
}

extension Selection {
    /// Loads the models page by page.
    ///
    /// - Parameters:
    ///   - cursor: The end of the page before, or `nil` for the first page.
    ///   - size: How many models a page has at most; at least one.
    /// - Returns: The page.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func page(after cursor: PageCursor? = nil, size: Int) async throws -> Page<Model> {
        try await repository.reading { try page(after: cursor, size: size) }
    }

    /// Reads the models, lets a closure change each, and saves them: in one transaction.
    ///
    /// - Parameter change: A closure that changes a model. It must not give it another ID.
    /// - Returns: How many models there were.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func update(
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Int {
        try await repository.writing { try update(change) }
    }

    /// Deletes the models' documents, in one transaction; tombstones remain.
    ///
    /// - Returns: How many there were.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func delete() async throws -> Int {
        try await repository.writing { try delete() }
    }

    /// Removes the models' documents without a trace, in one transaction.
    ///
    /// - Returns: How many there were.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func purge() async throws -> Int {
        try await repository.writing { try purge() }
    }

    /// Changes single properties of all the models' documents, in one transaction.
    ///
    /// - Parameter changes: A closure that records the changes, at once.
    /// - Returns: How many documents there were.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func patch(_ changes: (inout Patch<Model>) -> Void) async throws -> Int {
        var recorded = Patch<Model>()
        changes(&recorded)
        let patch = recorded
        return try await repository.writing { try self.patch(by: patch) }
    }
}
