extension Parser {
    /// Reads `MATCH([source.]index, query)`, starting at the parenthesis.
    mutating func parseMatch() throws(SQLPlusPlusError) -> ParsedTerm {
        try expect(.leftParenthesis)
        let (index, source) = try parseIndexName()
        try expect(.comma)
        let query = try parseTerm()
        try expect(.rightParenthesis)
        return ParsedTerm(
            term: .match(index: index, of: source, query.term), height: query.height + 1)
    }

    /// Reads `RANK([source.]index)`, starting at the parenthesis.
    mutating func parseRank() throws(SQLPlusPlusError) -> ParsedTerm {
        try expect(.leftParenthesis)
        let (index, source) = try parseIndexName()
        try expect(.rightParenthesis)
        return ParsedTerm(term: .rank(index: index, of: source))
    }

    /// Reads the name of a full-text index, optionally preceded by the name of its source.
    ///
    /// Without a source, the index belongs to the first source.
    private mutating func parseIndexName() throws(SQLPlusPlusError) -> (String, String?) {
        let start = offset
        let first = try parseName("the name of an index")
        guard accept(.dot) else {
            let isOnly = scope.sources.map { $0.count < 2 } ?? true
            return (first, isOnly ? nil : scope.sources?.first?.name)
        }
        let source = try nameOfSource(PropertyPath([.key(first)]), at: start)
        return (try parseName("the name of an index"), source)
    }
}
