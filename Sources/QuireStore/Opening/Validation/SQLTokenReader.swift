/// A sequential reader of tokens.
package struct SQLTokenReader {
    private let tokens: ArraySlice<SQLToken>
    private var position: Int

    init(_ tokens: ArraySlice<SQLToken>) {
        self.tokens = tokens
        position = tokens.startIndex
    }

    /// The next token, which is not consumed.
    var next: SQLToken? { position < tokens.endIndex ? tokens[position] : nil }

    /// Consumes the next token if it is the given word, and returns whether it was.
    mutating func skip(_ word: StaticString) -> Bool {
        guard let next, next.isWord(word) else { return false }
        position += 1
        return true
    }

    /// Consumes the next token if it is the given symbol, and returns whether it was.
    mutating func skip(symbol: StaticString) -> Bool {
        guard let next, next.isSymbol(symbol) else { return false }
        position += 1
        return true
    }

    /// Consumes the given words in this order, or throws an error.
    mutating func expect(_ words: StaticString...) throws(SchemaDefect) {
        for word in words where !skip(word) { throw .unknownForm }
    }

    /// Consumes the given symbol, or throws an error.
    mutating func expect(symbol: StaticString) throws(SchemaDefect) {
        guard skip(symbol: symbol) else { throw .unknownForm }
    }

    /// Throws an error if tokens remain.
    mutating func expectEnd() throws(SchemaDefect) {
        guard next == nil else { throw .unknownForm }
    }

    /// Consumes a name, or throws an error.
    mutating func name() throws(SchemaDefect) -> SQLName {
        guard let name = next?.name else { throw .unknownForm }
        position += 1
        return name
    }

    /// Consumes a list of names in parentheses.
    mutating func namesInParentheses() throws(SchemaDefect) -> [SQLName] {
        var list = SQLTokenReader(try tokensInParentheses())
        return try list.namesToEnd()
    }

    private mutating func namesToEnd() throws(SchemaDefect) -> [SQLName] {
        var names = [try name()]
        while skip(symbol: ",") { names.append(try name()) }
        try expectEnd()
        return names
    }

    /// Consumes an expression in parentheses, and returns its tokens without the parentheses.
    mutating func tokensInParentheses() throws(SchemaDefect) -> ArraySlice<SQLToken> {
        try expect(symbol: "(")
        let content = tokens(until: { $0.isSymbol(")") })
        try expect(symbol: ")")
        return content
    }

    /// Returns the number of arguments in the next parentheses, without consuming them.
    func argumentCount() throws(SchemaDefect) -> Int32 {
        var rest = self
        var arguments = SQLTokenReader(try rest.tokensInParentheses())
        return Int32(clamping: arguments.items().count)
    }

    /// Consumes tokens up to the first match outside of parentheses, or to the end.
    mutating func tokens(until isEnd: (SQLToken) -> Bool) -> ArraySlice<SQLToken> {
        let start = position
        var depth = 0
        while let next, depth > 0 || !isEnd(next) {
            if next.isSymbol("(") { depth += 1 }
            if next.isSymbol(")") { depth -= 1 }
            position += 1
        }
        return tokens[start..<position]
    }

    /// Consumes the next token.
    mutating func take() -> SQLToken? {
        guard let next else { return nil }
        position += 1
        return next
    }

    /// Consumes the remaining tokens.
    mutating func rest() -> ArraySlice<SQLToken> {
        defer { position = tokens.endIndex }
        return tokens[position...]
    }

    /// Consumes the remaining tokens, split at the commas outside of parentheses.
    mutating func items() -> [ArraySlice<SQLToken>] {
        var items: [ArraySlice<SQLToken>] = []
        while next != nil {
            items.append(tokens(until: { $0.isSymbol(",") }))
            if skip(symbol: ","), next == nil { items.append([]) }
        }
        return items
    }
}
