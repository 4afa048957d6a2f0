public import SQLPlusPlus

// The query language of SQLite's full-text tables. Words from a tokenizer contain no operators: they
// are in lowercase, and operators are in uppercase.

/// An expression of `MATCH` for the words of a text.
package struct FullTextExpression {
    /// The maximum number of words; SQLite limits the depth of an expression's tree.
    package static let wordLimit = 500

    private let words: [String]
    private let columns: [String]

    /// Creates an expression.
    ///
    /// - Parameters:
    ///   - words: The words, without stop words.
    ///   - columns: The columns to search, or an empty list for all columns of the table.
    /// - Throws: ``QuireError`` with code `invalidParameter` if there are too many words.
    package init(_ words: [String], in columns: [String]) throws(QuireError) {
        guard words.count <= Self.wordLimit else {
            throw QuireError(
                .invalidParameter,
                "A full-text search for \(words.count) words has more than \(Self.wordLimit) words."
            )
        }
        self.words = words
        self.columns = columns
    }

    /// Returns the expression in the syntax of SQLite.
    ///
    /// - Parameter mode: The way in which the words are used.
    /// - Returns: The expression, or an empty string if there are no words.
    package func text(_ mode: TextSearchMode) -> String {
        switch mode {
        case .phrase: words.isEmpty ? "" : "\"\(words.joined(separator: " "))\""
        case .anyWord: words.map(term).joined(separator: " OR ")
        case .prefixes: words.map { term($0 + "*") }.joined(separator: " ")
        case .allWords, .expression: words.map(term).joined(separator: " ")
        }
    }

    private func term(_ word: String) -> String {
        let terms = columns.map { "\($0):\(word)" }
        return switch terms.count {
        case 0: word
        case 1: terms[0]
        default: "(\(terms.joined(separator: " OR ")))"
        }
    }

    /// Returns whether an expression can name a column.
    static func canName(_ column: String) -> Bool {
        column.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" || $0 == "."
                || $0 == "[" || $0 == "]" || $0 == "-"
        }
    }
}

extension TextSearchMode {
    /// Returns the expression of `MATCH` that finds words in this way.
    ///
    /// An engine creates the query of a ``FullTextCondition`` with this method:
    ///
    /// ```swift
    /// let query = try TextSearchMode.prefixes.expression(of: ["sea", "vie"])
    /// print(query ?? "")  // sea* vie*
    /// ```
    ///
    /// - Parameters:
    ///   - words: The words, without characters that separate words. Letters of ASCII are in
    ///     lowercase, because operators are in uppercase.
    ///   - properties: The properties to search, or an empty list for all properties of the index.
    /// - Returns: The expression, which is empty if there are no words, or `nil` if an expression
    ///   cannot name the properties.
    /// - Throws: ``QuireError`` with code `invalidParameter` if there are more than 500 words.
    /// - Complexity: O(*n*) in the number of words times the number of properties.
    public func expression(
        of words: [String], in properties: [PropertyPath] = []
    ) throws(QuireError) -> String? {
        try expression(of: words, columns: properties.map(\.storedText))
    }

    /// Returns the expression for columns of an index.
    package func expression(of words: [String], columns: [String]) throws(QuireError) -> String? {
        // A phrase cannot name its columns, and neither can words of columns with certain names.
        guard
            columns.isEmpty || self != .phrase && columns.allSatisfy(FullTextExpression.canName)
        else { return nil }
        return try FullTextExpression(words, in: columns).text(self)
    }
}
