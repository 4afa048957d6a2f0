import SQLPlusPlus

extension Selection {
    /// Restricts the selection to models whose text contains certain words.
    ///
    /// The search requires a full-text index on the properties, which
    /// `Repository.createFullTextIndex(on:_:language:ignoringAccents:named:)` creates. It
    /// ignores case, and the language of the index determines which forms of a word are found. Any
    /// text is valid: punctuation and operators have no meaning, and a text without words matches no
    /// model.
    ///
    /// The best match is first, unless the selection is sorted.
    ///
    /// ```swift
    /// let rooms = try hotels.filter { $0.roomRate < 150 }
    ///     .matching("sea view", in: \.description)
    ///     .limit(10).all()
    /// ```
    ///
    /// - Parameters:
    ///   - text: The words to search for.
    ///   - mode: The way in which the words are used. By default, a model must contain all of them.
    ///   - keyPath: A property to search.
    ///   - others: Further properties to search. A word can be in any of the properties.
    /// - Returns: The filtered selection. Reading it throws ``QuireError`` with code `missingIndex` if
    ///   there is no full-text index on the properties, `invalidQuery` if the text is not a valid
    ///   ``TextSearchMode/expression``, and `unsupportedOperation` if the engine does not support
    ///   full-text search.
    public func matching<First, each Other>(
        _ text: String, as mode: TextSearchMode = .allWords,
        in keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable
    ) -> Selection {
        searching(for: SelectionSearch(text, mode, in: (keyPath, repeat each others)))
    }

    /// Loads the models together with their ranks and the ranges of the found words.
    ///
    /// ```swift
    /// for match in try hotels.matching("sea view", in: \.description).matches() {
    ///     print(match.model.name, match.rank, match.snippet())
    /// }
    /// ```
    ///
    /// - Returns: The matches in the order of `all()`.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the selection is not the result of
    ///   `matching(_:as:in:_:)`, `missingIndex` if there is no full-text index on the properties. Also
    ///   the errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents that contain the words.
    public func matches() throws -> [TextMatch<Model>] {
        let conditions = try searchConditions()
        guard !conditions.isEmpty else {
            throw QuireError(
                .invalidQuery,
                "matches() requires a full-text search, such as matching(\"sea\", in: \\.description)."
            )
        }
        let statement = try documents(conditions)
        return try repository.store.fullTextMatches(selectedBy: statement, using: conditions).map {
            TextMatch(
                stored: try repository.decodeStored($0.record), rank: $0.rank, highlights: $0.texts)
        }
    }

    /// Loads the models together with their ranks and the ranges of the found words, on a thread of
    /// the database.
    ///
    /// - Returns: The matches in the order of `all()`.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func matches() async throws -> [TextMatch<Model>] {
        try await repository.reading { try matches() }
    }

    /// Returns the conditions of the full-text searches, one for each index.
    ///
    /// A statement must use the conditions of one call for its rows and their order, because the
    /// call reads the indexes of the store.
    func searchConditions() throws -> [FullTextCondition] {
        var conditions: [FullTextCondition] = []
        for search in searches { conditions.add(try search.condition(in: repository)) }
        return conditions
    }

    /// Returns the order of the models, with the conditions of the full-text searches.
    ///
    /// Without another order, the best match of a full-text search is first.
    func orderingTerms(_ searches: [FullTextCondition]) throws -> [OrderingTerm] {
        guard ordering.isEmpty else { return try ordering.map { try $0.get() } }
        return searches.map { OrderingTerm($0.rank, .descending) }
    }
}

extension Repository {
    /// Returns a selection of the models whose text contains certain words.
    ///
    /// See ``Selection/matching(_:as:in:_:)``.
    ///
    /// ```swift
    /// for hotel in try hotels.matching("sea view", in: \.description).all() { print(hotel.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - text: The words to search for.
    ///   - mode: The way in which the words are used. By default, a model must contain all of them.
    ///   - keyPath: A property to search.
    ///   - others: Further properties to search. A word can be in any of the properties.
    /// - Returns: A selection whose first model is the best match. Reading it throws ``QuireError``
    ///   with code `missingIndex` if there is no full-text index on the properties.
    public func matching<First, each Other>(
        _ text: String, as mode: TextSearchMode = .allWords,
        in keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable
    ) -> Selection<Model> {
        selection.matching(text, as: mode, in: keyPath, repeat each others)
    }
}
