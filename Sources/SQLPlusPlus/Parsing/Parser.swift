/// A recursive-descent parser of tokens.
///
/// Each token is read once, except that the parser skips the columns of a statement once to read
/// its sources first. Parsing therefore takes linear time.
struct Parser {
    /// The maximum height of a tree.
    ///
    /// The limit keeps the stack small for all code that traverses the tree. In a release build,
    /// half a megabyte is sufficient to parse, print and compare the highest tree.
    static let heightLimit = 150

    /// The maximum number of nested operands, parentheses and constructors in the text.
    ///
    /// The text of a tree has at most two of these for each level, so every parsed tree can be
    /// printed and parsed again.
    static let nestingLimit = 2 * heightLimit + 1

    let bytes: [UInt8]
    let tokens: [LocatedToken]
    var position = 0
    var depth = 0
    var scope = NameScope()
    /// The height of the highest term read so far in the current statement.
    var height = 0

    /// The known functions, or `nil` if function names are not checked.
    let functions: FunctionTable?

    init(_ text: String, functions: FunctionTable? = nil) {
        self.functions = functions
        bytes = Array(text.utf8)
        tokens = Lexer.tokens(of: bytes)
    }

    var current: Token { tokens[position].token }

    /// The byte offset of the current token.
    var offset: Int { tokens[position].range.lowerBound }

    /// Returns the token at a distance from the current one, or the end token after the last one.
    func token(ahead distance: Int) -> Token {
        position + distance < tokens.count ? tokens[position + distance].token : .end
    }

    mutating func advance(by count: Int = 1) {
        position = min(position + count, tokens.count - 1)
    }

    mutating func accept(_ keyword: Keyword) -> Bool {
        guard current == .keyword(keyword) else { return false }
        advance()
        return true
    }

    mutating func accept(_ symbol: Symbol) -> Bool {
        guard current == .symbol(symbol) else { return false }
        advance()
        return true
    }

    mutating func expect(_ keyword: Keyword) throws(SQLPlusPlusError) {
        guard accept(keyword) else { throw unexpected(keyword.rawValue) }
    }

    mutating func expect(_ symbol: Symbol) throws(SQLPlusPlusError) {
        guard accept(symbol) else { throw unexpected("'\(symbol.rawValue)'") }
    }

    /// Reads a closing symbol where a comma is also allowed.
    mutating func expectEndOfList(_ symbol: Symbol) throws(SQLPlusPlusError) {
        guard accept(symbol) else { throw unexpected("',' or '\(symbol.rawValue)'") }
    }

    func expectEnd(of whole: String) throws(SQLPlusPlusError) {
        guard current == .end else { throw unexpected("the end of the \(whole)") }
    }

    /// Enters a level of nesting.
    ///
    /// The caller leaves it by decrementing `depth`.
    mutating func enterLevel() throws(SQLPlusPlusError) {
        guard depth < Self.nestingLimit else { throw nested(deeperThan: Self.nestingLimit) }
        depth += 1
    }
}

/// A term and the height of its tree.
struct ParsedTerm {
    var term: QueryTerm
    var height = 1
}
