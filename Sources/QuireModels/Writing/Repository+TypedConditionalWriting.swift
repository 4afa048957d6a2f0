// Calls with `ifMatch:` that take the `id` of an `Identifiable` model instead of a document ID.

extension Repository where Model: Identifiable {
    /// Deletes the document of the model with the given ID if it is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `delete(id:ifMatch:)` with a string.
    /// - Complexity: O(log *n*) in the number of documents.
    @_disfavoredOverload
    public func delete(id: Model.ID, ifMatch revision: String) throws {
        try delete(id: existingID(id), ifMatch: revision)
    }

    /// Changes individual properties of a document if it is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - changes: A closure that records the changes.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `patch(_:ifMatch:_:)` with a string.
    /// - Complexity: The same as `patch(_:_:)`.
    @_disfavoredOverload
    public func patch(
        _ id: Model.ID, ifMatch revision: String, _ changes: (inout Patch<Model>) -> Void
    ) throws {
        try patch(existingID(id), ifMatch: revision, changes)
    }

    /// Reads a model, calls a closure that changes it, and saves it, in one transaction, if its
    /// document is at the given revision.
    ///
    /// - Parameters:
    ///   - id: The model's `id`.
    ///   - revision: The current revision of the document, or `*` for any.
    ///   - change: A closure that changes the model. It must not change the model's ID.
    /// - Returns: The saved model.
    /// - Throws: ``QuireError`` with code `notFound` if the ID is `nil`. Also the errors of
    ///   `update(_:ifMatch:_:)` with a string.
    /// - Complexity: The same as `update(_:_:)`.
    @_disfavoredOverload
    @discardableResult
    public func update(
        _ id: Model.ID, ifMatch revision: String, _ change: (inout Model) throws -> Void
    ) throws -> Model {
        try update(existingID(id), ifMatch: revision, change)
    }
}
