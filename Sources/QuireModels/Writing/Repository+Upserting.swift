extension Repository {
    /// Saves a model as a new document, or replaces the document with its ID.
    ///
    /// The save ignores the revision of the stored document and the revision in a ``DocumentID``. A
    /// model without an ID gets a new one. Keys of the stored document that the model does not
    /// declare are kept or discarded according to ``DocumentModel/unknownFields``.
    ///
    /// ```swift
    /// try hotels.upsert(Hotel(id: "hotel-1", name: "Harbour House", roomRate: 130))
    /// ```
    ///
    /// - Parameter model: The model, new or changed.
    /// - Returns: The model with its ID and its new revision. If the model is an object, it is
    ///   the same object with these values set.
    /// - Throws: ``QuireError`` with code `conflict` if the document has another type;
    ///   `duplicateValue` if another document has the same values in a unique index;
    ///   `badDocumentID`; `invalidParameter` if the model's own `id` cannot be a document ID;
    ///   `notOpen`. `EncodingError` if the model cannot be encoded.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func upsert(_ model: Model) throws -> Model {
        try save(model, SaveRequest(rule: .overwrite)).value
    }

    /// Saves models as new documents or replaces the documents with their IDs, in one transaction.
    ///
    /// If one save fails, none of the models is saved.
    ///
    /// ```swift
    /// try hotels.upsert([
    ///     Hotel(id: "hotel-1", name: "Harbour House", roomRate: 135),
    ///     Hotel(id: "hotel-4", name: "Fjord View", roomRate: 150),
    /// ])
    /// ```
    ///
    /// - Parameter models: The models, new or changed.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: The errors of `upsert(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* models among *n* documents.
    @discardableResult
    public func upsert(_ models: [Model]) throws -> [Model] {
        try save(models, SaveRequest(rule: .overwrite))
    }

    /// Saves a model as the document with the given ID, whether or not it exists.
    ///
    /// The model does not need to contain the ID.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model together with its document's ID, revision and sequence.
    /// - Throws: The errors of `upsert(_:)`.
    /// - Complexity: The same as `upsert(_:)`.
    @discardableResult
    public func upsert(_ model: Model, id: String) throws -> Stored<Model> {
        let target = WriteTarget(id: id, if: .any)
        return Stored(
            try save(model, SaveRequest(target: target, rule: .overwrite, keepsBody: true)))
    }

    /// Saves a model as a new document, or replaces the document with its ID.
    ///
    /// - Parameter model: The model, new or changed.
    /// - Returns: The model with its ID and its new revision.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func upsert(_ model: Model) async throws -> Model {
        try await writing { try upsert(model) }
    }

    /// Saves models as new documents or replaces the documents with their IDs, in one transaction.
    ///
    /// If one save fails, none of the models is saved.
    ///
    /// - Parameter models: The models, new or changed.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func upsert(_ models: [Model]) async throws -> [Model] {
        try await writing { try upsert(models) }
    }

    /// Saves a model as the document with the given ID, whether or not it exists.
    ///
    /// The model does not need to contain the ID.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model together with its document's ID, revision and sequence.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func upsert(_ model: Model, id: String) async throws -> Stored<Model> {
        try await writing { try upsert(model, id: id) }
    }
}
