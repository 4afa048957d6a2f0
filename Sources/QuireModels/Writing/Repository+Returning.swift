// Writes that return the model in the form that the caller chooses, without another read after the
// write.

extension Repository {
    /// Changes individual properties of a document, and returns the changed model.
    ///
    /// The document is read and changed in one transaction, so the returned model contains exactly
    /// these changes and not later ones. The model is decoded from the changed body, which is not
    /// read again. If it cannot be decoded, nothing is changed.
    ///
    /// ```swift
    /// let changed = try hotels.patch("hotel-1", returning: .model) { $0.increment(\.stars) }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes. If it records none, the model is returned
    ///     as it is stored.
    /// - Returns: The changed model with its new revision.
    /// - Throws: The errors of `patch(_:_:)` and `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    public func patch<Value>(
        _ id: String, returning form: ReturnedForm<Model, Value>,
        _ changes: (inout Patch<Model>) -> Void
    ) throws -> Value {
        var patch = Patch<Model>()
        changes(&patch)
        return try self.patch(id, returning: form, by: patch)
    }

    /// Changes individual properties of a document using an existing patch, and returns the changed
    /// model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    ///   - patch: The changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: The errors of `patch(_:returning:_:)`.
    /// - Complexity: The same as `patch(_:returning:_:)`.
    public func patch<Value>(
        _ id: String, returning form: ReturnedForm<Model, Value>, by patch: Patch<Model>
    ) throws -> Value {
        form.value(try patched(id, by: patch, if: .any))
    }

    /// Changes individual properties of a document if it is at the given revision, and returns the
    /// changed model.
    ///
    /// ```swift
    /// let changed = try hotels.patch("hotel-1", ifMatch: stored.revision, returning: .stored) {
    ///     $0.set(\.roomRate, to: 130)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    ///   - changes: A closure that records the changes.
    /// - Returns: The changed model with its new revision.
    /// - Throws: The errors of `patch(_:ifMatch:_:)` and `patch(_:returning:_:)`.
    /// - Complexity: The same as `patch(_:returning:_:)`.
    public func patch<Value>(
        _ id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ changes: (inout Patch<Model>) -> Void
    ) throws -> Value {
        var patch = Patch<Model>()
        changes(&patch)
        return try self.patch(id, ifMatch: revision, returning: form, by: patch)
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
    /// - Throws: The errors of `patch(_:ifMatch:returning:_:)`.
    /// - Complexity: The same as `patch(_:returning:_:)`.
    public func patch<Value>(
        _ id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        by patch: Patch<Model>
    ) throws -> Value {
        form.value(try patched(id, by: patch, if: RevisionPrecondition(ifMatch: revision)))
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, and returns
    /// it in the given form.
    ///
    /// ```swift
    /// let stored = try hotels.update("hotel-1", returning: .stored) { $0.roomRate += 10 }
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model with its new revision.
    /// - Throws: The errors of `update(_:_:)`.
    /// - Complexity: The same as `update(_:_:)`.
    public func update<Value>(
        _ id: String, returning form: ReturnedForm<Model, Value>,
        _ change: (inout Model) throws -> Void
    ) throws -> Value {
        form.value(Stored(try update(id, if: .any, change)))
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
    /// - Throws: The errors of `update(_:ifMatch:_:)`.
    /// - Complexity: The same as `update(_:_:)`.
    public func update<Value>(
        _ id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>,
        _ change: (inout Model) throws -> Void
    ) throws -> Value {
        let precondition = try RevisionPrecondition(ifMatch: revision)
        return form.value(Stored(try update(id, if: precondition, change)))
    }

    /// Deletes the document with the given ID, leaves a tombstone, and returns the deleted model.
    ///
    /// ```swift
    /// let deleted = try hotels.delete(id: "hotel-2", returning: .model)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: The errors of `delete(id:)` and `find(_:)`. If the model cannot be decoded, it is
    ///   not deleted.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    public func delete<Value>(
        id: String, returning form: ReturnedForm<Model, Value>
    ) throws -> Value {
        form.value(try deleted(id, if: .any))
    }

    /// Deletes the document with the given ID if it is at the given revision, leaves a tombstone, and
    /// returns the deleted model.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - form: The form in which the model is returned.
    /// - Returns: The model and the revision as they were before the deletion.
    /// - Throws: The errors of `delete(id:ifMatch:)` and `delete(id:returning:)`.
    /// - Complexity: The same as `delete(id:returning:)`.
    public func delete<Value>(
        id: String, ifMatch revision: String, returning form: ReturnedForm<Model, Value>
    ) throws -> Value {
        form.value(try deleted(id, if: RevisionPrecondition(ifMatch: revision)))
    }
}

extension Repository {
    /// Applies a patch, and returns the changed model.
    func patched(
        _ id: String, by patch: Patch<Model>, if precondition: RevisionPrecondition
    ) throws -> Stored<Model> {
        var operation = WriteOperation<Model>(id: id, action: .patch(patch))
        operation.precondition = precondition
        operation.returnsModel = true
        // A nested transaction, because nothing must change if the model cannot be decoded.
        return try store.inBatch {
            guard let stored = try perform(operation).result() ?? bare.findStored(id) else {
                throw notFound(id)
            }
            return stored
        }
    }

    /// Deletes a document, and returns the model that it contained.
    func deleted(
        _ id: String, if precondition: RevisionPrecondition, _ removal: Removal? = nil
    ) throws -> Stored<Model> {
        try store.inBatch {
            guard let record = try record(id) else {
                // The deletion throws the error, for example a conflict with a tombstone.
                try delete(id: id, if: precondition, removal)
                throw notFound(id)
            }
            let stored = try decodeStored(record)
            try delete(id: id, if: precondition, removal)
            return stored
        }
    }
}

extension Selection {
    /// Changes individual properties of all documents of the selection, in one transaction, and
    /// returns the changed models.
    ///
    /// With a limit of 1, it finds a model and changes it, while no other writer can:
    ///
    /// ```swift
    /// let upgraded = try hotels.filter { $0.stars == 4 }.sorted(by: \.roomRate).limit(1)
    ///     .patch(returning: .model) { $0.increment(\.stars) }.first
    /// ```
    ///
    /// - Parameters:
    ///   - form: The form in which the models are returned.
    ///   - changes: A closure that records the changes.
    /// - Returns: The changed models, in the order of the selection before the changes.
    /// - Throws: The errors of `patch(_:)` and `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func patch<Value>(
        returning form: ReturnedForm<Model, Value>, _ changes: (inout Patch<Model>) -> Void
    ) throws -> [Value] {
        var patch = Patch<Model>()
        changes(&patch)
        return try self.patch(returning: form, by: patch)
    }

    func patch<Value>(
        returning form: ReturnedForm<Model, Value>, by patch: Patch<Model>
    ) throws -> [Value] {
        try mapIDs { form.value(try repository.patched($0, by: patch, if: .any)) }
    }

    /// Reads the models, calls a closure that changes each of them, saves them, in one transaction,
    /// and returns them.
    ///
    /// - Parameters:
    ///   - form: The form in which the models are returned.
    ///   - change: A closure that changes a model. It must not change the model's ID.
    /// - Returns: The saved models, in the order of the selection before the changes.
    /// - Throws: The errors of `update(_:)`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func update<Value>(
        returning form: ReturnedForm<Model, Value>, _ change: (inout Model) throws -> Void
    ) throws -> [Value] {
        try mapIDs { try repository.update($0, returning: form, change) }
    }

    /// Deletes the models' documents in one transaction, leaves tombstones, and returns the deleted
    /// models.
    ///
    /// ```swift
    /// let worst = try hotels.sorted(by: \.stars).limit(1).delete(returning: .model).first
    /// ```
    ///
    /// - Parameter form: The form in which the models are returned.
    /// - Returns: The models as they were before the deletion, in the order of the selection.
    /// - Throws: The errors of `delete()` and `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func delete<Value>(returning form: ReturnedForm<Model, Value>) throws -> [Value] {
        let removal = Removal(.delete)
        return try mapIDs(
            { form.value(try repository.deleted($0, if: .any, removal)) }, finally: removal.finish)
    }
}
