public import Foundation

// Asynchronous versions of the calls that write. They do not block Swift's cooperative threads.

extension Repository {
    /// Saves a model as a document.
    ///
    /// - Parameter model: The model, new or changed.
    /// - Returns: The model with its ID and its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(_ model: Model) async throws -> Model {
        try await writing { try save(model) }
    }

    /// Saves models as documents in one transaction.
    ///
    /// If one save fails, none of the models is saved.
    ///
    /// - Parameter models: The models, new or changed.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(_ models: [Model]) async throws -> [Model] {
        try await writing { try save(models) }
    }

    /// Saves a model to the document that it was read from.
    ///
    /// The document must still be at the revision that was read.
    ///
    /// - Parameter stored: The model.
    /// - Returns: The model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(_ stored: Stored<Model>) async throws -> Stored<Model> {
        try await writing { try save(stored) }
    }

    /// Saves a model using a conflict rule.
    ///
    /// - Parameters:
    ///   - model: The model, which may be new.
    ///   - base: A copy of the model as it was loaded, if the rule merges.
    ///   - rule: The rule that applies if the document is not at the revision that the model was
    ///     read from, or if the model is new and the document exists.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(
        _ model: Model, base: Model? = nil, onConflict rule: ConflictRule<Model>
    ) async throws -> Model {
        try await writing { try save(model, base: base, onConflict: rule) }
    }

    /// Saves a model to the document that it was read from, using a conflict rule.
    ///
    /// - Parameters:
    ///   - stored: The model.
    ///   - rule: The rule that applies if the document is not at the revision that the model was
    ///     read from.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func save(
        _ stored: Stored<Model>, onConflict rule: ConflictRule<Model>
    ) async throws -> Stored<Model> {
        try await writing { try save(stored, onConflict: rule) }
    }

    /// Saves a model as a new document.
    ///
    /// - Parameter model: The model, whose document must not exist.
    /// - Returns: The model with its ID and its revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func insert(_ model: Model) async throws -> Model {
        try await writing { try insert(model) }
    }

    /// Saves a model as a new document with the given ID.
    ///
    /// The model does not need to contain the ID.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model together with its document's ID, revision and sequence.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func insert(_ model: Model, id: String) async throws -> Stored<Model> {
        try await writing { try insert(model, id: id) }
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func update(
        _ id: String, _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Model {
        try await writing { try update(id, change) }
    }
}

extension Repository {
    /// Deletes a model's document and leaves a tombstone.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete(_ model: Model) async throws {
        try await writing { try delete(model) }
    }

    /// Deletes the document that a model was read from, and leaves a tombstone.
    ///
    /// The document must still be at the revision that was read.
    ///
    /// - Parameter stored: The model.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete(_ stored: Stored<Model>) async throws {
        try await writing { try delete(stored) }
    }

    /// Deletes the document with the given ID and leaves a tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete(id: String) async throws {
        try await writing { try delete(id: id) }
    }

    /// Purges a model's document, leaving no tombstone.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func purge(_ model: Model) async throws {
        try await writing { try purge(model) }
    }

    /// Purges the document with the given ID, leaving no tombstone.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func purge(id: String) async throws {
        try await writing { try purge(id: id) }
    }

    /// Sets the date at which a model's document expires and is purged.
    ///
    /// - Parameters:
    ///   - expiration: The date, stored in milliseconds, or `nil` if the document does not expire.
    ///   - id: The document's ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func setExpiration(_ expiration: Date?, of id: String) async throws {
        try await writing { try setExpiration(expiration, of: id) }
    }

    /// Returns the date at which a model's document expires and is purged.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The date, or `nil` if the document does not expire or no document of this type
    ///   has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func expiration(of id: String) async throws -> Date? {
        try await reading { try expiration(of: id) }
    }
}

extension Repository {
    /// Changes individual properties of a document without decoding or encoding the model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - changes: A closure that records the changes. It runs synchronously, before the
    ///     call suspends.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch(_ id: String, _ changes: @Sendable (inout Patch<Model>) -> Void) async throws
    {
        var recorded = Patch<Model>()
        changes(&recorded)
        let patch = recorded
        try await self.patch(id, by: patch)
    }

    /// Changes individual properties of a document using an existing patch.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - patch: The changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch(_ id: String, by patch: Patch<Model>) async throws {
        try await writing { try self.patch(id, by: patch) }
    }

    /// Restores a model that is marked as deleted, by removing the mark.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func restore(id: String) async throws {
        try await writing { try restore(id: id) }
    }
}
