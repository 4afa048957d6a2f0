import Fleece

extension Repository {
    /// Saves a model as a document.
    ///
    /// It runs in the current transaction, or in one of its own. A model whose ``DocumentID`` carries
    /// a revision is saved if the document is still at that revision. One without a revision becomes
    /// a new document; without an ID too it gets a new one. An `Identifiable` model without a
    /// ``DocumentID`` overwrites the document of its ID; if its `id` is `nil`, a model with an `id` of
    /// type `String?` or `UUID?` gets a new one.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model with its ID and its new revision; an object is the same one, with these
    ///   filled in. An `Identifiable` model that got a new ID is decoded from its stored form.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision, or is
    ///   there already, or is one of another type; `notFound` if it was purged; `badDocumentID`;
    ///   `invalidParameter` if the model's own `id` cannot be a document ID; `notOpen`.
    ///   `EncodingError` if the model has no stored form.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func save(_ model: Model) throws -> Model {
        try save(model, standardRequest).value
    }

    /// Saves models as documents, in one transaction: all of them or none.
    ///
    /// - Parameter models: The models.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: As `save(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* models among *n* documents.
    @discardableResult
    public func save(_ models: [Model]) throws -> [Model] {
        try store.inBatch { try models.map { try save($0) } }
    }

    /// Saves a model as a new document.
    ///
    /// It runs in the current transaction, or in one of its own. A model without an ID gets a new
    /// one. The revision that a ``DocumentID`` carries does not count.
    ///
    /// - Parameter model: The model.
    /// - Returns: The model with its ID and its revision.
    /// - Throws: ``QuireError`` with code `conflict` if there is a document of that ID;
    ///   `badDocumentID`; `invalidParameter` if the model's own `id` cannot be a document ID; `notOpen`.
    ///   `EncodingError` if the model has no stored form.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func insert(_ model: Model) throws -> Model {
        try withIdentifier(of: model) { model, identifier in
            let target = try ModelIdentity.target(
                of: model, ModelIdentity.documentID(of: model), identifier)
            let new = WriteTarget(id: target.id, if: .absent)
            return try save(model, SaveRequest(target: new)).value
        }
    }

    /// Saves a model as a new document of an ID that the model need not have itself.
    ///
    /// It runs in the current transaction, or in one of its own.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model with the document that it was saved as.
    /// - Throws: As `insert(_:)`.
    /// - Complexity: As `insert(_:)`.
    @discardableResult
    public func insert(_ model: Model, id: String) throws -> Stored<Model> {
        Stored(try save(model, SaveRequest(target: WriteTarget(id: id, if: .absent))))
    }
}
