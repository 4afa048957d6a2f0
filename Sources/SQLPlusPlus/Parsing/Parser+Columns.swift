extension Parser {
    /// Reads the columns and the `FROM` clause, and returns a statement with only these.
    ///
    /// The meaning of a name in a column depends on the sources that follow. Therefore the sources
    /// are read first. An error in them is thrown only after the columns have been read without an
    /// error.
    mutating func parseColumnsAndSources() throws(SQLPlusPlusError) -> SelectStatement {
        let start = position
        scope = NameScope()
        guard let from = positionOfFrom() else {
            _ = try parseColumns()
            throw unexpected("',' or FROM")
        }
        position = from + 1
        let result = attempt { parser throws(SQLPlusPlusError) in try parser.parseSources() }
        let end = position
        position = start
        let known = try? result.get()
        scope = NameScope()
        if let (first, further) = known {
            scope.sources = [NameScope.Source(first)] + further.map(NameScope.Source.init)
        }
        let columns = try parseColumns()
        guard position == from else { throw unexpected("',' or FROM") }
        position = end
        let (first, further) = try result.get()
        return SelectStatement(columns, from: first, joining: further)
    }

    /// Returns the position of the `FROM` that belongs to the current `SELECT`.
    private func positionOfFrom() -> Int? {
        var openCount = 0
        for index in position..<tokens.count {
            switch tokens[index].token {
            case .symbol(.leftParenthesis), .symbol(.leftBracket), .symbol(.leftBrace):
                openCount += 1
            case .symbol(.rightParenthesis), .symbol(.rightBracket), .symbol(.rightBrace):
                openCount -= 1
                if openCount < 0 { return nil }
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

    /// Reads the columns of a statement whose sources are known.
    mutating func parseColumns() throws(SQLPlusPlusError) -> [ResultColumn] {
        var columns: [ResultColumn] = []
        var aliases: Set<String> = []
        repeat {
            let term = try parseClause()
            let alias = try parseAlias()
            if let alias {
                if let problem = conflict(of: alias, with: aliases) {
                    throw error(problem, at: tokens[position - 1].range.lowerBound)
                }
                aliases.insert(alias.lowercased())
            }
            columns += resultColumns(of: term, as: alias)
        } while accept(.comma)
        return columns
    }

    /// Returns the result columns for a column in the text.
    ///
    /// If there are several sources, `*` represents a column for each of them.
    private func resultColumns(of term: QueryTerm, as alias: String?) -> [ResultColumn] {
        guard term == .star, alias == nil, let sources = scope.sources, sources.count > 1 else {
            return [ResultColumn(term, as: alias)]
        }
        return sources.map { ResultColumn(.property(PropertyPath(), of: $0.name)) }
    }

    private func conflict(of alias: String, with earlier: Set<String>) -> String? {
        let key = alias.lowercased()
        if earlier.contains(key) { return "the alias '\(alias)' is used for two columns" }
        guard let source = scope.sources?.first(where: { $0.name.lowercased() == key }) else {
            return nil
        }
        return "the alias '\(alias)' is already the name of the source '\(source.name)'"
    }
}
