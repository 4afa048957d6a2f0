#if PostgreSQL
    import Foundation
    import Quire
    import SQLPlusPlus

    // A statement with several sources is evaluated after reading its documents: those of the first
    // source that meet the part of the condition about them, and those of each other source that can
    // match. All of them come from one state of the database.

    extension StatementEvaluator {
        /// Whether the statement has several sources, or a query in `EXISTS`.
        func readsSources(of statement: SelectStatement) -> Bool {
            hasFurtherSources || !statement.joinClauses.isEmpty
        }
    }

    extension PostgresStore {
        /// Evaluates a statement with several sources.
        ///
        /// - Parameters:
        ///   - evaluator: The evaluator of the statement.
        ///   - body: A closure that receives the documents of the first source and a closure that
        ///     returns the documents of others.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error of the closure or the server.
        func evaluate<R>(
            _ evaluator: StatementEvaluator,
            _ body: ([EvaluatedDocument], @escaping (JoinedSource) throws -> [EvaluatedDocument])
                throws -> R
        ) throws -> R {
            func read() throws -> R {
                try body(
                    documents(where: evaluator.sourceCondition, ids: nil),
                    { try self.documents($0) })
            }
            return try evaluator.hasFurtherSources ? owner.snapshot(read) : read()
        }

        /// Returns the documents of a source that can match.
        private func documents(_ source: JoinedSource) throws -> [EvaluatedDocument] {
            guard let store = try store(of: source.collection) as? PostgresStore else { return [] }
            // An ID with this character cannot be stored.
            let ids = source.documentIDs?.filter { !$0.utf8.contains(0) }
            return try store.documents(where: source.condition, ids: ids)
        }

        /// Returns the live documents that may meet a condition, in the order of their first saves.
        private func documents(
            where condition: QueryTerm?, ids: [String]?
        ) throws -> [EvaluatedDocument] {
            try documents(plan(forDocumentsWhere: condition, ids: ids), nil) ?? []
        }

        /// Returns the plan that reads whole documents.
        ///
        /// - Parameters:
        ///   - condition: The condition of the documents.
        ///   - ids: The IDs of the documents, or `nil` for all documents.
        /// - Returns: The plan.
        /// - Throws: An error of the server.
        func plan(forDocumentsWhere condition: QueryTerm?, ids: [String]?) throws -> SelectionPlan {
            SelectionPlan(
                of: SelectStatement([.star], from: CollectionSource("_"), where: condition),
                from: statements.table, try rowFilter(), ids: ids, selectsRecords: true,
                allowsPart: false)
        }
    }
#endif
