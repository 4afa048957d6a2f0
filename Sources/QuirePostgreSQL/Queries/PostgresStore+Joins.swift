#if PostgreSQL
    import Foundation
    import QuireModels
    import SQLPlusPlus

    // A statement with several sources is evaluated after reading its documents: those of the first
    // source that meet the part of the condition about them, and those of each other source that can
    // match. All of them come from one state of the database.

    extension PostgresStore {
        /// Evaluates a statement with several sources.
        ///
        /// - Parameters:
        ///   - query: The prepared statement.
        ///   - body: A closure that receives the documents of the first source and a closure that
        ///     returns the documents of others.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error of the closure or the server.
        func evaluate<R>(
            _ query: PreparedQuery,
            _ body: ([EvaluatedDocument], @escaping (JoinedSource) throws -> [EvaluatedDocument])
                throws -> R
        ) throws -> R {
            func read() throws -> R {
                try body(documents(sourcePlan(of: query), nil) ?? [], { try self.documents($0) })
            }
            return try query.evaluator.hasFurtherSources ? owner.snapshot(read) : read()
        }

        /// Returns the plan that reads the documents of a query's first source.
        func sourcePlan(of query: PreparedQuery) throws -> SelectionPlan {
            if query.search != nil { return try plan(query) }
            return try plan(forDocumentsWhere: query.evaluator.sourceCondition, ids: nil)
        }

        /// Returns the documents of a source that can match.
        private func documents(_ source: JoinedSource) throws -> [EvaluatedDocument] {
            guard let store = try store(of: source.collection) as? PostgresStore else { return [] }
            // An ID with this character cannot be stored.
            let ids = source.documentIDs?.filter { !$0.utf8.contains(0) }
            let plan = try store.plan(forDocumentsWhere: source.condition, ids: ids)
            return try store.documents(plan, nil) ?? []
        }

        /// Returns the plan that reads the documents that may meet a condition.
        private func plan(
            forDocumentsWhere condition: QueryTerm?, ids: [String]?
        ) throws -> SelectionPlan {
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
            return try plan(PreparedQuery(statement), ids: ids)
        }
    }
#endif
