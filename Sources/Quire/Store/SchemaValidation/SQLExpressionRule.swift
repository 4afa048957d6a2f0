/// Says whether an expression of a schema does nothing but compute a value of the row it is about.
///
/// SQLite has checked the grammar when it read the schema. What is left to see is that each token is
/// a harmless one: a column, a constant, an operator, or the call of a function that is known.
struct SQLExpressionRule {
    /// SQLite's own functions that are let pass: deterministic, without effect, and with results
    /// that are not much larger than what they are given.
    static let harmlessFunctions: Set<SQLName> = [
        "abs", "coalesce", "hex", "ifnull", "iif", "instr", "length", "likelihood", "likely",
        "lower", "ltrim", "max", "min", "nullif", "round", "rtrim", "substr", "trim", "typeof",
        "unicode", "unlikely", "upper",
    ]

    /// SQLite's own orders of texts.
    private static let ownCollations: Set<SQLName> = ["binary", "nocase", "rtrim"]

    /// The words that are operators, or parts of some.
    ///
    /// Those that lead into another table, or call a function that a file could have in mind, are
    /// not among them.
    private static let operators: Set<String> = [
        "and", "asc", "between", "case", "desc", "else", "end", "escape", "false", "in", "is",
        "isnull", "like", "not", "notnull", "null", "or", "then", "true", "when",
    ]

    private static let symbols: Set<String> = [
        "(", ")", ",", "+", "-", "*", "/", "%", "&", "|", "~", "<<", ">>", "||", "=", "==", "<>",
        "!=", "<", ">", "<=", ">=",
    ]

    private static let rowID: Set<SQLName> = ["rowid"]

    /// The columns that can be named alone.
    var columns: Set<SQLName> = []
    /// The tables whose columns can be named behind a point.
    var tables: Set<SQLName> = []
    /// The functions that can be called, with the numbers of arguments that they take; -1 means
    /// any number.
    var functions: [SQLName: Set<Int32>] = [:]
    /// The functions that return tables, whose rows a condition may be about.
    var itemTables: Set<SQLName> = []
    /// The orders of texts besides SQLite's own.
    var collations: Set<SQLName> = []

    /// Checks an expression, or several with commas between them.
    ///
    /// - Parameter tokens: The expression.
    /// - Throws: ``SchemaDefect`` that says what is not known in it.
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
                // As the name of a function or table it would be one that is not looked up here.
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
            // Without a parenthesis a table could follow.
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
            // Most keywords can be names too, where SQLite finds no other meaning for them. The one
            // that the format has is a column's.
            let isName = !token.isKeyword || token.isWord("key")
            guard isName || reader.next?.isSymbol("(") == true else {
                throw SchemaDefect("uses \(token.text.uppercased())")
            }
            try checkName(SQLName(token.text), &reader)
        }
    }

    /// Checks whether there are items of a value: `EXISTS (SELECT 1 FROM fl_each(…) AS x WHERE …)`.
    private func checkItems(_ reader: inout SQLTokenReader) throws(SchemaDefect) {
        var inner = SQLTokenReader(try reader.tokensInParentheses())
        try inner.expect("select")
        try check(inner.tokens(until: { $0.isWord("from") }))
        try inner.expect("from")
        let source = try inner.name()
        guard itemTables.contains(source) else {
            throw SchemaDefect("reads \(source), which is not available here")
        }
        try check(try inner.tokensInParentheses())
        let items = try itemRule(of: source, &inner)
        if inner.skip("where") { try items.check(inner.rest()) }
        try inner.expectEnd()
    }

    /// The rule for what is about the items of a table, whose name may follow.
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

    /// Checks a name that is not a keyword: what it is depends on what follows.
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
            throw SchemaDefect("uses \(name), which is no column of its table")
        }
    }
}

extension SQLName {
    /// The name for messages, in quotes only if it would need them in SQL.
    var plain: String {
        let isPlain = text.utf8.allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: "_")
                || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
        }
        return isPlain && 1...60 ~= text.utf8.count ? text : description
    }
}

extension SQLToken {
    /// Whether SQLite, in the version that runs, has a keyword of this spelling.
    fileprivate var isKeyword: Bool { SQLIdentifier.isKeyword(text) }
}
