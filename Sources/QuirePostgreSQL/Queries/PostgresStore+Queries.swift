#if PostgreSQL
    import Fleece
    import Foundation
    public import Quire
    public import SQLPlusPlus

    extension PostgresStore {
        /// Reads the documents that a statement selects.
        ///
        /// - Parameter statement: A statement of whole documents.
        /// - Returns: The documents. If the statement has no order, the documents are in the order of
        ///   their first saves.
        /// - Throws: `QuireError` with code `invalidQuery` if the statement is invalid,
        ///   `unsupportedOperation` if the engine cannot compute it, or an error of the server.
        public func records(selectedBy statement: SelectStatement) throws -> [DocumentRecord] {
            try StatementEvaluator(statement).records(among: documents(where: statement.condition))
        }

        /// Counts the documents that meet a condition.
        ///
        /// - Parameter condition: The condition.
        /// - Returns: The number of documents.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func count(where condition: QueryTerm) throws -> Int {
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
            return try StatementEvaluator(statement).count(among: documents(where: condition))
        }

        /// Reads the rows of a statement.
        ///
        /// - Parameter statement: A statement with columns.
        /// - Returns: The rows.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func rows(of statement: SelectStatement) throws -> ResultSet {
            try StatementEvaluator(statement).rows(
                of: documents(where: statement.condition), codingInfo: codingInfo)
        }

        /// Explains how the engine computes a statement.
        ///
        /// - Parameter statement: A statement of whole documents, or one with columns.
        /// - Returns: The statement in SQL++, the SQL statement, and the plan of the server.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func explanation(of statement: SelectStatement) throws -> String {
            _ = try StatementEvaluator(statement)
            let (sql, parameters) = selection(statement.condition)
            let plan = try owner.read {
                try $0.rows("EXPLAIN \(sql)", parameters).map { $0.text(0) }
            }
            return "\(statement)\n\n\(sql)\n\n\(plan.joined(separator: "\n"))\n"
        }

        /// Returns the statement that reads the documents that may meet a condition.
        private func selection(_ condition: QueryTerm?) -> (sql: String, [PostgresValue]) {
            var filter = RowFilter()
            let condition = filter.condition(condition)
            let sql = """
                SELECT \(DocumentStatements.columns), expires FROM \(statements.table)
                WHERE \(condition) ORDER BY created
                """
            return (sql, filter.parameters)
        }

        /// Returns the live documents that may meet a condition, in the order of their first saves.
        private func documents(where condition: QueryTerm?) throws -> [EvaluatedDocument] {
            let (sql, parameters) = selection(condition)
            return try owner.read { connection in
                var documents: [EvaluatedDocument] = []
                try connection.forEachRow(sql, parameters) { row in
                    guard let record = try StoredRow(row, self).record else { return }
                    let expiration = try row.integerIfPresent(6)
                        .map { PostgresTime(microseconds: $0).milliseconds }
                    documents.append(EvaluatedDocument(record, expiration: expiration))
                }
                return documents
            }
        }
    }
#endif
