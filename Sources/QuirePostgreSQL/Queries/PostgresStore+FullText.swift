#if PostgreSQL
    import Foundation
    public import Quire
    public import SQLPlusPlus

    extension PostgresStore {
        /// Returns the condition of a full-text search.
        ///
        /// If several indexes contain the properties, the one with the fewest other properties is used.
        /// A word with more than 1,000 bytes is in no document.
        ///
        /// - Parameter search: The search.
        /// - Returns: The condition, or `nil` if no full-text index contains the properties.
        /// - Throws: `QuireError` with code `invalidQuery` if the text is not a valid expression,
        ///   `invalidParameter` if it has too many words, `unsupportedOperation` if the server cannot
        ///   search for it, or an error of the server.
        public func fullTextCondition(for search: FullTextSearch) throws -> FullTextCondition? {
            let properties = Set(search.properties)
            let candidates = try owner.read { try storedIndexes.read($0) }.compactMap {
                name, stored -> (name: String, index: TextIndex)? in
                guard
                    stored.condition == nil || stored.condition == search.scope.description,
                    let index = TextIndex(stored, collation: owner.lowercaseCollation)
                else { return nil }
                return properties.isSubset(of: index.properties) ? (name, index) : nil
            }
            let best = candidates.min {
                ($0.index.properties.count, $0.name) < ($1.index.properties.count, $1.name)
            }
            guard let (name, index) = best else { return nil }
            let isExact = Set(index.properties) == properties
            if search.mode == .expression {
                guard isExact else { return nil }
                let query = try MatchQueryParser.parse(search.text, columns: index.names)
                _ = try index.text(of: query)
                return FullTextCondition(index: name, query: search.text)
            }
            let words = TextWords.words(of: search.text).map { $0.text.lowercasedASCII }
            let query = try search.mode.expression(
                of: words, in: isExact ? [] : index.properties.filter(properties.contains))
            return query.map { FullTextCondition(index: name, query: $0) }
        }

        /// Reads the documents that a statement selects, with their ranks and the found words.
        ///
        /// The rank of a document is the result of the function `ts_rank` of the server.
        ///
        /// - Parameters:
        ///   - statement: A statement of whole documents whose condition contains the terms of the
        ///     full-text conditions.
        ///   - conditions: The full-text conditions.
        /// - Returns: The documents.
        /// - Throws: The same errors as ``records(selectedBy:)``.
        public func fullTextMatches(
            selectedBy statement: SelectStatement, using conditions: [FullTextCondition]
        ) throws -> [FullTextMatch] {
            let ranks = conditions.map(\.rank)
            let search = try search(statement, ranks: ranks)
            let documents = try selectedDocuments(of: search)
            let numbers = ranks.compactMap { search.computedTerms.firstIndex(of: $0) }
            let values = Dictionary(
                documents.map { document in
                    let ranks = numbers.compactMap { number -> Double? in
                        guard case .double(let rank) = document.computedValues[number] else {
                            return nil
                        }
                        return rank
                    }
                    return (ExactString(document.record.id), ranks.reduce(0, +))
                }
            ) { first, _ in first }
            let records = try evaluator(of: search).records(among: documents)
            let words = try FoundWords(
                conditions.map { condition in
                    let index = try textIndex(condition.index)
                    let query = try MatchQueryParser.parse(condition.query, columns: index.names)
                    return (index, query)
                }, in: records.map(\.body)
            ) { index, words in
                try owner.query {
                    try $0.rows(
                        """
                        SELECT \(index.lexemes(of: "word")) FROM unnest($1) WITH ORDINALITY
                        AS words (word, number) ORDER BY number
                        """, [.textArray(words)]
                    ).map { $0.text(0) }
                }
            }
            return zip(records, words.texts).map { record, texts in
                FullTextMatch(
                    record: record, rank: values[ExactString(record.id)] ?? 0, texts: texts)
            }
        }

        // MARK: Statements

        /// Returns the full-text searches of a statement, or `nil` if it has none.
        func search(_ statement: SelectStatement) throws -> StatementSearches? {
            guard statement.terms.contains(where: \.hasSearch) else { return nil }
            guard statement.joinClauses.isEmpty else {
                throw QuireError(
                    .unsupportedOperation,
                    "The engine PostgreSQL cannot use MATCH in a statement with JOIN or UNNEST.")
            }
            return try search(statement, ranks: [])
        }

        private func search(
            _ statement: SelectStatement, ranks: [QueryTerm]
        ) throws -> StatementSearches {
            try StatementSearches(statement, ranks: ranks, index: textIndex)
        }

        /// Returns a full-text index.
        private func textIndex(_ name: String) throws -> TextIndex {
            // Another program can have created the index since the list was read.
            let stored = try owner.read {
                try storedIndexes.recent($0)[name] ?? storedIndexes.read($0)[name]
            }
            let index = stored.flatMap { TextIndex($0, collation: owner.lowercaseCollation) }
            guard let index else {
                throw QuireError(
                    .missingIndex,
                    "The query requires the full-text index \(name), which does not exist.")
            }
            return index
        }

        func evaluator(of search: StatementSearches) throws -> StatementEvaluator {
            try StatementEvaluator(search.statement, computedTerms: search.computedTerms)
        }

        /// Returns the statement that reads the documents that may meet the condition.
        func selection(_ search: StatementSearches) throws -> (sql: String, [PostgresValue]) {
            let parts = search.sql(try rowFilter())
            let sql = """
                SELECT \(columns(parts)) FROM \(statements.table)
                WHERE \(parts.condition) ORDER BY created + 0
                """
            return (sql, parts.filter.parameters)
        }

        private func columns(_ parts: StatementSearches.SQL) -> String {
            ([DocumentStatements.columns, "expires"] + parts.columns).joined(separator: ", ")
        }

        /// Returns the documents that may meet the condition, in the order of their first saves.
        func documents(of search: StatementSearches) throws -> [EvaluatedDocument] {
            let (sql, parameters) = try selection(search)
            return try owner.query { connection in
                var documents: [EvaluatedDocument] = []
                try connection.forEachRow(sql, parameters) { row in
                    if let document = try document(row, search) { documents.append(document) }
                }
                return documents
            }
        }

        private func document(
            _ row: PostgresRow, _ search: StatementSearches
        ) throws -> EvaluatedDocument? {
            guard let record = try StoredRow(row, self).record else { return nil }
            let expiration = try row.integerIfPresent(6)
                .map { PostgresTime(microseconds: $0).milliseconds }
            var document = EvaluatedDocument(record, expiration: expiration)
            document.computedValues = try search.values(row, from: 7)
            return document
        }

        func records(of search: StatementSearches) throws -> [DocumentRecord] {
            try evaluator(of: search).records(among: selectedDocuments(of: search))
        }

        /// Returns the documents among which are those that the statement selects.
        private func selectedDocuments(of search: StatementSearches) throws -> [EvaluatedDocument] {
            try firstDocuments(of: search) ?? documents(of: search)
        }

        func count(of search: StatementSearches) throws -> Int {
            let evaluator = try evaluator(of: search)
            let parts = search.sql(try rowFilter())
            if parts.isExact {
                let row = try owner.query {
                    try $0.rows(
                        """
                        SELECT count(*), count(exact) FROM \(statements.table)
                        WHERE \(parts.condition)
                        """, parts.filter.parameters)
                }[0]
                if try row.integer(1) == 0 { return Int(try row.integer(0)) }
            }
            return try evaluator.count(among: documents(of: search))
        }

        /// Returns the documents among which are the first ones of a statement with a limit, or `nil`
        /// if all documents are necessary.
        ///
        /// These are the first documents in the order of the server, and those whose bodies `jsonb`
        /// does not represent exactly. The evaluator sorts them again.
        private func firstDocuments(
            of search: StatementSearches
        ) throws -> [EvaluatedDocument]? {
            let statement = search.statement
            let parts = search.sql(try rowFilter())
            guard let count = statement.neededRowCount, statement.grouping.isEmpty,
                parts.isExact,
                let order = RowOrder(statement.ordering, ranks: parts.ranks)
            else { return nil }
            let columns = "\(columns(parts)), created, \(order.unknownOrder) AS is_unknown"
            let sql = """
                SELECT * FROM (
                    (SELECT \(columns) FROM \(statements.table)
                    WHERE \(parts.condition) AND exact IS NULL
                    ORDER BY \(order.branches[0].keys) LIMIT \(count))
                    UNION ALL
                    (SELECT \(columns) FROM \(statements.table)
                    WHERE \(parts.condition) AND exact IS NOT NULL)
                ) AS candidates ORDER BY created
                """
            let rows = try owner.query { try $0.rows(sql, parts.filter.parameters) }
            // The order of arrays and dictionaries decides which rows are the first ones.
            let unknownColumn = 8 + parts.columns.count
            guard
                try !rows.contains(where: {
                    try $0.isNull(5) && $0.boolean(unknownColumn)
                })
            else { return nil }
            return try rows.compactMap { try document($0, search) }
        }
    }

    extension String {
        /// The string with the ASCII letters in lowercase, as the words of an expression are written.
        fileprivate var lowercasedASCII: String {
            String(
                String.UnicodeScalarView(
                    unicodeScalars.map {
                        $0.isASCII ? $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 : $0
                    }))
        }
    }
#endif
