extension SelectStatement: CustomStringConvertible {
    /// The statement's text in its canonical spelling, which ``parse(_:)`` reads back.
    ///
    /// - Complexity: O(*n*) in the size of the tree.
    public var description: String {
        var printer = Printer(scope: NameScope(sources: [source]))
        printer.write(isDistinct ? "SELECT DISTINCT " : "SELECT ")
        printer.writeList(columns) { printer, column in
            printer.write(column.term)
            if let alias = column.alias { printer.write(" AS \(Identifier.text(for: alias))") }
        }
        printer.scope = NameScope(self)
        printer.write(" FROM ")
        printer.write(source)
        if let condition {
            printer.write(" WHERE ")
            printer.write(condition)
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
    fileprivate mutating func write(_ source: DataSource) {
        if let scope = source.scope { write("\(Identifier.text(for: scope)).") }
        write(Identifier.text(for: source.collection))
        if let alias = source.alias { write(" AS \(Identifier.text(for: alias))") }
    }
}
