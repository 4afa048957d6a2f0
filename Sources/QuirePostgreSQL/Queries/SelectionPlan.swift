#if PostgreSQL
    import Fleece
    import QuireModels
    import SQLPlusPlus

    /// The statement in SQL with which a store computes a query.
    ///
    /// The server does as much as it can do with exactly the results of the evaluator. It groups, or
    /// selects the first documents of an order, or returns all documents that may meet the condition.
    /// If the query does not use whole documents, it returns only the properties that the query uses.
    struct SelectionPlan {
        /// The results of the server.
        enum Form {
            /// Groups with their aggregates.
            case groups(GroupedSelection)
            /// The documents among which are the first ones, or all documents.
            case documents(SelectedProperties?)
        }

        /// The first columns of a document, which are followed by a Boolean that is true if the server
        /// does not know the order of the document, by the computed values of full-text searches, and
        /// by the body or its properties.
        private static let columns = ["id", "seq", "rev", "flags", "exact", "expires"]
        /// The number of the first computed value.
        static let computedColumn = columns.count + 1

        let form: Form
        let sql: String
        let parameters: [PostgresValue]
        /// The full-text searches whose computed values the rows contain.
        let search: StatementSearches?
        /// The number of the first column of the body or its properties.
        let bodyColumn: Int

        /// Creates the plan that leaves the least work to the evaluator.
        ///
        /// - Parameters:
        ///   - query: The prepared statement.
        ///   - table: The qualified name of the table.
        ///   - filter: A filter without parameters.
        ///   - ids: The IDs of the documents, or `nil` for all documents.
        ///   - selectsRecords: Whether the result is whole documents, not the columns of the statement.
        ///   - allowsPart: Whether the server may compute groups or first documents. If its result
        ///     cannot be used, the caller creates another plan without them.
        init(
            of query: PreparedQuery, from table: String, _ filter: RowFilter,
            ids: [String]? = nil, selectsRecords: Bool, allowsPart: Bool
        ) {
            let statement = query.statement
            search = query.search
            var condition = query.condition(filter)
            bodyColumn = Self.computedColumn + condition.computedColumns.count
            let canSelectPart = allowsPart && condition.isExact && ids == nil
            if canSelectPart, !selectsRecords, let selection = GroupedSelection(statement) {
                parameters = condition.filter.parameters
                form = .groups(selection)
                sql = selection.sql(from: table, where: condition.sql)
                return
            }
            let properties = selectsRecords ? nil : SelectedProperties(usedBy: statement)
            form = .documents(properties)
            let values = condition.computedColumns + (properties?.columns ?? ["body"])
            func selection(_ isUnknown: String) -> String {
                "SELECT \((Self.columns + [isUnknown] + values + ["created"]).joined(separator: ", "))"
            }
            if canSelectPart, selectsRecords || statement.selectsSingleDocuments,
                let count = statement.neededRowCount,
                let order = RowOrder(
                    statement.ordering, bounds: statement.indexBounds(&condition.filter),
                    ranks: condition.ranks)
            {
                parameters = condition.filter.parameters
                let branches = order.branches.map { branch in
                    """
                    (\(selection(order.unknownOrder)) FROM \(table)
                    WHERE \(condition.ofJSON)\(branch.condition.map { " AND (\($0))" } ?? "")
                    ORDER BY \(branch.keys) LIMIT \(count))
                    """
                }
                // The evaluator sorts these documents again, with those that `jsonb` does not represent.
                let inexact = """
                    (\(selection("false")) FROM \(table) WHERE \(condition.ofInexact))
                    """
                let candidates = (branches + [inexact]).joined(separator: "\nUNION ALL\n")
                sql = "SELECT * FROM (\n\(candidates)\n) AS candidates ORDER BY created"
                return
            }
            var parameters = condition.filter.parameters
            var selected = condition.sql
            if let ids {
                parameters.append(.textArray(ids))
                selected = "id = ANY($\(parameters.count)) AND \(selected)"
            }
            self.parameters = parameters
            // The server must not read the whole index of the order instead of a range of another index.
            let order = condition.usesIndex || ids != nil ? "created + 0" : "created"
            sql = "\(selection("false")) FROM \(table)\nWHERE \(selected) ORDER BY \(order)"
        }
    }

    extension SelectStatement {
        /// Whether each row is computed from one document, and no row is omitted because of another.
        fileprivate var selectsSingleDocuments: Bool {
            !isDistinct && grouping.isEmpty && joinClauses.isEmpty
                && !columns.contains { $0.term.contains(where: \.isAggregate) }
        }

        /// Returns the bounds of the first property of the order, if an index of it has the order of Quire.
        fileprivate func indexBounds(_ filter: inout RowFilter) -> IndexBounds? {
            guard let first = ordering.first, let value = RowFilter.property(first.term),
                filter.sortedByIndex.contains(value)
            else { return nil }
            return IndexBounds(of: condition, on: value, &filter)
        }

        /// The number of rows that the statement needs after sorting, if it is a small constant.
        var neededRowCount: Int64? {
            guard case .literal(.integer(let limit))? = limit, (0...10_000).contains(limit) else {
                return nil
            }
            switch offset {
            case nil: return limit
            case .literal(.integer(let offset))? where (0...100_000).contains(offset):
                return limit + offset
            default: return nil
            }
        }
    }
#endif
