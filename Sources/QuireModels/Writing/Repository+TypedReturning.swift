// Writes that return models and take the `id` of an `Identifiable` model instead of a document ID.

extension Repository where Model: Identifiable {
    /// Changes individual properties of a document, and returns the changed model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `patch(_:returning:_:)` with a string.
    /// - Complexity: The same as `patch(_:returning:_:)`.
    @_disfavoredOverload
    public func patch<Value>(
        _ id: Model.ID, returning form: ReturnedForm<Model, Value>,
        _ changes: (inout Patch<Model>) -> Void
    ) throws -> Value {
        try patch(existingID(id), returning: form, changes)
    }

    /// Changes individual properties of a document using an existing patch, and returns the changed
    /// model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    ///   - patch: The changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `patch(_:returning:by:)` with a string.
    /// - Complexity: The same as `patch(_:returning:by:)`.
    @_disfavoredOverload
    public func patch<Value>(
        _ id: Model.ID, returning form: ReturnedForm<Model, Value>, by patch: Patch<Model>
    ) throws -> Value {
        try self.patch(existingID(id), returning: form, by: patch)
    }

    /// Changes individual properties of a document if it is at the given revision, and returns the
    /// changed model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `patch(_:ifMatch:returning:_:)` with a string.
    /// - Complexity: The same as `patch(_:ifMatch:returning:_:)`.
    @_disfavoredOverload
    public func patch<Value>(
        _ id: Model.ID, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ changes: (inout Patch<Model>) -> Void
    ) throws -> Value {
        try patch(existingID(id), ifMatch: revision, returning: form, changes)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, and returns
    /// it in the given form.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `update(_:returning:_:)` with a string.
    /// - Complexity: The same as `update(_:returning:_:)`.
    @_disfavoredOverload
    public func update<Value>(
        _ id: Model.ID, returning form: ReturnedForm<Model, Value>,
        _ change: (inout Model) throws -> Void
    ) throws -> Value {
        try update(existingID(id), returning: form, change)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision, and returns it in the given form.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `update(_:ifMatch:returning:_:)` with a string.
    /// - Complexity: The same as `update(_:ifMatch:returning:_:)`.
    @_disfavoredOverload
    public func update<Value>(
        _ id: Model.ID, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ change: (inout Model) throws -> Void
    ) throws -> Value {
        try update(existingID(id), ifMatch: revision, returning: form, change)
    }

    /// Deletes the document with the given ID, leaves a tombstone, and returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `delete(id:returning:)` with a string.
    /// - Complexity: The same as `delete(id:returning:)`.
    @_disfavoredOverload
    public func delete<Value>(
        id: Model.ID, returning form: ReturnedForm<Model, Value>
    ) throws -> Value {
        try delete(id: existingID(id), returning: form)
    }

    /// Deletes the document with the given ID if it is at the given revision, leaves a tombstone, and
    /// returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `delete(id:ifMatch:returning:)` with a string.
    /// - Complexity: The same as `delete(id:ifMatch:returning:)`.
    @_disfavoredOverload
    public func delete<Value>(
        id: Model.ID, ifMatch revision: String, returning form: ReturnedForm<Model, Value>
    ) throws -> Value {
        try delete(id: existingID(id), ifMatch: revision, returning: form)
    }
}

// Asynchronous versions, which do not block Swift's cooperative threads.

extension Repository where Model: Identifiable {
    /// Changes individual properties of a document, and returns the changed model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func patch<Value>(
        _ id: Model.ID, returning form: ReturnedForm<Model, Value>,
        _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws -> Value {
        try await patch(existingID(id), returning: form, changes)
    }

    /// Changes individual properties of a document using an existing patch, and returns the changed
    /// model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    ///   - patch: The changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func patch<Value>(
        _ id: Model.ID, returning form: ReturnedForm<Model, Value>, by patch: Patch<Model>
    ) async throws -> Value {
        try await self.patch(existingID(id), returning: form, by: patch)
    }

    /// Changes individual properties of a document if it is at the given revision, and returns the
    /// changed model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func patch<Value>(
        _ id: Model.ID, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws -> Value {
        try await patch(existingID(id), ifMatch: revision, returning: form, changes)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, and returns
    /// it in the given form.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func update<Value>(
        _ id: Model.ID, returning form: ReturnedForm<Model, Value>,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Value {
        try await update(existingID(id), returning: form, change)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision, and returns it in the given form.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func update<Value>(
        _ id: Model.ID, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Value {
        try await update(existingID(id), ifMatch: revision, returning: form, change)
    }

    /// Deletes the document with the given ID, leaves a tombstone, and returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func delete<Value>(
        id: Model.ID, returning form: ReturnedForm<Model, Value>
    ) async throws -> Value {
        try await delete(id: existingID(id), returning: form)
    }

    /// Deletes the document with the given ID if it is at the given revision, leaves a tombstone, and
    /// returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func delete<Value>(
        id: Model.ID, ifMatch revision: String, returning form: ReturnedForm<Model, Value>
    ) async throws -> Value {
        try await delete(id: existingID(id), ifMatch: revision, returning: form)
    }
}
