import Fleece

extension Repository {
    /// Loads the model with an ID.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if there is no such document, or it is one of another type.
    /// - Throws: `DecodingError` if the document does not fit the model, ``QuireError`` with code
    ///   `corruptData` or `corruptRevisionData` if it is damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func find(_ id: String) throws -> Model? {
        guard let record = try collection.record(id: id),
            record.body[typeKey]?.string == Model.documentType
        else { return nil }
        return try decode(record)
    }

    /// Loads all models.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The models, in the order in which their documents were first saved.
    /// - Throws: `DecodingError` if a document does not fit the model, ``QuireError`` with code
    ///   `corruptData` or `corruptRevisionData` if one is damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all() throws -> [Model] { try everything.all() }

    /// Counts the models.
    ///
    /// - Returns: The number of documents that have the model's type attribute.
    /// - Throws: ``QuireError`` with code `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func count() throws -> Int { try everything.count() }

    /// Restricts the repository to the models that fulfil a condition.
    ///
    /// Nothing is read until the selection is asked for its models.
    ///
    /// - Parameter condition: A closure that compares fields of the model.
    /// - Returns: A selection that can be sorted, limited and read.
    public func filter(
        _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> Selection<Model> {
        everything.filter(condition)
    }

    private var everything: Selection<Model> { Selection(self) }

    /// Makes a model of a document.
    func decode(_ record: DocumentRecord) throws -> Model {
        let identity = DocumentIdentity(id: record.id, revision: record.revisionID)
        let model = try decoder.decode(
            Model.self, from: record.body.value, identity: identity)
        // A body that carries an ID of its own must carry its document's.
        if let id = ModelIdentity.identifier(of: model), id != record.id {
            throw QuireError(
                .corruptData,
                """
                The body of document "\(record.id)" in \(collection.fullName) has the ID "\(id)": it \
                cannot be a \(Model.self), whose `id` is the document's
                """)
        }
        return model
    }
}
