/// The names that mean something at a place of a statement.
struct NameScope {
    /// The sources of the statement, or `nil` where they are not known and no name is checked.
    var sources: [DataSource]?

    /// The aliases of the columns as they are spelled, by their lower-case forms; empty inside the
    /// columns themselves, where a name is never that of another column.
    var columnAliases: [String: String] = [:]

    /// Returns what a path written in the text means.
    ///
    /// The name of a source comes first, then the alias of a column, then a property.
    func resolve(_ path: PropertyPath) -> QueryTerm {
        if let (source, rest) = source(of: path) {
            return .value(at: rest, of: source)
        }
        if case .key(let first)? = path.components.first,
            let alias = columnAliases[first.lowercased()]
        {
            return .column(alias, path.dropping(1))
        }
        return .value(at: path)
    }

    /// Returns the source that a path begins with, under the name that terms give it, and the rest
    /// of the path.
    func source(of path: PropertyPath) -> (name: String?, rest: PropertyPath)? {
        guard let sources else { return nil }
        for source in sources {
            guard let rest = source.remainder(of: path) else { continue }
            return (sources.count == 1 ? nil : source.name, rest)
        }
        return nil
    }
}

extension NameScope {
    /// Creates the scope of the clauses of a statement that know its columns.
    init(_ statement: SelectStatement) {
        sources = [statement.source]
        for alias in statement.columns.compactMap(\.alias) {
            columnAliases[alias.lowercased()] = alias
        }
    }
}
