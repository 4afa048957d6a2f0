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
        guard let record = try record(id) else { return nil }
        return try decode(record)
    }

    /// Loads the models with some IDs, from one state of the database.
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The models in the order of the IDs. Those that are not there, or are of another
    ///   type, are left out.
    /// - Throws: As `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* IDs among *n* documents.
    public func find(_ ids: [String]) throws -> [Model] {
        try decode(records(ids))
    }

    /// Loads the model with an ID, which must be there.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` if there is no such document of this type. Or as
    ///   `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func require(_ id: String) throws -> Model {
        guard let model = try find(id) else { throw notFound(id) }
        return model
    }

    /// Whether there is a model with an ID.
    ///
    /// The model is not decoded.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: `true` if there is a document of this type.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if it is damaged,
    ///   `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func exists(_ id: String) throws -> Bool { try record(id) != nil }

    /// Loads all models.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The models, in the order in which their documents were first saved; where an index on
    ///   the type serves, in the index's.
    /// - Throws: `DecodingError` if a document does not fit the model, ``QuireError`` with code
    ///   `corruptData` or `corruptRevisionData` if one is damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all() throws -> [Model] { try everything.all() }

    /// Loads the model whose document was saved first.
    ///
    /// - Returns: The model, or `nil` if there is none.
    /// - Throws: As `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func first() throws -> Model? { try everything.first() }

    /// Counts the models.
    ///
    /// - Returns: The number of documents that have the model's type attribute.
    /// - Throws: ``QuireError`` with code `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func count() throws -> Int { try everything.count() }

    /// Returns a model's document as JSON text, as it is stored: the model is not decoded.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The text, or `nil` if there is no such document of this type.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    public func json(_ id: String) throws -> String? {
        try record(id).map { try json(of: $0) }
    }
}

extension Repository {
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

    /// Sorts the models by a property.
    ///
    /// Nothing is read until the selection is asked for its models.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: Whether the least or the greatest comes first.
    /// - Returns: A selection of all models.
    public func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> Selection<Model> {
        everything.sorted(by: keyPath, direction)
    }

    /// A selection of all models.
    var everything: Selection<Model> { Selection(self) }
}
