import SQLPlusPlus

extension NearestSelection {
    /// Loads the models.
    ///
    /// ```swift
    /// let names = try hotels.nearest(to: vector, in: \.embedding).all().map(\.name)
    /// ```
    ///
    /// - Returns: The models, the nearest first.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the limit is not from 1 to 10,000,
    ///   `invalidQueryParameter` if the vector is not valid, `invalidQuery` if the property is not stored. Also the
    ///   errors of a ``Selection``.
    /// - Complexity: O(*n*) in the number of models that satisfy the filter, without an index.
    public func all() throws -> [Model] { try found().all() }

    /// Loads the models together with their IDs, revisions and sequences.
    ///
    /// - Returns: The models, the nearest first.
    /// - Throws: The errors of `all()`.
    /// - Complexity: The complexity of `all()`.
    public func allStored() throws -> [Stored<Model>] { try found().allStored() }

    /// Loads the nearest model.
    ///
    /// - Returns: The model, or `nil` if no model that satisfies the filter has a vector.
    /// - Throws: The errors of `all()`.
    /// - Complexity: The complexity of `all()`.
    public func first() throws -> Model? { try found().first() }

    /// Returns the number of models.
    ///
    /// No model is decoded.
    ///
    /// - Returns: The number, up to the limit.
    /// - Throws: The errors of `all()`, except for `DecodingError`.
    /// - Complexity: The complexity of `all()`.
    public func count() throws -> Int {
        let rows = try selection.repository.store.rows(of: found().documentIDs())
        return rows.reduce(0) { count, _ in count + 1 }
    }

    /// Loads the models together with their distances.
    ///
    /// ```swift
    /// for match in try hotels.nearest(to: vector, in: \.embedding, limit: 3).matches() {
    ///     print(match.name, match.distance)
    /// }
    /// ```
    ///
    /// - Returns: The models with their distances, the nearest first.
    /// - Throws: The errors of `all()`.
    /// - Complexity: The complexity of `all()`.
    public func matches() throws -> [NearestMatch<Model>] {
        let distance = try distance()
        let evaluator = try TermEvaluator(distance)
        return try selection(by: distance).records().map { record in
            NearestMatch(
                stored: try selection.repository.decodeStored(record),
                distance: try evaluator.distance(of: record) ?? .infinity)
        }
    }

    /// Returns a readable explanation of how the models are found.
    ///
    /// - Returns: The statement and the query plan, as `explain()` returns them.
    /// - Throws: The errors of `all()`, except for `DecodingError`.
    public func explain() throws -> String { try found().explain() }

    /// Returns the current models, followed by every change.
    ///
    /// The elements have the models in the order of their distances. A model that moves nearer replaces the last one
    /// of a full list.
    ///
    /// ```swift
    /// for try await change in hotels.nearest(to: vector, in: \.embedding, limit: 3).changes() {
    ///     print(change.models.map(\.name))
    ///     break
    /// }
    /// ```
    ///
    /// - Returns: The sequence. An error of the search is thrown by its first iteration.
    public func changes() -> SelectionChanges<Model> { observed.changes() }
}

extension TermEvaluator {
    /// Returns the distance of a document, or `nil` if it has no vector.
    func distance(of record: DocumentRecord) throws -> Double? {
        guard case .double(let distance) = try value(of: EvaluatedDocument(record)) else {
            return nil
        }
        return distance
    }
}

// MARK: Asynchronous versions

extension NearestSelection {
    /// Loads the models, on a thread of the database.
    ///
    /// - Returns: The models, the nearest first.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func all() async throws -> [Model] {
        try await selection.repository.reading { try all() }
    }

    /// Loads the models together with their IDs, revisions and sequences, on a thread of the database.
    ///
    /// - Returns: The models, the nearest first.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func allStored() async throws -> [Stored<Model>] {
        try await selection.repository.reading { try allStored() }
    }

    /// Loads the nearest model, on a thread of the database.
    ///
    /// - Returns: The model, or `nil` if no model was found.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func first() async throws -> Model? {
        try await selection.repository.reading { try first() }
    }

    /// Returns the number of models, on a thread of the database.
    ///
    /// - Returns: The number, up to the limit.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func count() async throws -> Int {
        try await selection.repository.reading { try count() }
    }

    /// Loads the models together with their distances, on a thread of the database.
    ///
    /// - Returns: The models with their distances, the nearest first.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func matches() async throws -> [NearestMatch<Model>] {
        try await selection.repository.reading { try matches() }
    }
}

// MARK: Unavailable methods

extension NearestSelection {
    /// Unavailable, because a filter restricts the models among which the nearest are found.
    @available(
        *, unavailable,
        message: "Filter before nearest(to:in:): filter { … }.nearest(to: vector, in: \\.embedding)"
    )
    public func filter(
        @ConditionBuilder<Model> _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> NearestSelection { self }

    /// Unavailable, because the models are ordered by their distances.
    @available(
        *, unavailable,
        message: "The nearest models are ordered by distance. Sort the array that all() returns."
    )
    public func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> NearestSelection { self }
}

extension NearestSelection: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The statement of the search in SQL++, or the reason why the search is invalid.
    ///
    /// - Complexity: O(*n*) in the number of conditions and of dimensions.
    public var description: String {
        let statement = Result { try found().documents().description }
        return switch statement {
        case .success(let text): "\(Self.self)(\(text))"
        case .failure(let error): "\(Self.self)(\(error))"
        }
    }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror that contains the description.
    public var customMirror: Mirror {
        Mirror(self, children: ["statement": description], displayStyle: .struct)
    }
}
