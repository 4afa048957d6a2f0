extension Repository {
    /// Loads the model with the given ID, together with its revision and sequence.
    ///
    /// Unlike `find(_:)`, it also loads an `Identifiable` model whose body has another ID than its
    /// document.
    ///
    /// ```swift
    /// if let hotel = try hotels.findStored("hotel-1") {
    ///     print(hotel.name, hotel.revisionID, hotel.sequence)
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if no document of this type has the ID.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: The same as `find(_:)`.
    public func findStored(_ id: String) throws -> Stored<Model>? {
        try record(id).map { try decodeStored($0) }
    }

    /// Saves a model to the document that it was read from.
    ///
    /// The document must still be at the revision that was read.
    ///
    /// ```swift
    /// if var hotel = try hotels.findStored("hotel-1") {
    ///     hotel.stars = 5
    ///     hotel = try hotels.save(hotel)
    /// }
    /// ```
    ///
    /// - Parameter stored: The model.
    /// - Returns: The model with its new revision.
    /// - Throws: The errors of `save(_:)`.
    /// - Complexity: The same as `save(_:)`.
    @discardableResult
    public func save(_ stored: Stored<Model>) throws -> Stored<Model> {
        try save(stored, onConflict: standardRequest.rule)
    }

    /// Deletes the document that a model was read from, and leaves a tombstone.
    ///
    /// The document must still be at the revision that was read.
    ///
    /// - Parameter stored: The model.
    /// - Throws: The errors of `delete(_:)`.
    /// - Complexity: The same as `delete(_:)`.
    public func delete(_ stored: Stored<Model>) throws {
        try delete(id: stored.id, if: .revision(stored.revisionID))
    }
}
