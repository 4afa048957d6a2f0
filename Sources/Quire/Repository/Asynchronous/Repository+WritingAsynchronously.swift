public import Foundation

// The calls of the same names, for asynchronous callers: none blocks a thread of Swift's.

extension Repository {
    /// Saves a model as a document.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model with its ID and its new revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func save(_ model: Model) async throws -> Model {
        try await writing { try save(model) }
    }

    /// Saves models as documents, in one transaction: all of them or none.
    ///
    /// - Parameter models: The models.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func save(_ models: [Model]) async throws -> [Model] {
        try await writing { try save(models) }
    }

    /// Saves a model to the document that it was read from, if that is still at its revision.
    ///
    /// - Parameter stored: The model.
    /// - Returns: The model with its new revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func save(_ stored: Stored<Model>) async throws -> Stored<Model> {
        try await writing { try save(stored) }
    }

    /// Saves a model by a rule for conflicts.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - base: What the model was made of, if the rule merges: a copy of what was loaded.
    ///   - rule: What to do if the document is not as the model takes it to be.
    /// - Returns: The model that was saved, with its new revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func save(
        _ model: Model, base: Model? = nil, onConflict rule: ConflictRule<Model>
    ) async throws -> Model {
        try await writing { try save(model, base: base, onConflict: rule) }
    }

    /// Saves a model to the document that it was read from, by a rule for conflicts.
    ///
    /// - Parameters:
    ///   - stored: The model.
    ///   - rule: What to do if the document is not at the revision that the model was read from.
    /// - Returns: The model that was saved, with its new revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func save(
        _ stored: Stored<Model>, onConflict rule: ConflictRule<Model>
    ) async throws -> Stored<Model> {
        try await writing { try save(stored, onConflict: rule) }
    }

    /// Saves a model as a new document.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model with its ID and its revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func insert(_ model: Model) async throws -> Model {
        try await writing { try insert(model) }
    }

    /// Saves a model as a new document of an ID that the model need not have itself.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model with the document that it was saved as.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func insert(_ model: Model, id: String) async throws -> Stored<Model> {
        try await writing { try insert(model, id: id) }
    }

    /// Reads a model, lets a closure change it, and saves it: in one transaction.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - change: A closure that changes the model. It must not give it another ID.
    /// - Returns: The model as it was saved, with its new revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func update(
        _ id: String, _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Model {
        try await writing { try update(id, change) }
    }
}

extension Repository {
    /// Deletes a model's document; a tombstone remains.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func delete(_ model: Model) async throws {
        try await writing { try delete(model) }
    }

    /// Deletes the document that a model was read from, if it is still at its revision.
    ///
    /// - Parameter stored: The model.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func delete(_ stored: Stored<Model>) async throws {
        try await writing { try delete(stored) }
    }

    /// Deletes the model with an ID; a tombstone remains.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func delete(id: String) async throws {
        try await writing { try delete(id: id) }
    }

    /// Removes a model's document without a trace.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func purge(_ model: Model) async throws {
        try await writing { try purge(model) }
    }

    /// Removes the document of an ID without a trace.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func purge(id: String) async throws {
        try await writing { try purge(id: id) }
    }

    /// Sets when a model's document is purged by itself.
    ///
    /// - Parameters:
    ///   - expiration: The time, stored in whole milliseconds, or `nil` for never.
    ///   - id: The document's ID.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func setExpiration(_ expiration: Date?, of id: String) async throws {
        try await writing { try setExpiration(expiration, of: id) }
    }

    /// Returns when a model's document is purged by itself.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The time, or `nil` if there is none, or no such document of this type.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func expiration(of id: String) async throws -> Date? {
        try await reading { try expiration(of: id) }
    }
}

extension Repository {
    /// Changes single properties of a document, without reading or writing the model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - changes: A closure that records the changes, at once.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func patch(_ id: String, _ changes: (inout Patch<Model>) -> Void) async throws {
        var recorded = Patch<Model>()
        changes(&recorded)
        let patch = recorded
        try await writing { try self.patch(id, by: patch) }
    }

    /// Takes the mark of deletion off a model.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    public func restore(id: String) async throws {
        try await writing { try restore(id: id) }
    }
}
