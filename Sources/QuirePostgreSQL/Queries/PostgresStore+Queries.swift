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
            let evaluator = try StatementEvaluator(statement)
            if let first = try firstDocuments(of: statement) {
                return try evaluator.records(among: first)
            }
            return try evaluator.records(among: documents(where: statement.condition))
        }

        /// Counts the documents that meet a condition.
        ///
        /// - Parameter condition: The condition.
        /// - Returns: The number of documents.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func count(where condition: QueryTerm) throws -> Int {
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
            let evaluator = try StatementEvaluator(statement)
            if let count = try serverCount(where: condition) { return count }
            return try evaluator.count(among: documents(where: condition))
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
            let (sql, parameters) = try selection(statement.condition)
            let plan = try owner.query {
                try $0.rows("EXPLAIN \(sql)", parameters).map { $0.text(0) }
            }
            return "\(statement)\n\n\(sql)\n\n\(plan.joined(separator: "\n"))\n"
        }

        /// Returns a filter that uses the indexes of the collection.
        private func rowFilter() throws -> RowFilter {
            let indexes = try owner.read { try storedIndexes.recent($0) }
            return RowFilter(
                indexed: Set(indexes.values.filter { $0.kind == .value }.flatMap(\.values)),
                ordersByBytes: owner.ordersByBytes)
        }

        /// Returns the statement that reads the documents that may meet a condition.
        private func selection(_ condition: QueryTerm?) throws -> (sql: String, [PostgresValue]) {
            var filter = try rowFilter()
            let condition = filter.condition(condition)
            let sql = """
                SELECT \(DocumentStatements.columns), expires FROM \(statements.table)
                WHERE \(condition) ORDER BY created
                """
            return (sql, filter.parameters)
        }

        /// Returns the live documents that may meet a condition, in the order of their first saves.
        private func documents(where condition: QueryTerm?) throws -> [EvaluatedDocument] {
            let (sql, parameters) = try selection(condition)
            return try owner.query { connection in
                var documents: [EvaluatedDocument] = []
                try connection.forEachRow(sql, parameters) { row in
                    if let document = try document(row) { documents.append(document) }
                }
                return documents
            }
        }

        private func document(_ row: PostgresRow) throws -> EvaluatedDocument? {
            guard let record = try StoredRow(row, self).record else { return nil }
            let expiration = try row.integerIfPresent(6)
                .map { PostgresTime(microseconds: $0).milliseconds }
            return EvaluatedDocument(record, expiration: expiration)
        }

        // MARK: Statements that the server computes

        /// Returns the number of documents that meet a condition, if the server can compute it.
        ///
        /// - Returns: The number, or `nil` if the evaluator must check documents.
        private func serverCount(where condition: QueryTerm) throws -> Int? {
            var filter = try rowFilter()
            let form = filter.condition(condition)
            guard filter.isExact else { return nil }
            let row = try owner.query {
                try $0.rows(
                    """
                    SELECT count(*), count(exact) FROM \(statements.table) WHERE \(form)
                    """, filter.parameters)
            }[0]
            return try row.integer(1) == 0 ? Int(row.integer(0)) : nil
        }

        /// Returns the documents among which are the first ones of a statement with a limit.
        ///
        /// These are the first documents in the order of the server, and those whose bodies `jsonb`
        /// does not represent exactly. The evaluator sorts them again.
        ///
        /// - Returns: The documents in the order of their first saves, or `nil` if all documents are
        ///   necessary.
        private func firstDocuments(
            of statement: SelectStatement
        ) throws -> [EvaluatedDocument]? {
            guard let count = statement.neededRowCount, statement.grouping.isEmpty,
                let order = RowOrder(statement.ordering)
            else { return nil }
            var filter = try rowFilter()
            let condition = filter.condition(statement.condition)
            guard filter.isExact else { return nil }
            let columns = "\(DocumentStatements.columns), expires, created"
            let sql = """
                SELECT * FROM (
                    (SELECT \(columns), \(order.unknownOrder) AS is_unknown
                    FROM \(statements.table) WHERE \(condition) AND exact IS NULL
                    ORDER BY \(order.keys) LIMIT \(count))
                    UNION ALL
                    (SELECT \(columns), false FROM \(statements.table)
                    WHERE flags & 1 = 0 AND exact IS NOT NULL)
                ) AS candidates ORDER BY created
                """
            let rows = try owner.query { try $0.rows(sql, filter.parameters) }
            // The order of arrays and dictionaries decides which rows are the first ones.
            guard try !rows.contains(where: { try $0.boolean(8) }) else { return nil }
            return try rows.compactMap { try document($0) }
        }
    }
#endif
