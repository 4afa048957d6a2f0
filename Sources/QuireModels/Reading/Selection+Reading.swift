import SQLPlusPlus

extension Selection {
    /// Loads the models.
    ///
    /// ```swift
    /// let models = try hotels.filter { $0.stars >= 4 }.all()
    /// ```
    ///
    /// - Returns: The models in the order of the selection. Without an order, the models are in the
    ///   order in which their documents were first saved, or the best match of a full-text search is
    ///   first. If the selection has a limit and the
    ///   query uses an index, they are in the order of the index.
    /// - Throws: `DecodingError` if a document does not match the model, ``QuireError`` with code
    ///   `invalidQuery` if a property is not stored, `corruptData` or `corruptRevisionData` if a
    ///   document is damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all() throws -> [Model] {
        try repository.models(selectedBy: documents())
    }

    /// Loads the models together with their IDs, revisions and sequences.
    ///
    /// Unlike `all()`, it also loads `Identifiable` models whose bodies have other IDs than their
    /// documents.
    ///
    /// ```swift
    /// for hotel in try hotels.filter({ $0.stars >= 4 }).allStored() {
    ///     print(hotel.id, hotel.sequence, hotel.name)
    /// }
    /// ```
    ///
    /// - Returns: The models in the order of `all()`.
    /// - Throws: The errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func allStored() throws -> [Stored<Model>] {
        try repository.values(selectedBy: documents()) { try repository.decodeStored($0) }
    }

    /// Loads the first model.
    ///
    /// ```swift
    /// let first = try hotels.filter { $0.stars >= 4 }.sorted(by: \.name).first()
    /// ```
    ///
    /// - Returns: The model, or `nil` if the selection is empty.
    /// - Throws: The errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func first() throws -> Model? { try limit(min(maximum ?? 1, 1)).all().first }

    /// Returns the number of models that satisfy the conditions.
    ///
    /// ```swift
    /// let count = try hotels.filter { $0.stars >= 4 }.count()
    /// ```
    ///
    /// - Returns: The number of models, after the offset and up to the limit.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func count() throws -> Int {
        let rest = max(0, try countWithoutBounds() - max(0, skipped ?? 0))
        return min(rest, max(0, maximum ?? rest))
    }

    /// Returns whether the selection contains a model.
    ///
    /// No model is decoded.
    ///
    /// ```swift
    /// let hasLuxury = try hotels.filter { $0.stars == 5 }.exists()
    /// ```
    ///
    /// - Returns: `true` if the selection is not empty.
    /// - Throws: The errors of `count()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func exists() throws -> Bool {
        try !limit(min(maximum ?? 1, 1)).records().isEmpty
    }

    /// Returns the models' documents as JSON, as they are stored.
    ///
    /// No model is decoded.
    ///
    /// - Returns: The JSON of each document, in the order of `all()`.
    /// - Throws: The errors of `all()`, except for `DecodingError`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func json() throws -> [String] {
        try repository.values(selectedBy: documents()) { try repository.json(of: $0) }
    }
}

extension Selection {
    /// Returns a readable explanation of how the models are found.
    ///
    /// The explanation shows which indexes are used: it contains `USING INDEX name`, where `name`
    /// is the name that you gave to the index. It ends with a sentence that says whether a live list
    /// of the selection, from ``changes()`` for example, is updated incrementally or read again after
    /// each change, and why.
    ///
    /// ```swift
    /// print(try hotels.filter { $0.stars >= 4 }.explain())
    /// ```
    ///
    /// - Returns: The selection as SQL, and the query plan of SQLite.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property is not stored, `notOpen`.
    public func explain() throws -> String {
        try repository.store.explanation(
            of: documents())
    }
}

extension Selection {
    /// Returns the number of documents without limit and offset.
    private func countWithoutBounds() throws -> Int {
        let condition = try condition()
        guard condition.containsReferencedDocument else {
            return try repository.store.count(where: condition)
        }
        let statement = SelectStatement(
            [ResultColumn(.call("COUNT", [.metadata(.id, of: nil)]))], from: .own, where: condition)
        let row = try repository.store.rows(
            of: repository.store.joinedStatement(statement)
        ).next()
        return row?.int(at: 0) ?? 0
    }

    /// Reads all documents of the selection.
    func records() throws -> [DocumentRecord] {
        try repository.store.records(selectedBy: documents())
    }

    /// Returns the statement that selects the documents.
    func documents() throws -> SelectStatement { try documents(searchConditions()) }

    /// Returns the statement that selects the documents, with the conditions of the full-text
    /// searches.
    func documents(_ searches: [FullTextCondition]) throws -> SelectStatement {
        try documents(where: condition(searches), orderedBy: orderingTerms(searches))
    }

    /// Returns the statement that selects the IDs of the documents.
    func documentIDs() throws -> SelectStatement {
        var statement = try documents()
        statement.columns = [ResultColumn(.metadata(.id, of: nil))]
        return statement
    }

    /// Returns the statement that selects the documents for a live query.
    ///
    /// Its joins remain outer joins: each change of a joined document can change the results.
    func observedDocuments() throws -> SelectStatement {
        let searches = try searchConditions()
        return try repository.store.joiningReferencedDocuments(
            in: ownStatement(where: condition(searches), orderedBy: orderingTerms(searches)))
    }

    /// Reads the documents that satisfy a condition, within the limit and offset.
    func records(
        where condition: QueryTerm, orderedBy ordering: [OrderingTerm]
    ) throws -> [DocumentRecord] {
        try repository.store.records(selectedBy: documents(where: condition, orderedBy: ordering))
    }

    private func documents(
        where condition: QueryTerm, orderedBy ordering: [OrderingTerm]
    ) throws -> SelectStatement {
        try repository.store.joinedStatement(ownStatement(where: condition, orderedBy: ordering))
    }

    /// Returns the statement that selects the documents, without joins.
    private func ownStatement(
        where condition: QueryTerm, orderedBy ordering: [OrderingTerm]
    ) -> SelectStatement {
        SelectStatement(
            [.star], from: .own, where: condition, orderedBy: ordering,
            limit: maximum.map { .literal(.integer(Int64($0))) },
            offset: skipped.map { .literal(.integer(Int64($0))) })
    }

    /// Reads the documents with the given IDs that satisfy the conditions.
    func records(ids: [String]) throws -> [DocumentRecord] {
        guard !ids.isEmpty else { return [] }
        let isOne = QueryTerm.membership(
            .metadata(.id, of: nil), in: .array(ids.map { .literal(.string($0)) }),
            isNegated: false)
        return try records(where: .operation(.and, [condition(), isOne]), orderedBy: [])
    }

    /// Returns the combined condition of the selection.
    ///
    /// It includes the condition on the type discriminator and the conditions of the repository's
    /// middleware.
    func condition() throws -> QueryTerm { try condition(searchConditions()) }

    /// Returns the combined condition of the selection, with the conditions of the full-text
    /// searches.
    func condition(_ searches: [FullTextCondition]) throws -> QueryTerm {
        let type = repository.types.condition(repository.typeKey)
        let conditions = try (repository.conditions + conditions).map { try $0.condition.get() }
        return .operation(.and, [type] + conditions + searches.map(\.term))
    }
}
