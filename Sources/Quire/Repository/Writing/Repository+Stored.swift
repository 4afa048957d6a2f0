extension Repository {
    /// Loads the model with an ID, together with its revision and sequence.
    ///
    /// It also loads what `find(_:)` refuses: an `Identifiable` model whose body has another ID than
    /// its document.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if there is no such document, or it is one of another type.
    /// - Throws: As `find(_:)`.
    /// - Complexity: As `find(_:)`.
    public func findStored(_ id: String) throws -> Stored<Model>? {
        try record(id).map { try decodeStored($0) }
    }

    /// Saves a model to the document that it was read from, if that is still at its revision.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameter stored: The model.
    /// - Returns: The model with its new revision.
    /// - Throws: As `save(_:)`.
    /// - Complexity: As `save(_:)`.
    @discardableResult
    public func save(_ stored: Stored<Model>) throws -> Stored<Model> {
        try save(stored, onConflict: standardRequest.rule)
    }

    /// Deletes the document that a model was read from, if it is still at its revision; a tombstone
    /// remains.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameter stored: The model.
    /// - Throws: As `delete(_:)`.
    /// - Complexity: As `delete(_:)`.
    public func delete(_ stored: Stored<Model>) throws {
        try delete(id: stored.id, if: .revision(stored.revisionID))
    }
}
