#if PostgreSQL
    import Foundation
    public import QuireModels
    public import SQLPlusPlus

    extension PostgresStore {
        /// The number of documents that are read at once, without a cursor.
        private static let firstPageSize = 20_000
        /// The number of documents in a page of a larger result.
        private static let pageSize = 500

        /// Reads the documents that a statement selects, and calls a closure with pages of them.
        ///
        /// All pages come from one snapshot of the store. If the statement has an order or a limit, all
        /// documents are in memory. Otherwise, outside a transaction, a result of up to 20,000 documents
        /// is read with one statement; for a larger one, the method opens another connection, and only
        /// one page is in memory.
        ///
        /// ```swift
        /// let all = try SelectStatement.parse("SELECT * FROM _")
        /// try store.forEachPage(selectedBy: all) { page in print(page.count) }
        /// ```
        ///
        /// - Parameters:
        ///   - statement: A statement of whole documents.
        ///   - body: A closure that receives documents, in the order of ``records(selectedBy:)``.
        /// - Throws: An error that the closure throws, or the same errors as ``records(selectedBy:)``.
        public func forEachPage(
            selectedBy statement: SelectStatement, _ body: ([DocumentRecord]) throws -> Void
        ) throws {
            let query = try query(statement)
            guard statement.isUnordered, !query.readsSources else {
                return try body(records(selectedBy: statement))
            }
            let evaluator = query.evaluator
            let plan = try plan(query)
            if let transaction = try owner.currentTransaction() {
                return try forEachPage(of: plan, evaluator, in: transaction, body)
            }
            let first = try owner.query {
                try $0.rows("\(plan.sql) LIMIT \(Self.firstPageSize + 1)", plan.parameters)
            }
            if first.count <= Self.firstPageSize {
                let documents = try first.map { try document(in: $0, plan: plan, properties: nil) }
                let records = try evaluator.records(among: documents)
                if !records.isEmpty { try body(records) }
                return
            }
            // The closure can use all connections of the pool.
            let connection = try PostgresConnection(owner.configuration, location: owner.location)
            // All rows are read, so the fastest plan for all is the best.
            try connection.begin(
                "ISOLATION LEVEL REPEATABLE READ READ ONLY",
                then: "SET LOCAL cursor_tuple_fraction = 1")
            let transaction = PostgresTransaction(connection, of: owner, isReadOnly: true)
            try forEachPage(of: plan, evaluator, in: transaction, body)
        }

        private func forEachPage(
            of plan: SelectionPlan, _ evaluator: StatementEvaluator,
            in transaction: PostgresTransaction, _ body: ([DocumentRecord]) throws -> Void
        ) throws {
            let cursor = try transaction.recordingFailure {
                try PostgresCursor(
                    transaction.cursorCount, on: transaction.connection, sql: plan.sql,
                    parameters: plan.parameters)
            }
            transaction.cursorCount += 1
            defer {
                transaction.cursorCount -= 1
                cursor.close()
            }
            while true {
                let rows = try transaction.recordingFailure { try cursor.next(Self.pageSize) }
                let records = try evaluator.records(
                    among: rows.map { try document(in: $0, plan: plan, properties: nil) })
                if !records.isEmpty { try body(records) }
                if rows.count < Self.pageSize { return }
            }
        }
    }

    extension SelectStatement {
        /// Whether the documents can be selected page by page.
        fileprivate var isUnordered: Bool {
            ordering.isEmpty && limit == nil && offset == nil && joinClauses.isEmpty
                && grouping.isEmpty && !isDistinct
        }
    }
#endif
