// Asynchronous versions of the calls with `ifMatch:`. They do not block Swift's cooperative
// threads.

extension Repository {
    /// Saves a model if its document is at the given revision.
    ///
    /// - Parameters:
    ///   - model: The model, which contains its ID.
    ///   - revision: The current revision of the document, or `*` if the document only has to
    ///     exist.
    /// - Returns: The model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(_ model: Model, ifMatch revision: String) async throws -> Model {
        try await writing { try save(model, ifMatch: revision) }
    }

    /// Saves a model as the document with the given ID if the document is at the given revision.
    ///
    /// The model does not need to contain the ID.
    ///
    /// - Parameters:
    ///   - model: The model. If it contains an ID, that must equal `id`.
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` if the document only has to
    ///     exist.
    /// - Returns: The model together with its document's ID, revision and sequence.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(
        _ model: Model, id: String, ifMatch revision: String
    ) async throws -> Stored<Model> {
        try await writing { try save(model, id: id, ifMatch: revision) }
    }

    /// Saves a model to the document that it was read from if the document is at the given
    /// revision.
    ///
    /// - Parameters:
    ///   - stored: The model.
    ///   - revision: The current revision of the document, or `*` if the document only has to
    ///     exist.
    /// - Returns: The model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(
        _ stored: Stored<Model>, ifMatch revision: String
    ) async throws -> Stored<Model> {
        try await writing { try save(stored, ifMatch: revision) }
    }

    /// Deletes the document with the given ID if it is at the given revision, and leaves a
    /// tombstone.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete(id: String, ifMatch revision: String) async throws {
        try await writing { try delete(id: id, ifMatch: revision) }
    }

    /// Changes individual properties of a document if it is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - changes: A closure that records the changes. It runs synchronously, before the
    ///     call suspends.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch(
        _ id: String, ifMatch revision: String, _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws {
        var recorded = Patch<Model>()
        changes(&recorded)
        try await patch(id, ifMatch: revision, by: recorded)
    }

    /// Changes individual properties of a document using an existing patch if it is at the given
    /// revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - patch: The changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch(
        _ id: String, ifMatch revision: String, by patch: Patch<Model>
    ) async throws {
        try await writing { try self.patch(id, ifMatch: revision, by: patch) }
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func update(
        _ id: String, ifMatch revision: String,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Model {
        try await writing { try update(id, ifMatch: revision, change) }
    }
}
