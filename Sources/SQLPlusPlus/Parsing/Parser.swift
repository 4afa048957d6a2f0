/// Reads tokens from left to right into a tree, by recursive descent.
///
/// No token is read twice, but that the columns of a statement are skipped once to learn its
/// sources first; so the time is linear.
struct Parser {
    /// The greatest height of a tree.
    ///
    /// It keeps the stack small for all who walk the tree: in a release build half a megabyte is
    /// enough to parse, print and compare the highest one.
    static let heightLimit = 150

    /// The greatest number of operands, parentheses and constructors around a place in the text.
    ///
    /// The text of a tree has at most two of them at each level, so every tree that was parsed can
    /// be printed and parsed again.
    static let nestingLimit = 2 * heightLimit + 1

    let bytes: [UInt8]
    let tokens: [LocatedToken]
    var position = 0
    var depth = 0
    var scope = NameScope()
    /// The height of the highest term that the current statement has had so far.
    var height = 0

    /// The functions that there are, or `nil` if no function is checked.
    let functions: FunctionTable?

    init(_ text: String, functions: FunctionTable? = nil) {
        self.functions = functions
        bytes = Array(text.utf8)
        tokens = Lexer.tokens(of: bytes)
    }

    var current: Token { tokens[position].token }

    /// The byte at which the current token begins.
    var offset: Int { tokens[position].range.lowerBound }

    /// The token at a distance from the current one, the end behind the last one.
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

    /// Reads a closing mark, where a comma would have done as well.
    mutating func expectEndOfList(_ symbol: Symbol) throws(SQLPlusPlusError) {
        guard accept(symbol) else { throw unexpected("',' or '\(symbol.rawValue)'") }
    }

    func expectEnd(of whole: String) throws(SQLPlusPlusError) {
        guard current == .end else { throw unexpected("the end of the \(whole)") }
    }

    /// Enters a level of nesting; the caller leaves it by counting `depth` down.
    mutating func enterLevel() throws(SQLPlusPlusError) {
        guard depth < Self.nestingLimit else { throw nested(deeperThan: Self.nestingLimit) }
        depth += 1
    }
}

/// A term and how high its tree is.
struct ParsedTerm {
    var term: QueryTerm
    var height = 1
}
