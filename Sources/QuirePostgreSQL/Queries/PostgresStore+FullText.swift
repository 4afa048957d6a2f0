#if PostgreSQL
    import Foundation
    public import QuireModels
    public import SQLPlusPlus

    extension PostgresStore {
        /// Returns the condition of a full-text search.
        ///
        /// If several indexes contain the properties, the one with the fewest other properties is used.
        /// A word with more than 1,000 bytes is in no document.
        ///
        /// - Parameter search: The text, the mode and the properties to search.
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
            let query = try PreparedQuery(search)
            let documents = try selectedDocuments(query)
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
            let records = try query.evaluator.records(among: documents)
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
