extension SelectStatement: CustomStringConvertible {
    /// The text of the statement in its canonical spelling, which ``parse(_:knowing:)`` accepts.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    public var description: String {
        var printer = Printer(scope: NameScope(sources: NameScope.sources(of: self)))
        printer.write(isDistinct ? "SELECT DISTINCT " : "SELECT ")
        printer.writeList(columns) { $0.write($1) }
        printer.scope = NameScope(self)
        printer.write(" FROM ")
        printer.write(source)
        for further in joinClauses { printer.write(further) }
        if let condition {
            printer.write(" WHERE ")
            printer.write(condition)
        }
        if !grouping.isEmpty {
            printer.write(" GROUP BY ")
            printer.writeList(grouping) { $0.write($1) }
        }
        if let groupCondition {
            printer.write(" HAVING ")
            printer.write(groupCondition)
        }
        if !ordering.isEmpty {
            printer.write(" ORDER BY ")
            printer.writeList(ordering) { printer, ordering in
                printer.write(ordering.term)
                if ordering.direction == .descending { printer.write(" DESC") }
            }
        }
        if let limit {
            printer.write(" LIMIT ")
            printer.write(limit)
        }
        if let offset {
            printer.write(" OFFSET ")
            printer.write(offset)
        }
        return printer.text
    }
}

extension Printer {
    fileprivate mutating func write(_ further: JoinClause) {
        switch further {
        case .join(let kind, let source, let condition):
            write(" \(kind.rawValue) ")
            write(source)
            guard let condition else { return }
            write(" ON ")
            writeOutsideColumns(condition)
        case .unnest(let term, let name):
            write(" UNNEST ")
            writeOutsideColumns(term)
            write(" AS \(Identifier.text(for: name))")
        }
    }

    /// Writes a term in a context without column aliases.
    private mutating func writeOutsideColumns(_ term: QueryTerm) {
        let aliases = scope.columnAliases
        scope.columnAliases = [:]
        write(term)
        scope.columnAliases = aliases
    }

    /// Writes a column and its alias.
    mutating func write(_ column: ResultColumn) {
        write(column.term)
        if let alias = column.alias { write(" AS \(Identifier.text(for: alias))") }
    }

    /// Writes a collection and its alias.
    mutating func write(_ source: CollectionSource) {
        if let scope = source.scope { write("\(Identifier.text(for: scope)).") }
        write(Identifier.text(for: source.collection))
        if let alias = source.alias { write(" AS \(Identifier.text(for: alias))") }
    }
}
