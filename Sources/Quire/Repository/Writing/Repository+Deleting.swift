extension Repository {
    /// Deletes a model's document; a tombstone remains.
    ///
    /// It runs in the current transaction, or in one of its own. A model whose ``DocumentID`` carries
    /// a revision is deleted if the document is still at that revision.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision,
    ///   `notFound` if there is no such document of this type, `invalidParameter` if the model has
    ///   no ID, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(_ model: Model) throws {
        let (id, precondition) = try document(of: model, to: "deleted")
        try delete(id: id, if: precondition)
    }

    /// Deletes the model with an ID; a tombstone remains.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document of this type,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(id: String) throws {
        try delete(id: id, if: .any)
    }

    /// Removes a model's document without a trace: no tombstone is left, and no other database is told.
    ///
    /// It runs in the current transaction, or in one of its own. The revision does not matter.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document of this type,
    ///   `invalidParameter` if the model has no ID, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(_ model: Model) throws {
        try purge(id: document(of: model, to: "purged").id)
    }

    /// Removes the document of an ID without a trace: no tombstone is left, and no other database is
    /// told.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameter id: The document's ID.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document of this type,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func purge(id: String) throws {
        _ = try perform(WriteOperation(id: id, action: .purge))
    }

    /// Deletes a document of this type.
    func delete(id: String, if precondition: RevisionPrecondition) throws {
        var operation = WriteOperation<Model>(id: id, action: .delete)
        operation.precondition = precondition
        _ = try perform(operation)
    }

    private func document(
        of model: Model, to purpose: String
    ) throws -> (id: String, precondition: RevisionPrecondition) {
        let wrapped = try ModelIdentity.documentID(of: model)
        let ownID = try wrapped.map { $0.wrappedValue } ?? ModelIdentity.identifier(of: model)
        guard let id = ownID else {
            throw QuireError(
                .invalidParameter, "A \(Model.self) without an ID cannot be \(purpose).")
        }
        return (id, wrapped?.revision.map(RevisionPrecondition.revision) ?? .any)
    }
}
