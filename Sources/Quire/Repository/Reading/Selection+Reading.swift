import SQLPlusPlus

extension Selection {
    /// Loads the models.
    ///
    /// It reads the last commit, or inside of a transaction what the transaction sees.
    ///
    /// - Returns: The models in the order asked for. Without one they come as their documents were first
    ///   saved, or, within a limit where an index serves, as the index has them.
    /// - Throws: `DecodingError` if a document does not fit the model, ``QuireError`` with code
    ///   `invalidQuery` if a property is not stored, `corruptData` or `corruptRevisionData` if a
    ///   document is damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all() throws -> [Model] {
        try repository.models(selectedBy: documents())
    }

    /// Loads the models, together with their IDs, revisions and sequences.
    ///
    /// It also loads what `all()` refuses: `Identifiable` models whose bodies have other IDs than
    /// their documents.
    ///
    /// - Returns: The models in the order of `all()`.
    /// - Throws: As `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func allStored() throws -> [Stored<Model>] {
        try repository.values(selectedBy: documents()) { try repository.decodeStored($0) }
    }

    /// Loads the first model.
    ///
    /// - Returns: The model, or `nil` if the selection is empty.
    /// - Throws: As `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func first() throws -> Model? { try limit(min(maximum ?? 1, 1)).all().first }

    /// Counts the models that fulfil the conditions.
    ///
    /// - Returns: Their number, within the limit.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func count() throws -> Int {
        let rest = max(0, try repository.store.count(where: condition()) - max(0, skipped ?? 0))
        return min(rest, max(0, maximum ?? rest))
    }

    /// Whether there is any such model.
    ///
    /// No model is decoded.
    ///
    /// - Returns: `true` if the selection is not empty.
    /// - Throws: As `count()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func exists() throws -> Bool {
        try !limit(min(maximum ?? 1, 1)).records().isEmpty
    }

    /// Returns the models' documents as JSON texts, as they are stored: no model is decoded.
    ///
    /// - Returns: A text for each, in the order of `all()`.
    /// - Throws: As `all()`, without `DecodingError`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func json() throws -> [String] {
        try repository.values(selectedBy: documents()) { try repository.json(of: $0) }
    }
}

extension Selection {
    /// Explains how the models are found, for people to read: which indexes are used above all.
    ///
    /// It says `USING INDEX name` where an index serves, with the name that the index was created with.
    ///
    /// - Returns: The selection in SQLite's language, and the steps that SQLite takes.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    public func explain() throws -> String {
        try repository.store.explanation(
            of: documents())
    }
}

extension Selection {
    /// The documents, read as a whole before anything is made of them.
    func records() throws -> [DocumentRecord] {
        try repository.store.records(selectedBy: documents())
    }

    /// The statement of the documents.
    func documents() throws -> SelectStatement {
        try documents(where: condition(), orderedBy: ordering.map { try $0.get() })
    }

    /// The documents that fulfil a condition, within the limit and offset.
    func records(
        where condition: QueryTerm, orderedBy ordering: [OrderingTerm]
    ) throws -> [DocumentRecord] {
        try repository.store.records(selectedBy: documents(where: condition, orderedBy: ordering))
    }

    private func documents(
        where condition: QueryTerm, orderedBy ordering: [OrderingTerm]
    ) -> SelectStatement {
        SelectStatement(
            [.star], from: .own, where: condition, orderedBy: ordering,
            limit: maximum.map { .literal(.integer(Int64($0))) },
            offset: skipped.map { .literal(.integer(Int64($0))) })
    }

    /// The documents of some IDs that fulfil the conditions.
    func records(ids: [String]) throws -> [DocumentRecord] {
        guard !ids.isEmpty else { return [] }
        let isOne = QueryTerm.membership(
            .metadata(.id, of: nil), in: .array(ids.map { .literal(.string($0)) }),
            isNegated: false)
        return try records(where: .operation(.and, [condition(), isOne]), orderedBy: [])
    }

    /// All conditions with those on the type attribute and on what the repository sees.
    func condition() throws -> QueryTerm {
        let type = repository.types.condition(repository.typeKey)
        let conditions = try (repository.conditions + conditions).map { try $0.term.get() }
        return .operation(.and, [type] + conditions)
    }
}
