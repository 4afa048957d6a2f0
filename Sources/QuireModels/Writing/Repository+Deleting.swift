extension Repository {
    /// Deletes a model's document and leaves a tombstone.
    ///
    /// If the model's ``DocumentID`` contains a revision, the document must still be at this
    /// revision.
    ///
    /// ```swift
    /// try hotels.delete(hotel)  // throws `conflict` if the hotel has changed
    /// ```
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision,
    ///   `notFound` if no document of this type has the ID, `deletionDenied` if a delete rule
    ///   denies the deletion, `invalidParameter` if the model has no ID, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(_ model: Model) throws {
        let (id, precondition) = try document(of: model, to: "deleted")
        try delete(id: id, if: precondition)
    }

    /// Deletes the document with the given ID and leaves a tombstone.
    ///
    /// ```swift
    /// try hotels.delete(id: "hotel-2")
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if no document of this type has the ID,
    ///   `deletionDenied` if a delete rule denies the deletion, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(id: String) throws {
        try delete(id: id, if: .any)
    }

    /// Purges a model's document.
    ///
    /// A purge leaves no tombstone and is not replicated to other databases. It ignores the
    /// revision of the model.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `notFound` if no document of this type has the ID,
    ///   `deletionDenied` if a delete rule denies the deletion, `invalidParameter` if the model has
    ///   no ID, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(_ model: Model) throws {
        try purge(id: document(of: model, to: "purged").id)
    }

    /// Purges the document with the given ID.
    ///
    /// A purge leaves no tombstone and is not replicated to other databases.
    ///
    /// ```swift
    /// try hotels.purge(id: "hotel-1")
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if no document of this type has the ID,
    ///   `deletionDenied` if a delete rule denies the deletion, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(id: String) throws {
        try purge(id: id, nil)
    }

    /// Purges a document of this type as a part of a larger removal.
    func purge(id: String, _ removal: Removal?) throws {
        var operation = WriteOperation<Model>(id: id, action: .purge)
        operation.removal = removal
        _ = try perform(operation)
    }

    /// Deletes a document of this type, possibly as a part of a larger removal.
    func delete(
        id: String, if precondition: RevisionPrecondition, _ removal: Removal? = nil
    ) throws {
        var operation = WriteOperation<Model>(id: id, action: .delete)
        operation.precondition = precondition
        operation.removal = removal
        _ = try perform(operation)
    }

    /// Returns the document of a model that has an ID.
    func document(
        of model: Model, to purpose: String
    ) throws -> (id: String, precondition: RevisionPrecondition) {
        let wrapped = try ModelIdentity.documentID(of: model)
        guard let id = try ModelIdentity.ownID(of: model, wrapped) else {
            throw QuireError(
                .invalidParameter,
                """
                A \(Model.self) without an ID cannot be \(purpose). Use the model that save(_:) \
                returned, which has an ID.
                """)
        }
        return (id, wrapped?.revision.map(RevisionPrecondition.revision) ?? .any)
    }
}
