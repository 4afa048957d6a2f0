extension Repository {
    /// Saves a model as a new document, or replaces the document of its ID.
    ///
    /// It runs in the current transaction, or in one of its own. The revision of the stored document does
    /// not matter, and neither does the one that a ``DocumentID`` carries. A model without an ID gets a new
    /// one. Keys of the stored document that the model does not know are kept or discarded as
    /// ``DocumentModel/unknownFields`` says.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model with its ID and its new revision; an object is the same one, with these
    ///   filled in.
    /// - Throws: ``QuireError`` with code `conflict` if the document is one of another type;
    ///   `badDocumentID`; `invalidParameter` if the model's own `id` cannot be a document ID; `notOpen`.
    ///   `EncodingError` if the model has no stored form.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func upsert(_ model: Model) throws -> Model {
        try save(model, SaveRequest(rule: .overwrite)).value
    }

    /// Saves models as new documents or replaces the documents of their IDs, in one transaction: all of
    /// them or none.
    ///
    /// - Parameter models: The models.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: As `upsert(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* models among *n* documents.
    @discardableResult
    public func upsert(_ models: [Model]) throws -> [Model] {
        try store.inBatch { try models.map { try upsert($0) } }
    }

    /// Saves a model as the document of an ID that the model does not need to have itself, new or not.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model with the document that it was saved as.
    /// - Throws: As `upsert(_:)`.
    /// - Complexity: As `upsert(_:)`.
    @discardableResult
    public func upsert(_ model: Model, id: String) throws -> Stored<Model> {
        let target = WriteTarget(id: id, if: .any)
        return Stored(
            try save(model, SaveRequest(target: target, rule: .overwrite, keepsBody: true)))
    }

    /// Saves a model as a new document, or replaces the document of its ID.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model with its ID and its new revision.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func upsert(_ model: Model) async throws -> Model {
        try await writing { try upsert(model) }
    }

    /// Saves models as new documents or replaces the documents of their IDs, in one transaction: all of
    /// them or none.
    ///
    /// - Parameter models: The models.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func upsert(_ models: [Model]) async throws -> [Model] {
        try await writing { try upsert(models) }
    }

    /// Saves a model as the document of an ID that the model does not need to have itself, new or not.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model with the document that it was saved as.
    /// - Throws: As the synchronous form, or `CancellationError`.
    /// - Complexity: As the synchronous form.
    @discardableResult
    public func upsert(_ model: Model, id: String) async throws -> Stored<Model> {
        try await writing { try upsert(model, id: id) }
    }
}
