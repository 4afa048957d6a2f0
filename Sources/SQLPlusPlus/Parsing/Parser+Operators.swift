extension Parser {
    /// Reads an expression.
    mutating func parseTerm() throws(SQLPlusPlusError) -> ParsedTerm {
        let parsed = try parseOperation(from: .disjunction)
        guard accept(.collate) else { return parsed }
        return ParsedTerm(
            term: .collated(parsed.term, try parseCollation()), height: parsed.height + 1)
    }

    /// Reads operands and the operators between them, down to a minimum precedence, by precedence
    /// climbing.
    ///
    /// This method and the methods that it calls recursively are short, because their stack frames
    /// add up.
    mutating func parseOperation(
        from minimum: Precedence
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        try enterLevel()
        defer { depth -= 1 }
        var left = try parsePrefix()
        // Whether all operators that were read so far bind more tightly than equality.
        var isBare = true
        while let infix = try infixAhead(of: minimum, after: left, isBare: isBare) {
            left = try parse(infix, after: left)
            isBare = infix.precedence > .equality
        }
        return left
    }

    /// Returns the operator or test after an operand, or `nil` if its precedence is below the
    /// minimum.
    private func infixAhead(
        of minimum: Precedence, after left: ParsedTerm, isBare: Bool
    ) throws(SQLPlusPlusError) -> Infix? {
        guard left.height <= Self.heightLimit else { throw nested(deeperThan: Self.heightLimit) }
        guard let infix = infixAhead() else {
            guard current == .keyword(.not) else { return nil }
            throw unexpected("IN, LIKE, BETWEEN or NULL after NOT", ahead: 1)
        }
        guard infix.precedence >= minimum else { return nil }
        if infix.precedence >= .equality, !isBare, left.term.endsItsLevel || infix.needsBareOperand
        {
            throw unexpected("AND, OR, parentheses or the end of the expression")
        }
        return infix
    }

    /// Reads prefix operators and their operand.
    private mutating func parsePrefix() throws(SQLPlusPlusError) -> ParsedTerm {
        let negationCount = skipSigns()
        let operand = accept(.not) ? try parseNegation() : try parsePrimary()
        return try apply(.negate, times: negationCount, to: operand)
    }

    private mutating func parseNegation() throws(SQLPlusPlusError) -> ParsedTerm {
        try apply(.not, times: 1, to: try parseOperation(from: .equality))
    }

    /// Skips the signs before an operand, except the minus of a number, and returns the number of
    /// minuses.
    private mutating func skipSigns() -> Int {
        var negationCount = 0
        while numericLiteral() == nil {
            if accept(.minus) {
                negationCount += 1
            } else if !accept(.plus) {
                break
            }
        }
        return negationCount
    }

    private func apply(
        _ operation: UnaryOperator, times count: Int, to operand: ParsedTerm
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        guard count <= Self.heightLimit else { throw nested(deeperThan: Self.heightLimit) }
        let term = (0..<count).reduce(operand.term) { term, _ in .unary(operation, term) }
        return ParsedTerm(term: term, height: operand.height + count)
    }

    /// Returns the numeric literal at the current token and its number of tokens.
    ///
    /// An integer that is out of range is clamped.
    func numericLiteral() -> (literal: Literal, length: Int)? {
        let isNegative = current == .symbol(.minus)
        let length = isNegative ? 2 : 1
        switch token(ahead: length - 1) {
        case .integer(let magnitude) where isNegative:
            return (.integer(magnitude > UInt64(Int64.max) ? .min : -Int64(magnitude)), length)
        case .integer(let magnitude):
            return (.integer(Int64(clamping: magnitude)), length)
        case .double(let number):
            return (.double(isNegative ? -number : number), length)
        default:
            return nil
        }
    }
}
