import Fleece
import SQLPlusPlus

/// The result of a statement that changes documents.
///
/// ```swift
/// let result = try database.execute(
///     "UPDATE _ SET stars = stars + 1 WHERE type = 'hotel' RETURNING name, stars")
/// print(result.count, "hotels")
/// for row in result.rows { print(row.toJSON()) }
/// ```
public struct StatementResult: Sendable {
    /// The number of documents that the statement updated, deleted or saved.
    public let count: Int

    private let returned: RecordedRows

    /// The rows of the `RETURNING` clause, or none if the statement has no such clause.
    ///
    /// Each use of this property begins with the first row. The rows of `RETURNING *` decode as
    /// models with the ID and the revision of their documents. The rows of `DELETE` describe the
    /// documents before their deletion, those of other statements after the change.
    public var rows: ResultSet { ResultSet(returned) }

    init(count: Int, returned: RecordedRows) {
        self.count = count
        self.returned = returned
    }
}

// MARK: Statements that change documents

extension DocumentDatabase {
    /// Runs a statement that changes documents: `UPDATE`, `DELETE`, `INSERT` or `UPSERT`.
    ///
    /// The statement runs in one transaction, or as a savepoint within the transaction of the
    /// thread. If it throws an error, it has changed nothing. Observers, live queries and the change
    /// feed receive its changes like those of other writes.
    ///
    /// ```swift
    /// let (city, rate) = ("Bergen", 150.0)
    /// let result = try database.execute(
    ///     """
    ///     UPDATE _ SET sale = TRUE, roomRate = roomRate * 0.9
    ///     WHERE type = 'hotel' AND address.city = \(city) AND roomRate > \(rate)
    ///     RETURNING META().id, roomRate
    ///     """)
    /// print(result.count)
    /// for row in result.rows { print(row.toJSON()) }
    /// ```
    ///
    /// A statement changes documents, not models: the rules for keys, IDs, sizes and unique indexes
    /// apply, but middleware, validation and delete rules of models do not run. To change models
    /// with them, use a selection of a repository, such as
    /// `hotels.filter { … }.update { … }`.
    ///
    /// - Parameter source: An `UPDATE`, `DELETE`, `INSERT` or `UPSERT` statement. Values that are
    ///   interpolated in a string literal are bound; data and blobs cannot be. To use a `String`,
    ///   pass ``QuerySource/init(verbatim:)``.
    /// - Returns: The number of changed documents, and the rows of the `RETURNING` clause.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement or a value is invalid, is
    ///   a `SELECT` statement, or the collection does not exist; `invalidParameter` if a property
    ///   cannot be set or a new document is not a dictionary; `conflict` if an `INSERT` finds a
    ///   document; `corruptRevisionData` for a reserved key, `badDocumentID`, `duplicateValue`,
    ///   `invalidQueryParameter` if the text contains a `$parameter`, `notWriteable`, `notOpen`.
    /// - Complexity: O(*n*) in the number of documents that indexes don't exclude.
    @discardableResult
    public func execute(_ source: QuerySource) throws -> StatementResult {
        guard let statement = try source.writeStatement() else {
            throw QuireError(
                .invalidQuery,
                "execute(_:) runs UPDATE, DELETE, INSERT and UPSERT statements, but the text is "
                    + "\(source.description.debugDescription). Run a SELECT statement with "
                    + "query(_:)")
        }
        return try run(statement, binding: Parameters())
    }

    /// Runs a statement that changes documents, on a thread of the database.
    ///
    /// ```swift
    /// let result = try await database.execute(
    ///     "DELETE FROM _ WHERE type = 'booking' AND day < \(day)")
    /// print(result.count)
    /// ```
    ///
    /// - Parameter source: An `UPDATE`, `DELETE`, `INSERT` or `UPSERT` statement, as for the
    ///   synchronous method.
    /// - Returns: The number of changed documents, and the rows of the `RETURNING` clause.
    /// - Throws: The same errors as the synchronous method, or `CancellationError`.
    @discardableResult
    public func execute(_ source: QuerySource) async throws -> StatementResult {
        try await inBatch { try self.execute(source) }
    }

    /// Not available: a string must be marked as the text of a statement.
    ///
    /// - Parameter text: A statement.
    /// - Returns: Never.
    /// - Throws: ``QuireError`` with code `invalidParameter`.
    @available(
        *, unavailable,
        message:
            "Write the statement as a string literal, whose values are bound, or pass QuerySource(verbatim: text)"
    )
    public func execute(_ text: String) throws -> StatementResult {
        throw QuireError(.invalidParameter, "Pass the statement as QuerySource(verbatim:).")
    }
}

extension RecordedRows {
    /// Creates the rows of several executions of one query, in order.
    init(joining pages: [RecordedRows], columns: RowColumns) throws {
        if pages.count == 1 {
            self = pages[0]
            return
        }
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        let rows = pages.compactMap(\.rows).joined().map { writer.encode(copyOf: $0) }
        writer.write(writer.encodeArray(rows))
        do {
            let storage = FleeceStorage(try writer.finish(), sharedKeys: keys.snapshot)
            self.init(
                columns: columns, rows: storage.root?.array,
                documents: pages.flatMap(\.documents))
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "A returned row cannot be read: \(error)", underlyingError: error)
        }
    }
}
