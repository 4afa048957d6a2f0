// Asynchronous versions of the calls that read all models as a selection does, and of explanations.
// They do not block Swift's cooperative threads.

extension Repository {
    /// Loads one page of the models, in the order of their document IDs.
    ///
    /// - Parameters:
    ///   - cursor: The cursor from the previous page, or `nil` for the first page.
    ///   - size: The maximum number of models on the page; at least one.
    /// - Returns: The page.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func page(after cursor: PageCursor? = nil, size: Int) async throws -> Page<Model> {
        try await selection.page(after: cursor, size: size)
    }

    /// Loads all models together with their IDs, revisions and sequences.
    ///
    /// - Returns: The models in the order of `all()`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func allStored() async throws -> [Stored<Model>] { try await selection.allStored() }

    /// Returns a readable explanation of how all models are found.
    ///
    /// - Returns: The query as SQL, and the query plan of SQLite.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func explain() async throws -> String { try await selection.explain() }
}

extension Selection {
    /// Returns a readable explanation of how the models are found.
    ///
    /// - Returns: The selection as SQL, and the query plan of SQLite.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func explain() async throws -> String {
        try await repository.reading { try explain() }
    }
}
