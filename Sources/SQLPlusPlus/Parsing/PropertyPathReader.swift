extension PropertyPath {
    /// Creates a path from its text form.
    ///
    /// Keys are separated by dots, and indexes are in brackets: `phones[0].x`. A key that contains
    /// a dot, a bracket, a backtick or a backslash is enclosed in backticks, with each backtick
    /// inside doubled. Alternatively, a backslash precedes each of these characters. No other
    /// character needs quoting. The empty string is the empty path.
    ///
    /// - Parameter text: The text of a path.
    /// - Throws: ``SQLPlusPlusError``, which describes what was expected and what was found, with
    ///   its location.
    /// - Complexity: O(*n*) in the length of the text.
    public init(_ text: String) throws(SQLPlusPlusError) {
        var reader = PropertyPathReader(lexer: Lexer(Array(text.utf8)))
        self.init(try reader.readPath())
    }
}

/// A parser of the text form of a path, in which keys need less quoting than in a query.
private struct PropertyPathReader {
    var lexer: Lexer

    mutating func readPath() throws(SQLPlusPlusError) -> [PropertyPath.Component] {
        var components: [PropertyPath.Component] = []
        while lexer.position < lexer.bytes.count {
            if lexer.byte() == UInt8(ascii: "[") {
                components.append(.index(try readIndex()))
                continue
            }
            if !components.isEmpty {
                guard lexer.byte() == UInt8(ascii: ".") else { throw unexpected("'.' or '['") }
                lexer.position += 1
            }
            components.append(.key(try readKey()))
        }
        return components
    }

    private mutating func readKey() throws(SQLPlusPlusError) -> String {
        if lexer.byte() == UInt8(ascii: "`") {
            if let key = lexer.readQuoted(by: UInt8(ascii: "`")) { return key }
            throw error("the key that begins here has no closing `", at: lexer.position)
        }
        var key: [UInt8] = []
        while lexer.position < lexer.bytes.count, !Self.marks.contains(lexer.byte()) {
            if lexer.byte() == UInt8(ascii: "\\") {
                lexer.position += 1
                guard lexer.position < lexer.bytes.count else {
                    throw unexpected("a character after the backslash")
                }
            }
            key.append(lexer.byte())
            lexer.position += 1
        }
        guard !key.isEmpty else { throw unexpected("a key") }
        return String(decoding: key, as: UTF8.self)
    }

    private mutating func readIndex() throws(SQLPlusPlusError) -> Int {
        lexer.position += 1
        let start = lexer.position
        if lexer.byte() == UInt8(ascii: "-") { lexer.position += 1 }
        let firstDigit = lexer.position
        while lexer.byte().isDigit { lexer.position += 1 }
        guard lexer.position > firstDigit else { throw unexpected("an index") }
        guard let index = Int(lexer.text(from: start)) else {
            throw error("the index is out of range", at: start)
        }
        guard lexer.byte() == UInt8(ascii: "]") else { throw unexpected("']'") }
        lexer.position += 1
        return index
    }

    private static let marks = Set(".[]`".utf8)

    private func unexpected(_ expected: String) -> SQLPlusPlusError {
        let rest = String(decoding: lexer.bytes[lexer.position...], as: UTF8.self)
        let found = rest.first.map { "'\($0)'" } ?? "the end of the text"
        return error("expected \(expected), found \(found)", at: lexer.position)
    }

    private func error(_ message: String, at offset: Int) -> SQLPlusPlusError {
        SQLPlusPlusError("\(message) in a path", at: offset, in: lexer.bytes)
    }
}
