extension Parser {
    /// Reads terms separated by commas, and the closing symbol.
    mutating func parseList(
        endingWith end: Symbol
    ) throws(SQLPlusPlusError) -> (terms: [QueryTerm], height: Int) {
        var terms: [QueryTerm] = []
        var height = 0
        if accept(end) { return (terms, height) }
        repeat {
            let element = try parseTerm()
            terms.append(element.term)
            height = max(height, element.height)
        } while accept(.comma)
        try expectEndOfList(end)
        return (terms, height)
    }

    mutating func parseArray(endingWith end: Symbol) throws(SQLPlusPlusError) -> ParsedTerm {
        let (terms, height) = try parseList(endingWith: end)
        return ParsedTerm(term: .array(terms), height: height + 1)
    }

    mutating func parseArrayConstructor() throws(SQLPlusPlusError) -> ParsedTerm {
        try expect(.leftBracket)
        return try parseArray(endingWith: .rightBracket)
    }

    mutating func parseDictionary() throws(SQLPlusPlusError) -> ParsedTerm {
        try expect(.leftBrace)
        if accept(.rightBrace) { return ParsedTerm(term: .dictionary([])) }
        var entries: [DictionaryEntry] = []
        var height = 0
        repeat {
            let key = try parseKey()
            let value = try parseTerm()
            entries.append(DictionaryEntry(key, value.term))
            height = max(height, value.height)
        } while accept(.comma)
        try expectEndOfList(.rightBrace)
        return ParsedTerm(term: .dictionary(entries), height: height + 1)
    }

    private mutating func parseKey() throws(SQLPlusPlusError) -> String {
        guard case .string(let key) = current else { throw unexpected("a key in quotes") }
        advance()
        try expect(.colon)
        return key
    }

    mutating func parseCase() throws(SQLPlusPlusError) -> ParsedTerm {
        try expect(.case)
        var choice = CaseTerm([])
        var height = 0
        if current != .keyword(.when) {
            choice.operand = try parseTerm(raising: &height)
        }
        repeat {
            choice.branches.append(try parseBranch(raising: &height))
        } while current == .keyword(.when)
        if accept(.else) {
            choice.otherwise = try parseTerm(raising: &height)
        }
        try expectEnd(of: choice)
        return ParsedTerm(term: .conditional(choice), height: height + 1)
    }

    private mutating func parseBranch(
        raising height: inout Int
    ) throws(SQLPlusPlusError) -> CaseTerm.Branch {
        try expect(.when)
        let condition = try parseTerm(raising: &height)
        try expect(.then)
        return CaseTerm.Branch(when: condition, then: try parseTerm(raising: &height))
    }

    private mutating func expectEnd(of choice: CaseTerm) throws(SQLPlusPlusError) {
        guard accept(.end) else {
            throw unexpected(choice.otherwise == nil ? "WHEN, ELSE or END" : "END")
        }
    }

    /// Reads an expression, and raises `height` to the height of its tree.
    private mutating func parseTerm(
        raising height: inout Int
    ) throws(SQLPlusPlusError) -> QueryTerm {
        let parsed = try parseTerm()
        height = max(height, parsed.height)
        return parsed.term
    }
}
