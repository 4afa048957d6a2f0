import SQLPlusPlus

// Rows of complete documents become models in the same way as the documents of a repository.

extension QueryRow {
    /// Decodes the row as a model.
    ///
    /// If the row is a document that `DocumentDatabase.query(_:)` selected with
    /// `SELECT *`, the model has the document's ID and revision, and old documents are migrated.
    /// Otherwise, the model has no ID, unless a column contains it.
    ///
    /// ```swift
    /// for row in try database.query("SELECT * FROM _ WHERE type = 'hotel'") {
    ///     var hotel = try row.decode(Hotel.self)
    ///     hotel.roomRate *= 1.1
    ///     try hotels.save(hotel)
    /// }
    /// ```
    ///
    /// - Parameter type: The model type.
    /// - Returns: The model.
    /// - Throws: `DecodingError` with the full coding path; ``QuireError`` with code `decodingError`
    ///   if the document cannot be migrated, `corruptData` if its ID differs from the one in its
    ///   body.
    /// - Complexity: O(*n*) in the size of the document.
    public func decode<Model: DocumentModel>(_ type: Model.Type) throws -> Model {
        guard let document, let repository = columns.repository(of: type) else {
            return try decodeValues(type)
        }
        return try repository.decode(document, selectedAs: type)
    }
}

extension RowColumns {
    /// Returns the repository that decodes the rows, or `nil` if they are not complete documents.
    fileprivate func repository<Model: DocumentModel>(
        of type: Model.Type
    ) -> Repository<Model>? {
        if let known = knownRepository.get(as: Repository<Model>.self) { return known }
        guard let repository = store?.repository(of: type) else { return nil }
        knownRepository.set(repository)
        return repository
    }
}

extension ResultSet {
    /// Decodes the remaining rows as models.
    ///
    /// ```swift
    /// let rows = try database.query("SELECT * FROM _ WHERE type = 'hotel' ORDER BY name")
    /// let sorted = try rows.decode(Hotel.self)
    /// ```
    ///
    /// - Parameter type: The model type.
    /// - Returns: The models in row order.
    /// - Throws: The errors of ``QueryRow/decode(_:)-(Model.Type)``.
    /// - Complexity: O(*n*) in the number of rows.
    public func decode<Model: DocumentModel>(_ type: Model.Type) throws -> [Model] {
        try map { try $0.decode(type) }
    }
}

extension DocumentDatabase {
    /// Runs a query and decodes its rows as models.
    ///
    /// The models of `SELECT *` have the ID and the revision of their documents.
    ///
    /// ```swift
    /// let city = "Bergen"
    /// let nearby = try database.query(
    ///     "SELECT * FROM _ WHERE type = 'hotel' AND address.city = \(city)", as: Hotel.self)
    /// ```
    ///
    /// - Parameters:
    ///   - source: A `SELECT` statement, as for `query(_:)`.
    ///   - type: The model type.
    /// - Returns: The models.
    /// - Throws: The errors of `query(_:)` and of ``QueryRow/decode(_:)-(Model.Type)``.
    /// - Complexity: O(*n*) in the number of documents that indexes don't exclude.
    public func query<Model: DocumentModel>(
        _ source: QuerySource, as type: Model.Type
    ) throws -> [Model] {
        let statement = try source.statement()
        guard statement.selectsDocuments else { return try rows(of: statement).decode(type) }
        let repository = try store(namedIn: statement.source).repository(of: type)
        return try repository.values(selectedBy: statement) {
            try repository.decode($0, selectedAs: type)
        }
    }

    /// Runs a query and decodes its rows as models, on a thread of the database.
    ///
    /// ```swift
    /// let best = try await database.query(
    ///     "SELECT * FROM _ WHERE type = 'hotel' AND stars = \(5)", as: Hotel.self)
    /// ```
    ///
    /// - Parameters:
    ///   - source: A `SELECT` statement, as for `query(_:)`.
    ///   - type: The model type.
    /// - Returns: The models.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    public func query<Model: DocumentModel>(
        _ source: QuerySource, as type: Model.Type
    ) async throws -> [Model] {
        try await blockingWork.run { try self.query(source, as: type) }
    }
}

extension Repository {
    /// Decodes a document of a query, which can have another type.
    fileprivate func decode(
        _ record: DocumentRecord, selectedAs type: Model.Type
    ) throws -> Model {
        do {
            return try decode(record)
        } catch let error as DecodingError where !isOwn(record) {
            let found = record.body[typeKey]?.string.map { "has the type \($0)" } ?? "has no type"
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [],
                    debugDescription: """
                        Document "\(record.id)" in \(store.fullName) \(found), so it cannot be decoded \
                        as \(type). Restrict the query, for example with \
                        \(typeKey) = '\(Model.documentType)'.
                        """, underlyingError: error))
        }
    }
}
