import Fleece
package import SQLPlusPlus

// MARK: Reading rows

extension DocumentDatabase {
    /// Runs a query and returns its rows.
    ///
    /// After `FROM`, write the name of a collection, or `_` for the default collection. Inside a
    /// transaction or a snapshot, the query reads its state; otherwise, it reads the last commit.
    ///
    /// ```swift
    /// let city = "Bergen"
    /// for row in try database.query("SELECT name, roomRate FROM _ WHERE address.city = \(city)") {
    ///     print(row.string(forKey: "name") ?? "", row.double(forKey: "roomRate"))
    /// }
    /// ```
    ///
    /// Decode the rows of `SELECT *` as models. Such a model has the ID and the revision of its
    /// document, so that you can save it:
    ///
    /// ```swift
    /// let rows = try database.query("SELECT * FROM _ WHERE type = 'hotel' AND stars >= \(4)")
    /// let best = try rows.decode(Hotel.self)
    /// ```
    ///
    /// - Parameter source: A `SELECT` statement. Values that are interpolated in a string literal
    ///   are bound. To use a `String`, pass ``QuerySource/init(verbatim:)``.
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement or a value is invalid or a
    ///   collection does not exist, `missingIndex` if a full-text index is missing,
    ///   `invalidQueryParameter` if the text contains a `$parameter`, `unsupportedOperation` if the
    ///   engine cannot compute the statement, `corruptData`, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that indexes don't exclude.
    public func query(_ source: QuerySource) throws -> ResultSet {
        ResultSet(try recordedRows(of: source.statement()))
    }

    /// Runs a query and returns its rows, on a thread of the database.
    ///
    /// ```swift
    /// let city = "Bergen"
    /// for row in try await database.query("SELECT name FROM _ WHERE address.city = \(city)") {
    ///     print(row.string(forKey: "name") ?? "")
    /// }
    /// ```
    ///
    /// - Parameter source: A `SELECT` statement, as for the synchronous method.
    /// - Returns: The rows.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    public func query(_ source: QuerySource) async throws -> sending ResultSet {
        ResultSet(try await blockingWork.run { try self.recordedRows(of: source.statement()) })
    }

    /// Reads the rows of a statement of whole documents, or of one with columns.
    package func recordedRows(of statement: SelectStatement) throws -> RecordedRows {
        guard statement.selectsDocuments else { return try rows(of: statement).recorded }
        let store = try store(namedIn: statement.source)
        return try RecordedRows(
            of: store.records(selectedBy: statement), columnNames: statement.columnNames, in: store)
    }
}

// MARK: Reading models

extension DocumentDatabase {
    /// Runs a query and decodes its rows.
    ///
    /// ```swift
    /// struct Rate: Codable {
    ///     var name: String
    ///     var roomRate: Double
    /// }
    /// let limit = 150.0
    /// let rates = try database.query(
    ///     "SELECT name, roomRate FROM _ WHERE roomRate < \(limit)", as: Rate.self)
    /// let hotels = try database.query("SELECT * FROM _ WHERE type = 'hotel'", as: Hotel.self)
    /// ```
    ///
    /// - Parameters:
    ///   - source: A `SELECT` statement, as for `query(_:)`.
    ///   - type: The type of each row.
    /// - Returns: The decoded rows.
    /// - Throws: The errors of `query(_:)`; `DecodingError` if a row does not match
    ///   the type.
    /// - Complexity: O(*n*) in the number of documents that indexes don't exclude.
    public func query<Row: Decodable>(_ source: QuerySource, as type: Row.Type) throws -> [Row] {
        try query(source).decode(type)
    }

    /// Runs a query and decodes its rows, on a thread of the database.
    ///
    /// - Parameters:
    ///   - source: A `SELECT` statement, as for `query(_:)`.
    ///   - type: The type of each row.
    /// - Returns: The decoded rows.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    public func query<Row: Decodable & Sendable>(
        _ source: QuerySource, as type: Row.Type
    ) async throws -> [Row] {
        try await blockingWork.run { try self.query(source, as: type) }
    }
}

// MARK: Queries in strings

extension DocumentDatabase {
    /// Not available: a string must be marked as the text of a query.
    ///
    /// - Parameter text: A `SELECT` statement.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `invalidParameter`.
    @available(
        *, unavailable,
        message:
            "Write the query as a string literal, whose values are bound, or pass QuerySource(verbatim: text)"
    )
    public func query(_ text: String) throws -> ResultSet {
        throw QuireError(.invalidParameter, "Pass the query as QuerySource(verbatim:).")
    }
}

// MARK: Rows of documents

extension SelectStatement {
    /// Whether each row is one complete document of the only source.
    package var selectsDocuments: Bool {
        guard columns.count == 1, case .property(let path, _) = columns[0].term else {
            return false
        }
        return path.isEmpty && joinClauses.isEmpty && !isDistinct && grouping.isEmpty
            && groupCondition == nil
    }
}

extension RecordedRows {
    /// Creates rows whose only column contains documents.
    fileprivate init(
        of documents: [DocumentRecord], columnNames: [String], in store: any DocumentStore
    ) throws {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        let rows = columnNames.first.map { name in
            documents.map { document in
                writer.encodeDictionary([
                    writer.encodeKey(name), writer.encode(copyOf: document.body.value),
                ])
            }
        }
        writer.write(writer.encodeArray(rows ?? []))
        do {
            let storage = FleeceStorage(try writer.finish(), sharedKeys: keys.snapshot)
            self.init(
                columns: RowColumns(
                    columnNames: columnNames, codingInfo: store.codingInfo, store: store),
                rows: storage.root?.array, documents: documents)
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "A row of the query cannot be read: \(error)", underlyingError: error)
        }
    }
}
