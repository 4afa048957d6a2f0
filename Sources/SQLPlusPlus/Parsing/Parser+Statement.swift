extension Parser {
    mutating func parseStatement() throws(SQLPlusPlusError) -> SelectStatement {
        let statement = try parseSelect()
        _ = accept(.semicolon)
        try expectEnd(of: "statement")
        return statement
    }

    private mutating func parseSelect() throws(SQLPlusPlusError) -> SelectStatement {
        try expect(.select)
        let isDistinct = acceptDistinct()
        let (columns, source) = try parseColumnsAndSource()
        var statement = SelectStatement(columns, from: source, isDistinct: isDistinct)
        scope = NameScope(statement)
        if accept(.where) {
            statement.condition = try parseTerm().term
        }
        if accept(.order) {
            try expect(.by)
            statement.ordering = try parseOrdering()
        }
        try parseLimits(of: &statement)
        return statement
    }

    /// Reads `DISTINCT` or `ALL`; the latter is no reserved word, but always read so here.
    private mutating func acceptDistinct() -> Bool {
        if accept(.distinct) { return true }
        if case .identifier(let name, isQuoted: false) = current, name.uppercased() == "ALL" {
            advance()
        }
        return false
    }

    private mutating func parseOrdering() throws(SQLPlusPlusError) -> [OrderingTerm] {
        var ordering: [OrderingTerm] = []
        repeat {
            let term = try parseTerm().term
            let isDescending = accept(.desc)
            if !isDescending { _ = accept(.asc) }
            ordering.append(OrderingTerm(term, isDescending ? .descending : .ascending))
        } while accept(.comma)
        return ordering
    }

    /// Reads `LIMIT` and `OFFSET`, which come in either order.
    private mutating func parseLimits(
        of statement: inout SelectStatement
    ) throws(SQLPlusPlusError) {
        if accept(.limit) {
            statement.limit = try parseTerm().term
            if accept(.offset) { statement.offset = try parseTerm().term }
        } else if accept(.offset) {
            statement.offset = try parseTerm().term
            if accept(.limit) { statement.limit = try parseTerm().term }
        }
    }
}
