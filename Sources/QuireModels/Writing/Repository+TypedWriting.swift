public import Foundation

// Calls that change the document with the `id` of an `Identifiable` model.

extension Repository where Model: Identifiable {
    /// Reads a model, calls a closure that changes it, and saves it, in one transaction.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`, `invalidParameter` if the
    ///   model's `id` is not its document ID. Also the errors of `update(_:_:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @_disfavoredOverload
    @discardableResult
    public func update(
        _ id: Model.ID, _ change: (inout Model) throws -> Void
    ) throws -> Model {
        try update(existingID(id), change)
    }

    /// Changes individual properties of a document without decoding or encoding the model.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - changes: A closure that records the changes.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `patch(_:_:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the document.
    @_disfavoredOverload
    public func patch(_ id: Model.ID, _ changes: (inout Patch<Model>) -> Void) throws {
        try patch(existingID(id), changes)
    }

    /// Changes individual properties of a document using an existing patch.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - patch: The changes.
    /// - Throws: The errors of `patch(_:_:)`.
    /// - Complexity: The same as `patch(_:_:)`.
    @_disfavoredOverload
    public func patch(_ id: Model.ID, by patch: Patch<Model>) throws {
        try self.patch(existingID(id), by: patch)
    }

    /// Deletes the document of the model with the given ID and leaves a tombstone.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `delete(id:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func delete(id: Model.ID) throws {
        try delete(id: existingID(id))
    }

    /// Purges the document of the model with the given ID, leaving no tombstone.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `purge(id:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func purge(id: Model.ID) throws {
        try purge(id: existingID(id))
    }

    /// Restores a model that is marked as deleted.
    ///
    /// - Parameter id: The model's `id`.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `restore(id:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func restore(id: Model.ID) throws {
        try restore(id: existingID(id))
    }

    /// Sets the date at which a model's document expires and is purged.
    ///
    /// - Parameters:
    ///   - expiration: The date, stored in milliseconds, or `nil` if the document does not expire.
    ///   - id: The model's `id`.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `setExpiration(_:of:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func setExpiration(_ expiration: Date?, of id: Model.ID) throws {
        try setExpiration(expiration, of: existingID(id))
    }

    /// Returns the date at which a model's document expires and is purged.
    ///
    /// - Parameter id: The model's `id`.
    /// - Returns: The date, or `nil` if the document does not expire or does not exist.
    /// - Throws: The errors of `expiration(of:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func expiration(of id: Model.ID) throws -> Date? {
        try documentID(id).flatMap { try expiration(of: $0) }
    }
}
