extension Parser {
    /// Reads the collation after `COLLATE`: one word, or several words in parentheses.
    mutating func parseCollation() throws(SQLPlusPlusError) -> TextCollation {
        var collation = TextCollation()
        guard accept(.leftParenthesis) else {
            try parseWord(of: &collation)
            return collation
        }
        repeat {
            try parseWord(of: &collation)
        } while current != .symbol(.rightParenthesis)
        advance()
        return collation
    }

    private mutating func parseWord(of collation: inout TextCollation) throws(SQLPlusPlusError) {
        let word: String? =
            switch current {
            case .identifier(let name, isQuoted: false): name.uppercased()
            case .keyword(.case): "CASE"
            default: nil
            }
        guard let word, let change = Self.collationWords[word] else {
            throw unexpected("UNICODE, NOUNICODE, CASE, NOCASE, DIAC or NODIAC")
        }
        advance()
        change(&collation)
        if word == "UNICODE", accept(.colon) {
            collation.locale = try parseName("the name of a language")
        }
    }

    private static let collationWords: [String: @Sendable (inout TextCollation) -> Void] = [
        "UNICODE": { $0.isUnicodeAware = true },
        "NOUNICODE": {
            $0.isUnicodeAware = false
            $0.locale = nil
        },
        "CASE": { $0.isCaseSensitive = true },
        "NOCASE": { $0.isCaseSensitive = false },
        "DIAC": { $0.isDiacriticSensitive = true },
        "NODIAC": { $0.isDiacriticSensitive = false },
    ]
}
