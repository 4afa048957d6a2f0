public import SQLPlusPlus

/// A statement that is evaluated on documents in memory, as an engine without a query planner does.
///
/// The results are those of the embedded engine. A statement with parts that need a database, such
/// as joins, full-text search or `EXISTS`, is refused.
///
/// The source that the statement names does not count: the caller passes the documents.
public struct StatementEvaluator: Sendable {
    private let statement: SelectStatement

    /// Prepares a statement.
    ///
    /// - Parameter statement: The statement.
    /// - Throws: ``QuireError`` with code `unsupportedOperation` if the statement needs a database,
    ///   `invalidQuery` if it is not valid.
    /// - Complexity: O(*n*) in the size of the statement.
    public init(_ statement: SelectStatement) throws {
        self.statement = statement
        _ = try StatementAnswer(statement, of: [])
    }

    /// Returns the documents that the statement selects by its condition, order, limit and offset.
    ///
    /// - Parameter documents: The live documents of the collection. Without an order, the result has
    ///   their order.
    /// - Returns: The selected documents.
    /// - Throws: ``QuireError`` as ``init(_:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents if the statement has an order,
    ///   otherwise O(*n*).
    public func records(among documents: [EvaluatedDocument]) throws -> [DocumentRecord] {
        try StatementAnswer(statement, of: documents).records()
    }

    /// Returns the rows of the statement, grouped and aggregated if the statement says so.
    ///
    /// - Parameters:
    ///   - documents: The live documents of the collection.
    ///   - codingInfo: The user info for decoding models from the rows.
    /// - Returns: The rows.
    /// - Throws: ``QuireError`` as ``init(_:)``.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func rows(
        of documents: [EvaluatedDocument], codingInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> ResultSet {
        try StatementAnswer(statement, of: documents).results(codingInfo: codingInfo)
    }
}
