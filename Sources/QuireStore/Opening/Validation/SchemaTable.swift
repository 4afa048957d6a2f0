/// A table of a schema.
///
/// Any table is allowed if its columns contain only values that are written into them, and no
/// computed values.
struct SchemaTable {
    let name: SQLName
    private(set) var columns: Set<SQLName> = []

    private static let constraints: Set<String> = [
        "constraint", "primary", "unique", "check", "foreign",
    ]

    /// Parses the text after `CREATE TABLE name`.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - reader: A reader of the remaining tokens.
    ///   - collations: The collations in addition to SQLite's own.
    /// - Throws: ``SchemaDefect`` if the table contains a generated column or a forbidden
    ///   expression.
    init(
        _ name: SQLName, _ reader: inout SQLTokenReader, collations: Set<SQLName>
    ) throws(SchemaDefect) {
        self.name = name
        let definition = try reader.tokensInParentheses()
        var list = SQLTokenReader(definition)
        for item in list.items() {
            guard let first = item.first else { throw .unknownForm }
            if Self.constraints.contains(first.word) { continue }
            guard let column = first.name else { throw .unknownForm }
            columns.insert(column)
        }
        try check(definition, collations)
        repeat {
            if reader.skip("without") {
                try reader.expect("rowid")
            } else if reader.next != nil {
                try reader.expect("strict")
            }
        } while reader.skip(symbol: ",")
        try reader.expectEnd()
    }

    private func check(
        _ definition: ArraySlice<SQLToken>, _ collations: Set<SQLName>
    ) throws(SchemaDefect) {
        var rule = SQLExpressionRule(collations: collations)
        var reader = SQLTokenReader(definition)
        while let token = reader.take() {
            switch token.word {
            case "as", "generated":
                throw SchemaDefect("has a generated column")
            case "check":
                rule.columns = columns
                try rule.check(try reader.tokensInParentheses())
            case "default" where reader.next?.isSymbol("(") == true:
                rule.columns = []
                try rule.check(try reader.tokensInParentheses())
            case "collate":
                // Check it as an expression that consists of a COLLATE clause only.
                guard let name = reader.take() else { throw .unknownForm }
                try rule.check([token, name])
            default: break
            }
        }
    }
}
