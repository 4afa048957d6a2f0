public import SQLPlusPlus

extension InMemoryStore {
    /// Reads the documents that a statement chooses by its condition, order, limit and offset.
    ///
    /// - Parameter statement: A statement of whole documents.
    /// - Returns: The documents, without an order in that in which they were first saved.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the statement means nothing,
    ///   `unsupportedOperation` if it can only be answered by a database.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
        try StatementEvaluator(statement).records(among: rows)
    }

    /// Counts the documents that fulfil a condition.
    ///
    /// - Parameter condition: The condition.
    /// - Returns: Their number.
    /// - Throws: As `records(selectedBy:)`.
    /// - Complexity: O(*n*) in the number of documents.
    public func count(where condition: QueryTerm) throws -> Int {
        let statement = SelectStatement([.star], from: .own, where: condition)
        return try StatementEvaluator(statement).count(among: rows)
    }

    /// Reads the rows of a statement.
    ///
    /// - Parameter statement: A statement with columns.
    /// - Returns: The rows.
    /// - Throws: As `records(selectedBy:)`.
    /// - Complexity: O(*n* log *n*) in the number of documents.
    public func rows(of statement: SelectStatement) throws -> ResultSet {
        try StatementEvaluator(statement).rows(of: rows, codingInfo: codingInfo)
    }

    /// Explains how a statement is answered.
    ///
    /// - Parameter statement: A statement of whole documents, or one with columns.
    /// - Returns: That every document is looked at, and the statement in SQL++.
    /// - Throws: As `records(selectedBy:)`.
    public func explanation(of statement: SelectStatement) throws -> String {
        _ = try StatementEvaluator(statement)
        return "SCAN of every document of \(name)\n\n\(statement)\n"
    }

    private var rows: [EvaluatedDocument] {
        transactions.read(name) { documents in
            documents.records.map {
                EvaluatedDocument($0, expiration: documents.expirations[$0.id])
            }
        }
    }
}
