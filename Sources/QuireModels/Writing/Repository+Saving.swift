import Fleece

extension Repository {
    /// Saves a model as a document.
    ///
    /// The precondition of the save depends on the model's identity:
    ///
    /// - If the model's ``DocumentID`` contains a revision, the document must still be at this
    ///   revision.
    /// - If the ``DocumentID`` has no revision, the model becomes a new document. Without an ID, it
    ///   gets a new one.
    /// - An `Identifiable` model without a ``DocumentID`` overwrites the document with its ID. If
    ///   the `id` is `nil` and has the type `String?` or `UUID?`, the model gets a new ID.
    ///
    /// ```swift
    /// var hotel = try hotels.save(Hotel(name: "Fjord View", roomRate: 150))
    /// hotel.roomRate = 140
    /// hotel = try hotels.save(hotel)
    /// ```
    ///
    /// - Parameter model: The model, new or changed.
    /// - Returns: The model with its ID and its new revision. If the model is an object, it is
    ///   the same object with these values set. An `Identifiable` model with a new ID is decoded
    ///   from its stored form.
    /// - Throws: ``QuireError`` with code `conflict` if the document is at another revision, exists
    ///   already, or has another type; `notFound` if it was purged; `duplicateValue` if another
    ///   document has the same values in a unique index; `badDocumentID`; `invalidParameter` if the
    ///   model's own `id` cannot be a document ID; `notOpen`. `EncodingError` if the model cannot
    ///   be encoded.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the model.
    @discardableResult
    public func save(_ model: Model) throws -> Model {
        try save(model, standardRequest).value
    }

    /// Saves models as documents in one transaction.
    ///
    /// If one save fails, none of the models is saved.
    ///
    /// ```swift
    /// try hotels.save([
    ///     Hotel(id: "hotel-4", name: "Fjord View", roomRate: 150),
    ///     Hotel(id: "hotel-5", name: "Old Mill", roomRate: 95),
    /// ])
    /// ```
    ///
    /// - Parameter models: The models, new or changed.
    /// - Returns: The models with their IDs and new revisions, in the same order.
    /// - Throws: The errors of `save(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* models among *n* documents.
    @discardableResult
    public func save(_ models: [Model]) throws -> [Model] {
        try save(models, standardRequest)
    }

    /// Saves a model as a new document.
    ///
    /// A model without an ID gets a new one. The revision in a ``DocumentID`` is ignored.
    ///
    /// ```swift
    /// let hotel = try hotels.insert(Hotel(name: "Fjord View", roomRate: 150))
    /// print(hotel.id ?? "")  // a new ID
    /// ```
    ///
    /// - Parameter model: The model, whose document must not exist.
    /// - Returns: The model with its ID and its revision.
    /// - Throws: ``QuireError`` with code `conflict` if a document with the ID exists;
    ///   `duplicateValue` if another document has the same values in a unique index;
    ///   `badDocumentID`; `invalidParameter` if the model's own `id` cannot be a document ID;
    ///   `notOpen`. `EncodingError` if the model cannot be encoded.
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

    /// Saves a model as a new document with the given ID.
    ///
    /// The model does not need to contain the ID.
    ///
    /// ```swift
    /// let stored = try hotels.insert(Hotel(name: "Old Mill", roomRate: 95), id: "hotel-5")
    /// print(stored.id, stored.name)  // hotel-5 Old Mill
    /// ```
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - id: The document's ID.
    /// - Returns: The model together with its document's ID, revision and sequence.
    /// - Throws: The errors of `insert(_:)`.
    /// - Complexity: The same as `insert(_:)`.
    @discardableResult
    public func insert(_ model: Model, id: String) throws -> Stored<Model> {
        Stored(try save(model, SaveRequest(target: WriteTarget(id: id, if: .absent))))
    }
}
