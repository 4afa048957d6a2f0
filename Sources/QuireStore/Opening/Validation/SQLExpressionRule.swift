/// A rule that determines whether an expression of a schema only computes a value of its row.
///
/// SQLite checked the grammar when it parsed the schema. This rule checks that each token is
/// harmless: a column, a constant, an operator, or the call of a known function.
struct SQLExpressionRule {
    /// SQLite's own functions that are allowed.
    ///
    /// They are deterministic, have no side effects, and return values that are not much larger
    /// than their arguments.
    static let harmlessFunctions: Set<SQLName> = [
        "abs", "coalesce", "hex", "ifnull", "iif", "instr", "length", "likelihood", "likely",
        "lower", "ltrim", "max", "min", "nullif", "round", "rtrim", "substr", "trim", "typeof",
        "unicode", "unlikely", "upper",
    ]

    /// SQLite's own collations.
    private static let ownCollations: Set<SQLName> = ["binary", "nocase", "rtrim"]

    /// The words that are operators or parts of operators.
    ///
    /// Words that refer to another table, or that call a function that a file could replace, are
    /// not included.
    private static let operators: Set<String> = [
        "and", "asc", "between", "case", "desc", "else", "end", "escape", "false", "in", "is",
        "isnull", "like", "not", "notnull", "null", "or", "then", "true", "when",
    ]

    private static let symbols: Set<String> = [
        "(", ")", ",", "+", "-", "*", "/", "%", "&", "|", "~", "<<", ">>", "||", "=", "==", "<>",
        "!=", "<", ">", "<=", ">=",
    ]

    private static let rowID: Set<SQLName> = ["rowid"]

    /// The columns that can be used without a table name.
    var columns: Set<SQLName> = []
    /// The tables whose columns can be used in the form `table.column`.
    var tables: Set<SQLName> = []
    /// The functions that can be called, with their supported numbers of arguments.
    ///
    /// The number -1 means any number of arguments.
    var functions: [SQLName: Set<Int32>] = [:]
    /// The table-valued functions whose rows a condition may examine.
    var itemTables: Set<SQLName> = []
    /// The collations in addition to SQLite's own.
    var collations: Set<SQLName> = []

    /// Checks an expression, or several expressions separated by commas.
    ///
    /// - Parameter tokens: The expression.
    /// - Throws: ``SchemaDefect`` that names the first unknown part.
    func check(_ tokens: ArraySlice<SQLToken>) throws(SchemaDefect) {
        var reader = SQLTokenReader(tokens)
        while let token = reader.take() {
            switch token.kind {
            case .number, .blob: break
            case .symbol:
                guard Self.symbols.contains(token.text) else {
                    throw SchemaDefect("uses the operator \(token.text)")
                }
            case .string:
                // SQLite would read the string as an unchecked name of a function or table.
                if let next = reader.next, next.isSymbol("(") || next.isSymbol(".") {
                    throw .unknownForm
                }
            case .quotedName: try checkName(SQLName(token.text), &reader)
            case .word: try check(word: token, &reader)
            }
        }
    }

    private func check(
        word token: SQLToken, _ reader: inout SQLTokenReader
    ) throws(SchemaDefect) {
        if token.isWord("exists"), !itemTables.isEmpty {
            try checkItems(&reader)
        } else if Self.operators.contains(token.word) {
            // Without a parenthesis, the name of a table could follow.
            if token.isWord("in"), reader.next?.isSymbol("(") != true { throw .unknownForm }
        } else if token.isWord("collate") {
            let name = try reader.name()
            let isKnown =
                Self.ownCollations.contains(name) || collations.contains(name)
                || TextComparison(collation: name.text) != nil
            guard isKnown else {
                throw .unavailable("uses the collation \(name)")
            }
        } else {
            // SQLite accepts most keywords as names wherever the keyword itself is not allowed. The
            // file format uses only `key` in this way, as the name of a column.
            let isName = !token.isKeyword || token.isWord("key")
            guard isName || reader.next?.isSymbol("(") == true else {
                throw SchemaDefect("uses \(token.text.uppercased())")
            }
            try checkName(SQLName(token.text), &reader)
        }
    }

    /// Checks an expression `EXISTS (SELECT 1 FROM fl_each(…) AS x WHERE …)`.
    private func checkItems(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        var inner = SQLTokenReader(try reader.tokensInParentheses())
        try inner.expect("select")
        try check(inner.tokens(until: { $0.isWord("from") }))
        try inner.expect("from")
        let source = try inner.name()
        guard itemTables.contains(source) else {
            throw SchemaDefect("reads \(source), which is not supported")
        }
        try check(try inner.tokensInParentheses())
        let items = try itemRule(of: source, &inner)
        if inner.skip("where") { try items.check(inner.rest()) }
        try inner.expectEnd()
    }

    /// Returns the rule for expressions about the items of a table, after parsing an optional
    /// alias.
    func itemRule(
        of source: SQLName, _ reader: inout SQLTokenReader
    ) throws(SchemaDefect) -> SQLExpressionRule {
        var rule = self
        rule.columns.formUnion(EachTable.columns.map(SQLName.init(_:)))
        rule.tables.insert(source)
        if reader.skip("as") || reader.next.map({ !$0.isWord("where") }) == true {
            rule.tables.insert(try reader.name())
        }
        return rule
    }

    /// Checks a name that is not a keyword: a function, a table or a column, depending on the next
    /// token.
    private func checkName(
        _ name: SQLName, _ reader: inout SQLTokenReader
    ) throws(SchemaDefect) {
        if reader.next?.isSymbol("(") == true {
            guard let counts = functions[name] else {
                throw .unavailable("uses the function \(name.plain)")
            }
            let count = try reader.argumentCount()
            guard counts.contains(-1) || counts.contains(count) else {
                throw .unavailable(
                    "uses the function \(name.plain) with \(count) arguments")
            }
        } else if reader.skip(symbol: ".") {
            guard tables.contains(name), let column = reader.take(),
                column.kind == .word || column.kind == .quotedName,
                reader.next?.isSymbol("(") != true, reader.next?.isSymbol(".") != true
            else { throw SchemaDefect("refers to another table, \(name)") }
        } else if !columns.contains(name), !Self.rowID.contains(name) {
            throw SchemaDefect("uses \(name), which is not a column of its table")
        }
    }
}

extension SQLName {
    /// The name for messages, in quotes only if SQL would require them.
    package var plain: String {
        let isPlain = text.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        }
        return isPlain && 1...60 ~= text.utf8.count ? text : description
    }
}

extension SQLToken {
    /// Whether the SQLite library in use has a keyword of this spelling.
    fileprivate var isKeyword: Bool { SQLIdentifier.isKeyword(text) }
}
