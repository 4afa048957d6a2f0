#if PostgreSQL
    import QuireModels
    import SQLPlusPlus

    /// A statement, its full-text searches, and the evaluator that computes what the server leaves.
    struct PreparedQuery {
        /// The statement, in which each `MATCH` includes the condition of its index.
        let statement: SelectStatement
        /// The full-text searches, or `nil` if there are none.
        let search: StatementSearches?
        let evaluator: StatementEvaluator

        /// Prepares a statement without full-text searches.
        init(_ statement: SelectStatement) throws {
            self.statement = statement
            search = nil
            evaluator = try StatementEvaluator(statement)
        }

        /// Prepares the statement of full-text searches.
        init(_ search: StatementSearches) throws {
            statement = search.statement
            self.search = search
            evaluator = try StatementEvaluator(
                search.statement, computedTerms: search.computedTerms)
        }

        /// Whether the statement has several sources, or a query in `EXISTS`.
        var readsSources: Bool {
            evaluator.hasFurtherSources || !statement.joinClauses.isEmpty
        }

        /// Returns the condition of the documents that the server returns.
        ///
        /// - Parameter filter: A filter without parameters.
        /// - Returns: The condition.
        func condition(_ filter: RowFilter) -> SelectionCondition {
            if let search { return search.condition(filter) }
            var condition = SelectionCondition(filter: filter)
            condition.add(statement.condition)
            return condition
        }
    }

    /// The condition of the documents that the server returns for a query, in SQL.
    struct SelectionCondition {
        /// The filter with the parameters.
        var filter: RowFilter
        /// The conditions of full-text searches that all documents meet.
        var required: [String] = []
        /// Whether the condition is true only for documents that meet that of the statement, and for
        /// those with a value in `exact`.
        var isExact = true
        /// The values that the server computes for each document.
        var computedColumns: [String] = []
        /// The ranks among the computed values.
        var ranks: [QueryTerm: String] = [:]
        private var filtered = ""

        init(filter: RowFilter) { self.filter = filter }

        /// Adds the condition of a statement without the required searches.
        mutating func add(_ term: QueryTerm?) {
            filtered = filter.condition(term)
            isExact = isExact && filter.isExact
        }

        /// The condition of all documents.
        var sql: String { all(filtered) }

        /// The condition of the documents that `jsonb` represents exactly.
        var ofJSON: String { all(filter.conditionOfJSON) }

        /// The condition of the other documents.
        var ofInexact: String { all(RowFilter.conditionOfInexact) }

        /// Whether the server finds the documents in an index.
        var usesIndex: Bool { filter.usesIndex || !required.isEmpty }

        private func all(_ condition: String) -> String {
            ([condition] + required).joined(separator: " AND ")
        }
    }
#endif
