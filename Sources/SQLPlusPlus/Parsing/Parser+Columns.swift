extension Parser {
    /// Reads the columns and what follows `FROM`.
    ///
    /// What a name in a column means depends on the sources behind it. So these are read first, and
    /// an error in them is kept until the columns have proved to be without one.
    mutating func parseColumnsAndSource() throws(SQLPlusPlusError) -> ([ResultColumn], DataSource) {
        let start = position
        scope = NameScope()
        guard let from = positionOfFrom() else {
            _ = try parseColumns()
            throw unexpected("',' or FROM")
        }
        position = from + 1
        let result = attempt { parser throws(SQLPlusPlusError) in
            let source = try parser.parseSource()
            try parser.refuseFurtherSource()
            return source
        }
        let end = position
        position = start
        if case .success(let source) = result { scope.sources = [source] }
        let columns = try parseColumns()
        guard position == from else { throw unexpected("',' or FROM") }
        position = end
        return (columns, try result.get())
    }

    /// The position of the `FROM` that belongs to the current `SELECT`.
    private func positionOfFrom() -> Int? {
        var openCount = 0
        for index in position..<tokens.count {
            switch tokens[index].token {
            case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace):
                openCount += 1
            case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace):
                openCount -= 1
            case .keyword(.from) where openCount == 0:
                return index
            default:
                continue
            }
        }
        return nil
    }

    private mutating func attempt<Value>(
        _ body: (inout Parser) throws(SQLPlusPlusError) -> Value
    ) -> Result<Value, SQLPlusPlusError> {
        do throws(SQLPlusPlusError) {
            return .success(try body(&self))
        } catch {
            return .failure(error)
        }
    }

    private mutating func parseColumns() throws(SQLPlusPlusError) -> [ResultColumn] {
        var columns: [ResultColumn] = []
        var aliases: Set<String> = []
        repeat {
            let term = try parseTerm().term
            let alias = try parseAlias()
            if let alias {
                if let problem = conflict(of: alias, with: aliases) {
                    throw error(problem, at: tokens[position - 1].range.lowerBound)
                }
                aliases.insert(alias.lowercased())
            }
            columns.append(ResultColumn(term, as: alias))
        } while accept(.comma)
        return columns
    }

    private func conflict(of alias: String, with earlier: Set<String>) -> String? {
        let key = alias.lowercased()
        if earlier.contains(key) { return "the alias '\(alias)' is given to two columns" }
        guard let source = scope.sources?.first(where: { $0.name.lowercased() == key }) else {
            return nil
        }
        return "the alias '\(alias)' is the name of the source '\(source.name)' already"
    }
}
