extension WriteStatement: CustomStringConvertible {
    /// The text of the statement in its canonical spelling, which ``parse(_:knowing:)`` accepts.
    package var description: String {
        var printer = Printer(scope: NameScope(sources: [NameScope.Source(target)]))
        switch action {
        case .update(let assignments):
            printer.write("UPDATE ")
            printer.write(target)
            printer.write(assignments)
        case .delete:
            printer.write("DELETE FROM ")
            printer.write(target)
        case .save(let documents, let replaces):
            printer.write(replaces ? "UPSERT INTO " : "INSERT INTO ")
            printer.write(target)
            printer.write(" (KEY, VALUE) VALUES ")
            printer.writeList(documents) { printer, document in
                printer.write("(")
                printer.write(document.key)
                printer.write(", ")
                printer.write(document.value)
                printer.write(")")
            }
        }
        if let condition {
            printer.write(" WHERE ")
            printer.write(condition)
        }
        if let limit {
            printer.write(" LIMIT ")
            printer.write(limit)
        }
        if !returning.isEmpty {
            printer.write(" RETURNING ")
            printer.writeList(returning) { $0.write($1) }
        }
        return printer.text
    }
}

extension Printer {
    /// Writes the `SET` clause and then the `UNSET` clause.
    ///
    /// The parser reads them in this order.
    fileprivate mutating func write(_ assignments: [WriteStatement.Assignment]) {
        let set = assignments.filter { $0.value != nil }
        let unset = assignments.filter { $0.value == nil }
        if !set.isEmpty {
            write(" SET ")
            writeList(set) { printer, assignment in
                printer.write(.property(assignment.path, of: nil))
                printer.write(" = ")
                if let value = assignment.value { printer.write(value) }
            }
        }
        if !unset.isEmpty {
            write(" UNSET ")
            writeList(unset) { $0.write(.property($1.path, of: nil)) }
        }
    }
}
