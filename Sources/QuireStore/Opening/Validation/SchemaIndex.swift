import Fleece

/// An index of a schema, on columns or on expressions.
struct SchemaIndex {
    private let table: SQLName
    private let expressions: ArraySlice<SQLToken>
    private let condition: ArraySlice<SQLToken>

    /// Parses the text after `CREATE INDEX name`.
    ///
    /// - Parameter reader: A reader of the remaining tokens.
    /// - Throws: ``SchemaDefect`` if the text has an unknown form.
    init(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        try reader.expect("on")
        table = try reader.name()
        expressions = try reader.tokensInParentheses()
        condition = reader.skip("where") ? reader.rest() : []
        try reader.expectEnd()
    }

    /// Returns the definition of an index on documents, if this connection can compute the index.
    ///
    /// - Parameters:
    ///   - sql: The definition, which can be any bytes.
    ///   - names: The names that are registered on the connection.
    /// - Returns: The definition as a statement, or `nil` if it is not an index on documents or
    ///   calls an unregistered function.
    static func definition(
        _ sql: UnsafeBufferPointer<UInt8>, _ names: SchemaNames
    ) -> SQLText? {
        do throws(SchemaDefect) {
            var reader = SQLTokenReader(try SQLTokenizer.tokens(sql).tokens[...])
            try reader.expect("create")
            _ = reader.skip("unique")
            try reader.expect("index")
            _ = try reader.name()
            let index = try SchemaIndex(&reader)
            guard index.isOnDocuments else { return nil }
            try index.check(columns: documentColumns, names)
            return String(validUTF8: sql).map { SQLText(verbatim: $0) }
        } catch {
            return nil
        }
    }

    private static let documentColumns: Set<SQLName> = [
        "key", "sequence", "flags", "version", "body", "expiration", "extra",
    ]

    /// Whether the index is on a table of a collection's documents, live or deleted.
    var isOnDocuments: Bool { CollectionTables.isTableOfDocuments(table.text) }

    /// Checks that the contents of the index depend only on the rows of its table.
    ///
    /// - Parameters:
    ///   - tables: The tables of the schema.
    ///   - names: The names that are registered in addition to SQLite's own.
    /// - Throws: ``SchemaDefect`` that names the first unknown part.
    func check(_ tables: [SQLName: SchemaTable], _ names: SchemaNames) throws(SchemaDefect) {
        guard let table = tables[table] else {
            throw SchemaDefect("is on \(table), which is not a table")
        }
        try check(columns: table.columns, names)
    }

    private func check(
        columns: Set<SQLName>, _ names: SchemaNames
    ) throws(SchemaDefect) {
        let rule = SQLExpressionRule(
            columns: columns, functions: names.functions, collations: names.collations)
        try rule.check(expressions)
        try rule.check(condition)
    }
}
