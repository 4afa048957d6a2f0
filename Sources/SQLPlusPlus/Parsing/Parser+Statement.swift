extension Parser {
    mutating func parseStatement() throws(SQLPlusPlusError) -> SelectStatement {
        let statement = try parseSelect()
        _ = accept(.semicolon)
        try expectEnd(of: "statement")
        return statement
    }

    /// Reads a `SELECT` statement, and raises ``height`` to the height of its highest term.
    mutating func parseSelect() throws(SQLPlusPlusError) -> SelectStatement {
        try expect(.select)
        let isDistinct = acceptDistinct()
        var statement = try parseColumnsAndSources()
        statement.isDistinct = isDistinct
        scope = NameScope(statement)
        if accept(.where) {
            statement.condition = try parseClause()
        }
        if accept(.group) {
            try parseGrouping(of: &statement)
        }
        if accept(.order) {
            try expect(.by)
            statement.ordering = try parseOrdering()
        }
        try parseLimits(of: &statement)
        return statement
    }

    /// Reads a term of a clause, and raises ``height`` to the height of its tree.
    mutating func parseClause() throws(SQLPlusPlusError) -> QueryTerm {
        let parsed = try parseTerm()
        height = max(height, parsed.height)
        return parsed.term
    }

    private mutating func parseGrouping(
        of statement: inout SelectStatement
    ) throws(SQLPlusPlusError) {
        try expect(.by)
        repeat {
            statement.grouping.append(try parseClause())
        } while accept(.comma)
        if accept(.having) {
            statement.groupCondition = try parseClause()
        }
    }

    /// Reads `DISTINCT` or `ALL`.
    ///
    /// `ALL` is not a reserved word, but always has this meaning here.
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
            let term = try parseClause()
            let isDescending = accept(.desc)
            if !isDescending { _ = accept(.asc) }
            ordering.append(OrderingTerm(term, isDescending ? .descending : .ascending))
        } while accept(.comma)
        return ordering
    }

    /// Reads `LIMIT` and `OFFSET`, in either order.
    private mutating func parseLimits(
        of statement: inout SelectStatement
    ) throws(SQLPlusPlusError) {
        if accept(.limit) {
            statement.limit = try parseClause()
            if accept(.offset) { statement.offset = try parseClause() }
        } else if accept(.offset) {
            statement.offset = try parseClause()
            if accept(.limit) { statement.limit = try parseClause() }
        }
    }
}
