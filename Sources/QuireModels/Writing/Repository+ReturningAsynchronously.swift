// Asynchronous versions of the writes that return models. They do not block Swift's cooperative
// threads.

extension Repository {
    /// Changes individual properties of a document, and returns the changed model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes. It runs synchronously, before the
    ///     call suspends.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch<Value>(
        _ id: String, returning form: ReturnedForm<Model, Value>,
        _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws -> Value {
        var recorded = Patch<Model>()
        changes(&recorded)
        return try await patch(id, returning: form, by: recorded)
    }

    /// Changes individual properties of a document using an existing patch, and returns the changed
    /// model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    ///   - patch: The changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch<Value>(
        _ id: String, returning form: ReturnedForm<Model, Value>, by patch: Patch<Model>
    ) async throws -> Value {
        try await writing { try self.patch(id, returning: form, by: patch) }
    }

    /// Changes individual properties of a document if it is at the given revision, and returns the
    /// changed model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes. It runs synchronously, before the
    ///     call suspends.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch<Value>(
        _ id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws -> Value {
        var recorded = Patch<Model>()
        changes(&recorded)
        return try await patch(id, ifMatch: revision, returning: form, by: recorded)
    }

    /// Changes individual properties of a document using an existing patch if it is at the given
    /// revision, and returns the changed model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - patch: The changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch<Value>(
        _ id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        by patch: Patch<Model>
    ) async throws -> Value {
        try await writing {
            try self.patch(id, ifMatch: revision, returning: form, by: patch)
        }
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, and returns
    /// it in the given form.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func update<Value>(
        _ id: String, returning form: ReturnedForm<Model, Value>,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Value {
        try await writing { try update(id, returning: form, change) }
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision, and returns it in the given form.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func update<Value>(
        _ id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Value {
        try await writing { try update(id, ifMatch: revision, returning: form, change) }
    }

    /// Deletes the document with the given ID, leaves a tombstone, and returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete<Value>(
        id: String, returning form: ReturnedForm<Model, Value>
    ) async throws -> Value {
        try await writing { try delete(id: id, returning: form) }
    }

    /// Deletes the document with the given ID if it is at the given revision, leaves a tombstone, and
    /// returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete<Value>(
        id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>
    ) async throws -> Value {
        try await writing { try delete(id: id, ifMatch: revision, returning: form) }
    }
}

extension Selection {
    /// Changes individual properties of all documents of the selection, in one transaction, and
    /// returns the changed models.
    ///
    /// - Parameters:
    ///   - form: The form in which the models are returned.
    ///   - changes: A closure that records the changes. It runs synchronously, before the
    ///     call suspends.
    /// - Returns: The changed models, in the order of the selection before the changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func patch<Value>(
        returning form: ReturnedForm<Model, Value>,
        _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws -> [Value] {
        var recorded = Patch<Model>()
        changes(&recorded)
        let patch = recorded
        return try await repository.writing { try self.patch(returning: form, by: patch) }
    }

    /// Reads the models, calls a closure that changes each of them, saves them, in one transaction,
    /// and returns them.
    ///
    /// - Parameters:
    ///   - form: The form in which the models are returned.
    ///   - change: A closure that changes a model. It must not change the model's ID.
    /// - Returns: The saved models, in the order of the selection before the changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func update<Value>(
        returning form: ReturnedForm<Model, Value>,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> [Value] {
        try await repository.writing { try update(returning: form, change) }
    }

    /// Deletes the models' documents in one transaction, leaves tombstones, and returns the deleted
    /// models.
    ///
    /// - Parameter form: The form in which the models are returned.
    /// - Returns: The models as they were before the deletion, in the order of the selection.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func delete<Value>(
        returning form: ReturnedForm<Model, Value>
    ) async throws -> [Value] {
        try await repository.writing { try delete(returning: form) }
    }
}
