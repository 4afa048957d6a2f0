/// An index of a schema: on columns, or on expressions.
struct SchemaIndex {
    private let table: SQLName
    private let expressions: ArraySlice<SQLToken>
    private let condition: ArraySlice<SQLToken>

    /// Reads what follows `CREATE INDEX name`.
    ///
    /// - Parameter reader: The rest of the text.
    /// - Throws: ``SchemaDefect`` if it is not of the form that is known.
    init(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        try reader.expect("on")
        table = try reader.name()
        expressions = try reader.tokensInParentheses()
        condition = reader.skip("where") ? reader.rest() : []
        try reader.expectEnd()
    }

    /// Checks that nothing but the row decides what is in the index.
    ///
    /// - Parameters:
    ///   - tables: The tables that have been read.
    ///   - names: What is registered besides SQLite's own.
    /// - Throws: ``SchemaDefect`` that says what is not known.
    func check(_ tables: [SQLName: SchemaTable], _ names: SchemaNames) throws(SchemaDefect) {
        guard let table = tables[table] else {
            throw SchemaDefect("is on \(table), which is no table")
        }
        let rule = SQLExpressionRule(
            columns: table.columns, functions: names.functions, collations: names.collations)
        try rule.check(expressions)
        try rule.check(condition)
    }
}
