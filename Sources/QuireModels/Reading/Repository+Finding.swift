extension Repository {
    /// Loads the model with the given ID.
    ///
    /// ```swift
    /// if let hotel = try hotels.find("hotel-1") {
    ///     print(hotel.name)  // Harbour House
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model, or `nil` if no document of this type has the ID.
    /// - Throws: `DecodingError` if the document does not match the model, ``QuireError`` with code
    ///   `corruptData` or `corruptRevisionData` if it is damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func find(_ id: String) throws -> Model? {
        guard let record = try record(id) else { return nil }
        return try decode(record)
    }

    /// Loads the models with the given IDs from one snapshot of the database.
    ///
    /// ```swift
    /// let found = try hotels.find(["hotel-2", "hotel-1"])
    /// print(found.map(\.name))  // ["Grand", "Harbour House"]
    /// ```
    ///
    /// - Parameter ids: The documents' IDs.
    /// - Returns: The models in the order of the IDs. IDs without a document of this type are
    ///   ignored.
    /// - Throws: The errors of `find(_:)`.
    /// - Complexity: O(*m* log *n*) for *m* IDs among *n* documents.
    public func find(_ ids: [String]) throws -> [Model] {
        try decode(records(ids))
    }

    /// Loads the model with the given ID, which must exist.
    ///
    /// ```swift
    /// let hotel = try hotels.require("hotel-1")
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The model.
    /// - Throws: ``QuireError`` with code `notFound` if no document of this type has the ID. Also
    ///   the errors of `find(_:)`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func require(_ id: String) throws -> Model {
        guard let model = try find(id) else { throw notFound(id) }
        return model
    }

    /// Returns whether a model with the given ID exists.
    ///
    /// The model is not decoded.
    ///
    /// ```swift
    /// if try hotels.exists("hotel-1") { print("already imported") }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: `true` if a document of this type has the ID.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents.
    public func exists(_ id: String) throws -> Bool { try record(id) != nil }

    /// Loads all models.
    ///
    /// ```swift
    /// for hotel in try hotels.all() { print(hotel.name) }
    /// ```
    ///
    /// - Returns: The models in the order in which their documents were first saved.
    /// - Throws: `DecodingError` if a document does not match the model, ``QuireError`` with code
    ///   `corruptData` or `corruptRevisionData` if a document is damaged, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func all() throws -> [Model] { try selection.all() }

    /// Loads the first model.
    ///
    /// Unless the query uses an index on the type discriminator, this is the model whose document
    /// was saved first.
    ///
    /// ```swift
    /// let oldest = try hotels.first()
    /// ```
    ///
    /// - Returns: The model, or `nil` if there are no models.
    /// - Throws: The errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func first() throws -> Model? { try selection.first() }

    /// Returns the number of models.
    ///
    /// ```swift
    /// let count = try hotels.count()
    /// ```
    ///
    /// - Returns: The number of documents with the model's type name.
    /// - Throws: ``QuireError`` with code `notOpen`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func count() throws -> Int { try selection.count() }

    /// Returns a model's document as JSON, as it is stored.
    ///
    /// The model is not decoded.
    ///
    /// ```swift
    /// let json = try hotels.json("hotel-1")
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The JSON, or `nil` if no document of this type has the ID.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen`.
    /// - Complexity: O(log *n*) in the number of documents, O(*n*) in the size of the body.
    public func json(_ id: String) throws -> String? {
        try record(id).map { try json(of: $0) }
    }
}

extension Repository {
    /// Returns a selection of the models that satisfy a condition, or several ones.
    ///
    /// The models are not read until you call a method of the selection that reads them.
    ///
    /// ```swift
    /// let inBergen = hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
    /// for hotel in try inBergen.all() { print(hotel.name) }  // Harbour House
    /// ```
    ///
    /// Each line of the closure is a condition, and all of them must be true. The functions
    /// `anyOf`, `allOf` and `not` group lines:
    ///
    /// ```swift
    /// let found = hotels.filter {
    ///     $0.stars >= 3
    ///     if let city { $0.address.city == city }
    ///     anyOf {
    ///         $0.roomRate < 150
    ///         $0.petsWelcome
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter condition: A closure whose lines compare fields of the model, or are Boolean
    ///   properties; see ``ConditionBuilder``.
    /// - Returns: A selection that you can sort, limit and read. If the closure contains no
    ///   condition, it contains all models, and the calls that change or delete them throw an error.
    public func filter(
        @ConditionBuilder<Model> _ condition: (QueryField<Model, Model>) -> QueryCondition<Model>
    ) -> Selection<Model> {
        selection.filter(condition)
    }

    /// Returns a selection of all models, sorted by a property.
    ///
    /// The models are not read until you call a method of the selection that reads them.
    ///
    /// ```swift
    /// let mostExpensive = try hotels.sorted(by: \.roomRate, .descending).first()
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: The sort direction.
    /// - Returns: The sorted selection.
    public func sorted<Value>(
        by keyPath: any KeyPath<Model, Value> & Sendable,
        _ direction: Selection<Model>.Direction = .ascending
    ) -> Selection<Model> {
        selection.sorted(by: keyPath, direction)
    }

    /// Returns a selection of all models, sorted by a string with a collation.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - direction: The sort direction.
    ///   - collation: The rules by which strings are compared.
    /// - Returns: The sorted selection.
    public func sorted<Value: QueryText>(
        by keyPath: any KeyPath<Model, Value> & Sendable,
        _ direction: Selection<Model>.Direction = .ascending, collation: QueryCollation
    ) -> Selection<Model> {
        selection.sorted(by: keyPath, direction, collation: collation)
    }

    /// A selection of all models.
    ///
    /// Use it to build a filter at run time, or to change all models: a repository has the methods
    /// of a selection that read, but not `delete()`, `purge()`, `update(_:)` and `patch(_:)`.
    ///
    /// ```swift
    /// var selection = hotels.selection
    /// if let city { selection = selection.filter { $0.address.city == city } }
    /// let found = try selection.sorted(by: \.name).all()
    /// ```
    public var selection: Selection<Model> { Selection(self) }
}
