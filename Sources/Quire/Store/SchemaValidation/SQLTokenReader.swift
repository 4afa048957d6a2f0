/// Reads tokens from the first to the last.
struct SQLTokenReader {
    private let tokens: ArraySlice<SQLToken>
    private var position: Int

    init(_ tokens: ArraySlice<SQLToken>) {
        self.tokens = tokens
        position = tokens.startIndex
    }

    /// The next token, which stays the next one.
    var next: SQLToken? { position < tokens.endIndex ? tokens[position] : nil }

    /// Steps over a word if it is the next token.
    mutating func skip(_ word: StaticString) -> Bool {
        guard let next, next.isWord(word) else { return false }
        position += 1
        return true
    }

    /// Steps over a symbol if it is the next token.
    mutating func skip(symbol: StaticString) -> Bool {
        guard let next, next.isSymbol(symbol) else { return false }
        position += 1
        return true
    }

    /// Steps over words that must be there, in this order.
    mutating func expect(_ words: StaticString...) throws(SchemaDefect) {
        for word in words where !skip(word) { throw .unknownForm }
    }

    /// Steps over a symbol that must be there.
    mutating func expect(symbol: StaticString) throws(SchemaDefect) {
        guard skip(symbol: symbol) else { throw .unknownForm }
    }

    /// Checks that nothing follows.
    mutating func expectEnd() throws(SchemaDefect) {
        guard next == nil else { throw .unknownForm }
    }

    /// Reads a name that must be there.
    mutating func name() throws(SchemaDefect) -> SQLName {
        guard let name = next?.name else { throw .unknownForm }
        position += 1
        return name
    }

    /// Reads names in parentheses.
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

    /// Reads what stands in parentheses, without them.
    mutating func tokensInParentheses() throws(SchemaDefect) -> ArraySlice<SQLToken> {
        try expect(symbol: "(")
        let content = tokens(until: { $0.isSymbol(")") })
        try expect(symbol: ")")
        return content
    }

    /// The number of arguments in the parentheses that follow, which stay unread.
    func argumentCount() throws(SchemaDefect) -> Int32 {
        var rest = self
        var arguments = SQLTokenReader(try rest.tokensInParentheses())
        return Int32(clamping: arguments.items().count)
    }

    /// Reads up to a token that is not in parentheses, or to the end.
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

    /// Reads the next token, whatever it is.
    mutating func take() -> SQLToken? {
        guard let next else { return nil }
        position += 1
        return next
    }

    /// Reads what is left.
    mutating func rest() -> ArraySlice<SQLToken> {
        defer { position = tokens.endIndex }
        return tokens[position...]
    }

    /// Divides what is left at the commas that are not in parentheses.
    mutating func items() -> [ArraySlice<SQLToken>] {
        var items: [ArraySlice<SQLToken>] = []
        while next != nil {
            items.append(tokens(until: { $0.isSymbol(",") }))
            if skip(symbol: ","), next == nil { items.append([]) }
        }
        return items
    }
}
