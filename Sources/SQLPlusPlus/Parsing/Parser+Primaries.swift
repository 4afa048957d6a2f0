extension Parser {
    /// Reads an operand without prefix operators, and an optional path into it.
    mutating func parsePrimary() throws(SQLPlusPlusError) -> ParsedTerm {
        try parseMember(of: try parseAtom())
    }

    /// Reads a path into an operand, if one follows.
    ///
    /// An index is allowed only after a name.
    private mutating func parseMember(
        of base: ParsedTerm
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        guard current == .symbol(.dot) else { return base }
        let path = try parseRest(of: PropertyPath())
        guard !path.isEmpty else { throw unexpected("an operator or the end of the expression") }
        return ParsedTerm(term: .member(path, of: base.term), height: base.height + 1)
    }

    private mutating func parseAtom() throws(SQLPlusPlusError) -> ParsedTerm {
        if let (quantifier, length) = quantifierAhead() {
            return try parseQuantified(quantifier, length: length)
        }
        if let leaf = try acceptLeaf() { return ParsedTerm(term: leaf) }
        return switch current {
        case .symbol(.leftParenthesis): try parseParenthesized()
        case .symbol(.leftBracket): try parseArrayConstructor()
        case .symbol(.leftBrace): try parseDictionary()
        case .keyword(.case): try parseCase()
        default: try parseCall()
        }
    }

    /// Reads an operand without child terms, if one follows.
    private mutating func acceptLeaf() throws(SQLPlusPlusError) -> QueryTerm? {
        if let (literal, length) = numericLiteral() {
            advance(by: length)
            return .literal(literal)
        }
        switch current {
        case .string(let text): return take(.literal(.string(text)))
        case .keyword(.null): return take(.literal(.null))
        case .keyword(.true): return take(.literal(.boolean(true)))
        case .keyword(.false): return take(.literal(.boolean(false)))
        case .keyword(.missing): return take(.missing)
        case .parameter(let name): return take(.parameter(name))
        case .symbol(.asterisk): return take(.star)
        case .identifier: return try acceptProperty()
        default: return nil
        }
    }

    private mutating func take(_ term: QueryTerm) -> QueryTerm {
        advance()
        return term
    }

    private mutating func parseParenthesized() throws(SQLPlusPlusError) -> ParsedTerm {
        advance()
        let parsed = try parseTerm()
        try expect(.rightParenthesis)
        return parsed
    }

    /// Reads a property or metadata, unless the current token is the name of a function.
    private mutating func acceptProperty() throws(SQLPlusPlusError) -> QueryTerm? {
        guard let function = functionAhead() else { return try parseProperty() }
        guard function == "META" else { return nil }
        advance()
        return try parseMetadata()
    }

    /// Returns the name of a function in uppercase, if a name and an opening parenthesis follow.
    private func functionAhead() -> String? {
        guard case .identifier(let name, isQuoted: false) = current,
            token(ahead: 1) == .symbol(.leftParenthesis)
        else { return nil }
        return name.uppercased()
    }

    private mutating func parseCall() throws(SQLPlusPlusError) -> ParsedTerm {
        guard let function = functionAhead() else { throw unexpectedForName("an expression") }
        switch function {
        case "EXISTS":
            advance()
            return try parseExists()
        case "MATCH":
            advance()
            return try parseMatch()
        case "RANK":
            advance()
            return try parseRank()
        default:
            break
        }
        let start = offset
        let allowed = try functions?.argumentCounts(of: function, orThrow: unknown(function))
        advance(by: 2)
        let (arguments, height) = try parseList(endingWith: .rightParenthesis)
        if let allowed, !allowed.contains(arguments.count) {
            let problem = FunctionTable.mismatch(of: function, arguments.count, allowed: allowed)
            throw error(problem, at: start)
        }
        return ParsedTerm(term: .call(function, arguments), height: height + 1)
    }
}
