import SQLPlusPlus

extension DocumentCollection {
    /// Returns the condition of a full-text search.
    ///
    /// If several indexes contain the properties, the one with the fewest other properties is used.
    ///
    /// - Returns: The condition, or `nil` if no index contains the properties.
    /// - Throws: ``QuireError`` with code `invalidQuery` if the text is not a valid expression,
    ///   `invalidParameter` if it has too many words.
    func fullTextCondition(for search: FullTextSearch) throws -> FullTextCondition? {
        let properties = Set(search.properties.map { SQLName($0.storedText) })
        let candidates = try fullTextIndexes().filter { index in
            index.contains(search.scope)
                && properties.isSubset(of: index.properties.map { SQLName($0) })
        }
        guard
            let index = candidates.min(by: { $0.properties.count < $1.properties.count })
        else { return nil }
        let isExact = index.properties.count == properties.count
        if search.mode == .expression {
            guard isExact else { return nil }
            try check(search.text, index.name)
            return FullTextCondition(index: index.name, query: search.text)
        }
        let words = UnicodeTokenizer.words(of: search.text, index.tokenizer)
        let columns = index.properties.filter { properties.contains(SQLName($0)) }
        let query = try search.mode.expression(of: words, columns: isExact ? [] : columns)
        return query.map { FullTextCondition(index: index.name, query: $0) }
    }

    /// Throws an error if a text is not a valid expression.
    private func check(_ expression: String, _ index: String) throws {
        let table = SQLIdentifier(tables.fullTextTableName(index))
        do {
            try readSnapshot { connection in
                let find = try connection.sqlite.prepare(
                    "SELECT 1 FROM \(table) WHERE \(table) MATCH ?1 LIMIT 1",
                    purpose: "search for text")
                try find.bind(expression, at: 1)
                _ = try find.step()
            }
        } catch let error as QuireError where error.code == .unexpectedError {
            throw QuireError(
                .invalidQuery,
                """
                \(expression.debugDescription) is not a valid full-text expression. Search for its \
                words without as: .expression, or check its quotation marks, parentheses and \
                operators.
                """, underlyingError: error)
        }
    }

    /// Reads the documents that a statement selects, with their ranks and the found words.
    func fullTextMatches(
        selectedBy statement: SelectStatement, using conditions: [FullTextCondition]
    ) throws -> [FullTextMatch] {
        let indexes = try fullTextIndexes()
        let uses = try conditions.map { condition in
            guard let index = indexes.first(where: { $0.name == condition.index }) else {
                throw missing(fullTextIndex: condition.index)
            }
            return index
        }
        let select = try compiler.compileMatches(of: self, statement, in: uses)
        return try readUntilCanceled { connection in
            var matches: [FullTextMatch] = []
            let keys = connection.keys
            try select.forEachRow(on: connection.sqlite, purpose: "search for text") { row in
                guard let record = try readRecord(id: row.string(at: 4), row: row, keys: keys)
                else { return }
                var match = MatchedColumns(row)
                for index in uses { match.read(index) }
                matches.append(
                    FullTextMatch(record: record, rank: match.rank, texts: match.texts))
            }
            return matches
        }
    }
}

/// A reader of the columns that ``QueryCompiler/compileMatches(of:_:in:)`` adds for each index: the
/// rank, the offsets of the found words, and the texts of the indexed properties.
private struct MatchedColumns {
    private(set) var rank = 0.0
    private(set) var texts: [HighlightedText] = []
    private let row: SQLiteStatement
    private var column: Int32 = 5

    init(_ row: SQLiteStatement) {
        self.row = row
    }

    mutating func read(_ index: StoredFullTextIndex) {
        rank += row.double(at: column)
        // Four numbers for each word: column, term of the query, offset in bytes, length in bytes.
        let numbers = row.string(at: column + 1).split(separator: " ").compactMap { Int($0) }
        column += 2
        for (number, property) in index.properties.enumerated() {
            let ranges = stride(from: 0, to: numbers.count - 3, by: 4)
                .filter { numbers[$0] == number }
                .map { numbers[$0 + 2]..<numbers[$0 + 2] + max(0, numbers[$0 + 3]) }
            if !ranges.isEmpty {
                texts.append(
                    HighlightedText(row.string(at: column), of: property, highlighting: ranges))
            }
            column += 1
        }
    }
}
