extension Repository {
    /// Creates an index on properties of the model, unless it exists.
    ///
    /// Filters that compare the first properties with values, or sort by them, use the index. The
    /// type discriminator becomes its first expression automatically.
    ///
    /// ```swift
    /// try hotels.createIndex(on: \.address.city, \.roomRate)
    /// try guests.createIndex(on: \.email, options: .unique)
    /// ```
    ///
    /// With a collation, the index serves comparisons and orders with the same collation.
    ///
    /// An index on the same properties with other options is replaced. With
    /// ``IndexOptions/unique``, later saves of models with the same values throw ``QuireError``
    /// with code `duplicateValue`.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties, which order the models with the same values of the preceding
    ///     properties.
    ///   - options: The options of the index.
    ///   - collation: The collation of the properties that are strings:
    ///     ``QueryCollation/ascii`` with ``QueryCollation/ignoringCase``, or `nil` to compare bytes.
    ///     The other collations differ between platforms and cannot be in an index.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties, such as `hotel(address.city, roomRate)`.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property or collation cannot be
    ///   indexed, `duplicateValue` if documents have the same values in a unique index,
    ///   `unsupportedOperation` if the engine does not support the index, `notOpen`, `notWriteable`,
    ///   `busy`, `ioError`.
    /// - Complexity: O(*n* log *n*) in the number of documents, unless the index exists.
    public func createIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        options: IndexOptions = [], collation: QueryCollation? = nil, named name: String? = nil
    ) throws {
        try create(
            ModelIndex(
                on: keyPath, repeat each others, options: options, collation: collation,
                named: name))
    }

    /// Creates an index on properties of the model, on a thread of the database.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties.
    ///   - options: The options of the index.
    ///   - collation: The collation of the properties that are strings.
    ///   - name: The name of the index, or `nil` for a name made of the type name and the
    ///     properties.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func createIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        options: IndexOptions = [], collation: QueryCollation? = nil, named name: String? = nil
    ) async throws {
        let index = ModelIndex(
            on: keyPath, repeat each others, options: options, collation: collation, named: name)
        try await writing { try create(index) }
    }

    /// Deletes an index on properties of the model, if it exists.
    ///
    /// ```swift
    /// try hotels.deleteIndex(on: \.address.city, \.roomRate)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties.
    ///   - collation: The collation with which the index was created, or `nil` if it has none.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property or collation cannot be
    ///   indexed, `unsupportedOperation` if the engine does not support indexes, `notOpen`,
    ///   `notWriteable`, `busy`, `ioError`.
    public func deleteIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        collation: QueryCollation? = nil
    ) throws {
        let index = ModelIndex(on: keyPath, repeat each others, collation: collation)
        try store.deleteIndex(forName: index.name)
    }

    /// Deletes an index on properties of the model, on a thread of the database.
    ///
    /// - Parameters:
    ///   - keyPath: The first property.
    ///   - others: Further properties.
    ///   - collation: The collation with which the index was created, or `nil` if it has none.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func deleteIndex<First, each Other>(
        on keyPath: any KeyPath<Model, First> & Sendable,
        _ others: repeat any KeyPath<Model, each Other> & Sendable,
        collation: QueryCollation? = nil
    ) async throws {
        let name = try ModelIndex(on: keyPath, repeat each others, collation: collation).name
        try await writing { try store.deleteIndex(forName: name) }
    }

    func create(_ index: ModelIndex<Model>) throws {
        let definition = try definition(of: index)
        try store.createIndex(withName: definition.name, config: definition.configuration)
    }

    private func definition(of index: ModelIndex<Model>) throws -> IndexDefinition {
        try store.requireCapability(.indexes)
        if let capability = index.capability { try store.requireCapability(capability) }
        return try index.definition(typeKey: typeKey, types)
    }
}

// MARK: Declared indexes

extension Repository where Model: IndexedModel {
    /// Returns a plan of the changes that give the store the indexes that the model declares.
    ///
    /// ```swift
    /// print(try guests.indexPlan())  // create guest(city), create guest(email)
    /// ```
    ///
    /// - Parameter keepingOthers: Whether to keep indexes that the model does not declare, such as
    ///   those of other models in the same store. By default, they are kept.
    /// - Returns: The plan.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a property cannot be indexed,
    ///   `invalidParameter` if an index is declared twice, `unsupportedOperation` if the engine does
    ///   not support an index, `notOpen`.
    public func indexPlan(keepingOthers: Bool = true) throws -> IndexPlan {
        try store.indexPlan(
            for: Model.indexes.map { try definition(of: $0) }, keepingOthers: keepingOthers)
    }

    /// Returns a plan of the changes that give the store the declared indexes, on a thread of the
    /// database.
    ///
    /// - Parameter keepingOthers: Whether to keep indexes that the model does not declare.
    /// - Returns: The plan.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    public func indexPlan(keepingOthers: Bool = true) async throws -> IndexPlan {
        try await reading { try indexPlan(keepingOthers: keepingOthers) }
    }

    /// Creates the indexes that the model declares, unless they exist, in one transaction.
    ///
    /// ```swift
    /// let guests = try database.repository(of: Guest.self)
    /// try guests.createIndexes()
    /// ```
    ///
    /// - Returns: The changes that were made.
    /// - Throws: The errors of `indexPlan(keepingOthers:)` and of `IndexPlan.apply()`.
    /// - Complexity: O(*n* log *n*) in the number of documents for each created index.
    @discardableResult
    public func createIndexes() throws -> IndexPlan {
        let plan = try indexPlan()
        try plan.apply()
        return plan
    }

    /// Creates the indexes that the model declares, on a thread of the database.
    ///
    /// - Returns: The changes that were made.
    /// - Throws: `CancellationError`, and the errors of the synchronous version.
    @discardableResult
    public func createIndexes() async throws -> IndexPlan {
        try await writing { try createIndexes() }
    }
}
