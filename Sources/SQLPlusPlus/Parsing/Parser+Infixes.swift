extension Parser {
    /// Reads the part of an expression that follows an operand, starting with the tokens of the
    /// operator.
    mutating func parse(
        _ infix: Infix, after left: ParsedTerm
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        advance(by: infix.length)
        return switch infix.meaning {
        case .operation(let binary):
            try parseChain(of: binary, after: left)
        case .test(let test):
            ParsedTerm(term: .test(test, left.term), height: left.height + 1)
        case .between(let isNegated):
            try parseBounds(of: left, isNegated: isNegated)
        case .membership(let isNegated):
            try parseContainer(of: left, isNegated: isNegated)
        }
    }

    /// Reads a sequence of one operator as a single node, so that its length doesn't increase the
    /// tree's height.
    private mutating func parseChain(
        of binary: BinaryOperator, after left: ParsedTerm
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        var operands = [left.term]
        var height = left.height
        repeat {
            let right = try parseOperation(from: binary.precedence.next)
            operands.append(right.term)
            height = max(height, right.height)
        } while accept(furtherOf: binary)
        return ParsedTerm(term: .operation(binary, operands), height: height + 1)
    }

    private mutating func accept(furtherOf binary: BinaryOperator) -> Bool {
        guard binary.isChainable, let infix = infixAhead(), infix.meaning == .operation(binary)
        else { return false }
        advance(by: infix.length)
        return true
    }

    private mutating func parseBounds(
        of value: ParsedTerm, isNegated: Bool
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        let lower = try parseOperation(from: .relational)
        try expect(.and)
        let upper = try parseOperation(from: .relational)
        return ParsedTerm(
            term: .between(
                value.term, lower: lower.term, upper: upper.term, isNegated: isNegated),
            height: max(value.height, lower.height, upper.height) + 1)
    }

    /// Reads the right side of `IN`: a list in parentheses or any expression.
    private mutating func parseContainer(
        of element: ParsedTerm, isNegated: Bool
    ) throws(SQLPlusPlusError) -> ParsedTerm {
        let container =
            accept(.leftParenthesis)
            ? try parseArray(endingWith: .rightParenthesis)
            : try parseOperation(from: .relational)
        return ParsedTerm(
            term: .membership(element.term, in: container.term, isNegated: isNegated),
            height: max(element.height, container.height) + 1)
    }
}
