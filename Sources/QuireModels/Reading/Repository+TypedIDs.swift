public import Foundation

// Asynchronous versions of the calls that take a model's `id`. They do not block Swift's
// cooperative threads.

extension Repository where Model: Identifiable {
    /// Loads the model with the given ID.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The model, or `nil` if the ID is `nil` or no document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func find(_ id: Model.ID) async throws -> Model? {
        guard let id = try documentID(id) else { return nil }
        return try await find(id)
    }

    /// Loads the models with the given IDs from one snapshot of the database.
    ///
    /// - Parameter ids: The models' `id`s; `nil` is ignored.
    /// - Returns: The models that exist, in the order of the IDs.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func find(_ ids: [Model.ID]) async throws -> [Model] {
        try await find(ids.compactMap { try documentID($0) })
    }

    /// Loads the model with the given ID, which must exist.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The model.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func require(_ id: Model.ID) async throws -> Model {
        try await require(existingID(id))
    }

    /// Returns whether a model with the given ID exists.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: `true` if a document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func exists(_ id: Model.ID) async throws -> Bool {
        guard let id = try documentID(id) else { return false }
        return try await exists(id)
    }

    /// Loads the model with the given ID, together with its revision and sequence.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The model, or `nil` if the ID is `nil` or no document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func findStored(_ id: Model.ID) async throws -> Stored<Model>? {
        guard let id = try documentID(id) else { return nil }
        return try await findStored(id)
    }

    /// Returns a model's document as JSON, as it is stored.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The JSON, or `nil` if the ID is `nil` or no document of this type has the ID.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func json(_ id: Model.ID) async throws -> String? {
        guard let id = try documentID(id) else { return nil }
        return try await json(id)
    }

    /// Returns the date at which a model's document expires and is purged.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func expiration(of id: Model.ID) async throws -> Date? {
        guard let id = try documentID(id) else { return nil }
        return try await expiration(of: id)
    }
}

extension Repository where Model: Identifiable {
    /// Reads a model, calls a closure that changes it, and saves it, in one transaction.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    @discardableResult
    public func update(
        _ id: Model.ID, _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Model {
        try await update(existingID(id), change)
    }

    /// Changes individual properties of a document without decoding or encoding the model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - changes: A closure that records the changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func patch(
        _ id: Model.ID, _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws {
        try await patch(existingID(id), changes)
    }

    /// Changes individual properties of a document using an existing patch.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - patch: The changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func patch(_ id: Model.ID, by patch: Patch<Model>) async throws {
        try await self.patch(existingID(id), by: patch)
    }

    /// Deletes the document of the model with the given ID and leaves a tombstone.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func delete(id: Model.ID) async throws {
        try await delete(id: existingID(id))
    }

    /// Purges the document of the model with the given ID, leaving no tombstone.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func purge(id: Model.ID) async throws {
        try await purge(id: existingID(id))
    }

    /// Restores a model that is marked as deleted.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func restore(id: Model.ID) async throws {
        try await restore(id: existingID(id))
    }

    /// Sets the date at which a model's document expires and is purged.
    ///
    /// - Parameters:
    ///   - expiration: The date, stored in milliseconds, or `nil` if the document does not expire.
    ///   - id: The model's `id`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func setExpiration(_ expiration: Date?, of id: Model.ID) async throws {
        try await setExpiration(expiration, of: existingID(id))
    }
}

extension Repository where Model: Identifiable {
    /// Deletes the document of the model with the given ID if it is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func delete(id: Model.ID, ifMatch revision: String) async throws {
        try await delete(id: existingID(id), ifMatch: revision)
    }

    /// Changes individual properties of a document if it is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - changes: A closure that records the changes.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    public func patch(
        _ id: Model.ID, ifMatch revision: String, _ changes: @Sendable (inout Patch<Model>) -> Void
    ) async throws {
        try await patch(existingID(id), ifMatch: revision, changes)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @_disfavoredOverload
    @discardableResult
    public func update(
        _ id: Model.ID, ifMatch revision: String,
        _ change: @escaping @Sendable (inout Model) throws -> Void
    ) async throws -> Model {
        try await update(existingID(id), ifMatch: revision, change)
    }
}
