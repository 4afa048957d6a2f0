extension Parser {
    /// Returns the quantifier at the current token and its number of tokens.
    ///
    /// `SOME` is not a reserved word, so it is distinguished from a property by the tokens that
    /// follow it.
    func quantifierAhead() -> (quantifier: QuantifiedTerm.Quantifier, length: Int)? {
        switch current {
        case .keyword(.every):
            return (.every, 1)
        case .keyword(.any):
            break
        case .identifier(let name, isQuoted: false) where name.uppercased() == "SOME":
            if case .identifier = token(ahead: 1), token(ahead: 2) == .keyword(.in) { break }
            guard token(ahead: 1) == .keyword(.and), token(ahead: 2) == .keyword(.every) else {
                return nil
            }
        default:
            return nil
        }
        let isBoth = token(ahead: 1) == .keyword(.and) && token(ahead: 2) == .keyword(.every)
        return isBoth ? (.anyAndEvery, 3) : (.any, 1)
    }

    /// Reads a quantified condition.
    mutating func parseQuantified(
        _ quantifier: QuantifiedTerm.Quantifier, length: Int
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        advance(by: length)
        let variable = try parseName("the name of a variable")
        try expect(.in)
        let collection = try parseTerm()
        try expect(.satisfies)
        let isNew = scope.variables.insert(variable).inserted
        let condition = try parseTerm()
        if isNew { scope.variables.remove(variable) }
        try expect(.end)
        let term = QuantifiedTerm(
            quantifier, variable, in: collection.term, satisfies: condition.term)
        return ParsedTerm(
            term: .quantified(term), height: max(collection.height, condition.height) + 1)
    }

    /// Reads `EXISTS (SELECT …)`, starting at the parenthesis.
    mutating func parseExists() throws(SQLPlusPlusError) -> ParsedTerm {
        try expect(.leftParenthesis)
        let outer = (scope, height)
        height = 0
        try enterLevel()
        let statement = try parseSelect()
        depth -= 1
        let inner = height
        (scope, height) = outer
        try expect(.rightParenthesis)
        return ParsedTerm(term: .exists(statement), height: inner + 1)
    }
}
