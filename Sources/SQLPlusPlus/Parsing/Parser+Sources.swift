extension Parser {
    /// Reads the sources after `FROM`: a collection, its joins and its unnested arrays.
    mutating func parseSources() throws(SQLPlusPlusError) -> (CollectionSource, [JoinClause]) {
        let first = try parseSource()
        var further: [JoinClause] = []
        scope = NameScope(sources: [NameScope.Source(first)], isInFrom: true)
        while let kind = joinClauseAhead() {
            let start = offset
            advance(by: kind.length)
            let source: JoinClause
            if let join = kind.join {
                source = .join(join, try parseSource(), on: nil)
            } else {
                source = try parseUnnest()
            }
            if let problem = scope.conflict(of: source.name) { throw error(problem, at: start) }
            scope.sources?.append(NameScope.Source(source))
            further.append(try parseCondition(of: source))
        }
        return (first, further)
    }

    /// Returns the join or UNNEST at the current token and its number of tokens.
    private func joinClauseAhead() -> (join: JoinClause.JoinKind?, length: Int)? {
        switch (current, token(ahead: 1), token(ahead: 2)) {
        case (.keyword(.unnest), _, _): (nil, 1)
        case (.keyword(.join), _, _): (.inner, 1)
        case (.keyword(.inner), .keyword(.join), _): (.inner, 2)
        case (.keyword(.cross), .keyword(.join), _): (.cross, 2)
        case (.keyword(.left), .keyword(.join), _): (.left, 2)
        case (.keyword(.left), .keyword(.outer), .keyword(.join)): (.left, 3)
        default: nil
        }
    }

    /// Reads the condition of a join.
    ///
    /// A cross join doesn't have a condition.
    private mutating func parseCondition(
        of source: JoinClause
    ) throws(SQLPlusPlusError) -> JoinClause {
        guard case .join(let kind, let joined, _) = source else { return source }
        if kind == .cross {
            if current == .keyword(.on) { throw error("a CROSS JOIN has no condition") }
            return source
        }
        guard accept(.on) else { throw unexpected("ON") }
        return .join(kind, joined, on: try parseClause())
    }

    /// Reads the source after `UNNEST`: a path, and an alias for its items.
    private mutating func parseUnnest() throws(SQLPlusPlusError) -> JoinClause {
        let start = offset
        let term = try parseClause()
        guard case .property(let path, _) = term else {
            throw error("UNNEST takes the path of an array", at: start)
        }
        if let alias = try parseAlias() { return .unnest(term, as: alias) }
        guard path.components.count == 1, case .key(let name) = path.components[0] else {
            throw unexpected("an alias of the items")
        }
        return .unnest(term, as: name)
    }
}

extension NameScope {
    /// Returns an error message if the name of another source is already in use, or `nil`.
    fileprivate func conflict(of name: String) -> String? {
        guard sources?.contains(where: { $0.name.lowercased() == name.lowercased() }) == true else {
            return nil
        }
        return "the name '\(name)' is used for two sources"
    }
}
