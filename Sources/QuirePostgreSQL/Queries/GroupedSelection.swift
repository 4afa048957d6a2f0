#if PostgreSQL
    import Fleece
    import QuireModels
    import SQLPlusPlus

    /// A statement with groups or aggregates that the server computes.
    ///
    /// The server groups the documents by the texts of all properties that the grouping uses. The
    /// evaluator then combines the groups whose keys are equal, for example those of `true` and `1`, or
    /// of names that differ in case. It also computes the columns, `HAVING` and the order. For example,
    /// `SELECT UPPER(city), MAX(stars) FROM _ GROUP BY UPPER(city)` becomes:
    ///
    /// ```text
    /// SELECT (body->'city')::text, count(body->'stars'), max(CASE jsonb_typeof(body->'stars') …), …
    /// FROM quire."_default.hotels" WHERE … GROUP BY 1 ORDER BY min(created)
    /// ```
    ///
    /// The evaluator computes the statement from all documents if the server has a value that it cannot
    /// add or compare as Quire does: a Boolean, array or dictionary in an aggregate, a string in a sum,
    /// or a body in the column `exact`.
    struct GroupedSelection {
        /// More columns would make the statement too large.
        private static let maximumColumnCount = 200

        private var aggregates: [(term: QueryTerm, columns: AggregateColumns)] = []
        private let properties: SelectedProperties?
        private let isGrouped: Bool

        /// Creates a selection, or returns `nil` if the server cannot compute the statement.
        init?(_ statement: SelectStatement) {
            guard statement.joinClauses.isEmpty else { return nil }
            let grouping = statement.grouping.map { statement.resolved($0) }
            isGrouped = !grouping.isEmpty
            var paths: [PropertyPath] = []
            for term in grouping {
                guard Self.addPaths(of: term, to: &paths) else { return nil }
            }
            properties = isGrouped ? SelectedProperties(paths) : nil
            if isGrouped, properties == nil { return nil }
            var terms = statement.columns.map(\.term) + statement.ordering.map(\.term)
            if let condition = statement.groupCondition { terms.append(condition) }
            for term in terms {
                guard addAggregates(of: term) else { return nil }
            }
            let count = aggregates.count + (properties?.columns.count ?? 0)
            guard isGrouped || !aggregates.isEmpty, count <= Self.maximumColumnCount else {
                return nil
            }
        }

        /// Adds the paths of all properties in a term of the grouping.
        private static func addPaths(of term: QueryTerm, to paths: inout [PropertyPath]) -> Bool {
            switch term {
            case .property(let path, _):
                paths.append(path)
                return !path.isEmpty
            case .metadata, .match, .rank, .exists, .column: return false
            default:
                return !term.isAggregate
                    && term.children.allSatisfy { addPaths(of: $0, to: &paths) }
            }
        }

        /// Adds the aggregates in a term, and returns whether the server returns all that it uses.
        private mutating func addAggregates(of term: QueryTerm) -> Bool {
            if term.isAggregate {
                guard let columns = AggregateColumns(term) else { return false }
                if !aggregates.contains(where: { $0.term == term }) {
                    aggregates.append((term, columns))
                }
                return true
            }
            switch term {
            case .property(let path, _): return properties?.contains(path) ?? false
            // The terms of columns are checked on their own.
            case .column: return true
            case .metadata, .match, .rank, .exists: return false
            default:
                for child in term.children {
                    guard addAggregates(of: child) else { return false }
                }
                return true
            }
        }

        /// Returns the statement for the server.
        ///
        /// - Parameters:
        ///   - table: The qualified name of the table.
        ///   - condition: The exact condition of the documents.
        /// - Returns: The statement in SQL.
        func sql(from table: String, where condition: String) -> String {
            let keys = properties?.columns.map { "(\($0))::text" } ?? []
            let computed = aggregates.map(\.columns)
            let isUnknown = (["count(exact) > 0"] + computed.compactMap(\.isUnknown))
                .map { "coalesce(\($0), false)" }.joined(separator: " OR ")
            let columns = [isUnknown] + keys + computed.flatMap(\.columns)
            let numbers = (0..<keys.count).map { "\($0 + 2)" }
            let grouping =
                if !isGrouped {
                    ""
                } else if numbers.isEmpty {
                    // All documents have the same key. Without documents there is no group.
                    " HAVING count(*) > 0"
                } else {
                    " GROUP BY \(numbers.joined(separator: ", ")) ORDER BY min(created)"
                }
            return """
                SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE \(condition)\(grouping)
                """
        }

        /// Returns the groups of a result, or `nil` if the evaluator must read the documents.
        func groups(_ rows: PostgresRows) throws -> [EvaluatedGroup]? {
            var groups: [EvaluatedGroup] = []
            for row in rows {
                if try row.boolean(0) { return nil }
                guard let body = try body(row) else { return nil }
                var column = 1 + (properties?.columns.count ?? 0)
                var parts: [QueryTerm: AggregatePart] = [:]
                for (term, columns) in aggregates {
                    parts[term] = try columns.part(row, column)
                    column += columns.columns.count
                }
                groups.append(EvaluatedGroup(properties: body, aggregates: parts))
            }
            return groups
        }

        private func body(_ row: PostgresRow) throws -> FleeceDictionary? {
            guard let properties else { return try FleeceStorage(json: "{}").rootDictionary }
            return try properties.body(row, firstColumn: 1) { column, writer in
                try row.withBytes(column) { try JSONReader.read($0, into: writer) }
            }
        }
    }

    extension SelectStatement {
        /// Returns the term of a column in place of its alias.
        fileprivate func resolved(_ term: QueryTerm) -> QueryTerm {
            guard case .column(let name, let path) = term, path.isEmpty,
                let column = columns.first(where: { $0.alias == name })
            else { return term }
            return column.term
        }
    }
#endif
