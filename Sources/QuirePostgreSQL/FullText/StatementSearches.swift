#if PostgreSQL
    import QuireModels
    import SQLPlusPlus

    /// The full-text searches of a statement, which the server computes.
    ///
    /// For each document, the server returns the rank for each `RANK`, and whether each `MATCH` is true
    /// unless all returned documents must match. The evaluator receives these values with the document.
    struct StatementSearches {
        /// A term `MATCH`.
        private struct Search {
            let term: QueryTerm
            let name: String
            let index: TextIndex
            /// The query for the server, or `nil` if it matches nothing.
            let query: String?
            /// Whether all documents of the statement match.
            let isRequired: Bool
        }

        /// The statement, in which each `MATCH` includes the condition of its index.
        let statement: SelectStatement
        /// The terms whose values the server computes: searches, then ranks.
        let computedTerms: [QueryTerm]
        private let searches: [Search]
        private let ranks: [QueryTerm]
        /// The condition without searches that all documents must match.
        private let rest: QueryTerm?

        /// Creates the searches of a statement.
        ///
        /// - Parameters:
        ///   - statement: The statement with the terms `MATCH` and `RANK`.
        ///   - ranks: Further ranks to compute.
        ///   - index: A closure that returns the full-text index with a name.
        /// - Throws: `QuireError` with code `invalidQuery` if a query is not valid, or a rank has no
        ///   search, and the errors of the closure.
        init(
            _ statement: SelectStatement, ranks: [QueryTerm] = [],
            index: (String) throws -> TextIndex
        ) throws {
            var (required, rest): ([QueryTerm], [QueryTerm]) = ([], [])
            for part in statement.condition?.conjuncts ?? [] {
                if case .match = part { required.append(part) } else { rest.append(part) }
            }
            var terms = ComputedTerms()
            for term in statement.terms + ranks { terms.add(term) }
            let searches = try terms.matches.compactMap { term -> Search? in
                guard case .match(let name, _, let query) = term else { return nil }
                let index = try index(name)
                return Search(
                    term: term, name: name, index: index,
                    query: try Self.text(of: query, index), isRequired: required.contains(term))
            }
            let indexes = Dictionary(searches.map { ($0.term, $0.index) }) { first, _ in first }
            func complete(_ term: QueryTerm) -> QueryTerm {
                guard let condition = indexes[term]?.condition else {
                    return term.replacingChildren(complete)
                }
                return .operation(.and, [condition, term])
            }
            var completed = statement
            completed.columns = statement.columns.map {
                ResultColumn(complete($0.term), as: $0.alias)
            }
            completed.condition = statement.condition.map(complete)
            completed.grouping = statement.grouping.map(complete)
            completed.groupCondition = statement.groupCondition.map(complete)
            completed.ordering = statement.ordering.map {
                OrderingTerm(complete($0.term), $0.direction)
            }
            self.statement = completed
            self.searches = searches
            self.ranks = terms.ranks
            self.rest = rest.isEmpty ? nil : .operation(.and, rest.map(complete))
            computedTerms = terms.matches + terms.ranks
            for case .rank(let name, _) in self.ranks
            where !searches.contains(where: { $0.name == name }) {
                throw QuireError(
                    .invalidQuery, "RANK(\(name)) needs MATCH(\(name), …) in WHERE.")
            }
        }

        /// Returns the query for the server, or `nil` if it matches nothing.
        private static func text(of term: QueryTerm, _ index: TextIndex) throws -> String? {
            let text: String
            switch term {
            case .literal(.string(let string)): text = string
            case .literal(.integer(let number)): text = String(number)
            case .literal(.double(let number)): text = String(number)
            case .literal(.boolean(let boolean)): text = String(boolean)
            case .literal(.null), .missing: return nil
            default:
                throw QuireError(
                    .unsupportedOperation,
                    "The engine PostgreSQL cannot search for a text that is not a literal: \(term)."
                )
            }
            return try index.text(of: MatchQueryParser.parse(text, columns: index.names))
        }

        // MARK: SQL

        /// Returns the condition of the documents that may meet that of the statement, with the
        /// computed values.
        ///
        /// - Parameter filter: A filter without parameters.
        /// - Returns: The condition.
        func condition(_ filter: RowFilter) -> SelectionCondition {
            var selection = SelectionCondition(filter: filter)
            var ranks: [String: [String]] = [:]
            for search in searches {
                let parameter = search.query.flatMap { selection.filter.add($0) }
                let match = parameter.map { "\(search.index.vector) @@ \(search.index.query($0))" }
                let condition = match ?? "false"
                if search.isRequired {
                    selection.required += [search.index.predicate, condition].compactMap { $0 }
                    if let term = search.index.condition {
                        var probe = filter
                        _ = probe.condition(term)
                        if !probe.isExact { selection.isExact = false }
                    }
                } else {
                    selection.filter.matches[search.term] = condition
                    selection.computedColumns.append(condition)
                }
                if let parameter {
                    ranks[search.name, default: []].append(search.index.rank(parameter))
                }
            }
            for term in self.ranks {
                guard case .rank(let name, _) = term else { continue }
                let rank = ranks[name]?.joined(separator: " + ") ?? "0::float8"
                selection.ranks[term] = rank
                selection.computedColumns.append(rank)
            }
            selection.add(rest)
            return selection
        }

        /// Returns the computed values of a row.
        ///
        /// - Parameters:
        ///   - row: A row of the server's result.
        ///   - first: The number of the first of the computed columns.
        /// - Returns: The values, in the order of ``computedTerms``.
        /// - Throws: `QuireError` with code `corruptData` if a column has another type.
        func values(_ row: PostgresRow, from first: Int) throws -> [Literal] {
            var column = first
            var values: [Literal] = []
            for search in searches {
                values.append(.boolean(try search.isRequired || row.boolean(column)))
                if !search.isRequired { column += 1 }
            }
            for _ in ranks {
                values.append(.double(try row.double(column)))
                column += 1
            }
            return values
        }
    }

    /// The different terms of a statement that the server computes.
    private struct ComputedTerms {
        private(set) var matches: [QueryTerm] = []
        private(set) var ranks: [QueryTerm] = []

        mutating func add(_ term: QueryTerm) {
            switch term {
            case .match: if !matches.contains(term) { matches.append(term) }
            case .rank: if !ranks.contains(term) { ranks.append(term) }
            default: for child in term.children { add(child) }
            }
        }
    }

    extension QueryTerm {
        /// The operands of `AND` at the top level.
        var conjuncts: [QueryTerm] {
            guard case .operation(.and, let operands) = self else { return [self] }
            return operands.flatMap(\.conjuncts)
        }

        /// Whether the term is or contains `MATCH` or `RANK`.
        var hasSearch: Bool {
            contains { term in
                switch term {
                case .match, .rank: true
                default: false
                }
            }
        }
    }
#endif
