import Fleece

extension Repository {
    /// Deletes a model's document; a tombstone remains.
    ///
    /// It runs in the current transaction, or in one of its own. A model whose ``DocumentID`` carries
    /// a revision is deleted if the document is still at that revision.
    ///
    /// - Parameter model: A model that was loaded or saved.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision,
    ///   `notFound` if there is no such document of this type, `invalidParameter` if the model has
    ///   no ID, `notOpen`. `EncodingError` if the model has no stored form.
    /// - Complexity: O(log *n*) in the number of documents.
    public func delete(_ model: Model) throws {
        let wrapped = try encoder.encode(model, into: FleeceWriter())
        guard let id = wrapped?.wrappedValue ?? ModelIdentity.identifier(of: model) else {
            throw QuireError(
                .invalidParameter, "A \(Model.self) without an ID cannot be deleted.")
        }
        let expected = wrapped?.revision.map(ExpectedRevision.revision) ?? .any
        try delete(id: id, expecting: expected)
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
        try delete(id: id, expecting: .any)
    }

    private func delete(id: String, expecting expected: ExpectedRevision) throws {
        try collection.database.inBatch {
            guard let record = try collection.record(id: id),
                record.body[typeKey]?.string == Model.documentType
            else {
                throw QuireError(
                    .notFound,
                    "There is no \(Model.documentType) \"\(id)\" in \(collection.fullName).")
            }
            _ = try collection.delete(id: id, expecting: expected)
        }
    }
}
