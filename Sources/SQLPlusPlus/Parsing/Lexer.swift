/// A lexer that splits text into tokens.
struct Lexer {
    let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns all tokens of a text, ending with the end token.
    ///
    /// Unreadable text becomes an invalid token instead of an error, so that the parser reports
    /// errors in the preceding text first.
    static func tokens(of bytes: [UInt8]) -> [LocatedToken] {
        var lexer = Lexer(bytes)
        var tokens: [LocatedToken] = []
        while true {
            lexer.skipBlanks()
            let start = lexer.position
            let token = lexer.readToken()
            tokens.append(LocatedToken(token: token, range: start..<lexer.position))
            switch token {
            case .end:
                return tokens
            case .invalid:
                lexer.position = bytes.count
            default:
                continue
            }
        }
    }

    /// Returns the byte at a distance from the position, or 0 after the end.
    func byte(ahead distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    func text(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position].isBlank { position += 1 }
    }

    private mutating func readToken() -> Token {
        guard position < bytes.count else { return .end }
        let first = byte()
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            return readQuoted(by: first).map { .string($0) } ?? unclosed("string", first)
        case UInt8(ascii: "`"):
            return readQuoted(by: first).map { .identifier($0, isQuoted: true) }
                ?? unclosed("name", first)
        case UInt8(ascii: "$"):
            return readParameter()
        case UInt8(ascii: "."):
            return byte(ahead: 1).isDigit ? readNumber() : readSymbol()
        case _ where first.isDigit:
            return readNumber()
        case _ where first.beginsIdentifier:
            let word = readWord()
            return Keyword(word: word).map { .keyword($0) } ?? .identifier(word, isQuoted: false)
        default:
            return readSymbol()
        }
    }

    private mutating func readWord() -> String {
        let start = position
        while byte().continuesIdentifier { position += 1 }
        return text(from: start)
    }

    private mutating func readParameter() -> Token {
        position += 1
        guard byte().beginsIdentifier else {
            return .invalid(message: "expected the name of a parameter after '$'")
        }
        // Only a name can follow the dollar sign, so reserved words are allowed: `$limit`.
        return .parameter(readWord())
    }

    private mutating func readSymbol() -> Token {
        if byte() == UInt8(ascii: "/"), byte(ahead: 1) == UInt8(ascii: "*") {
            return .invalid(message: "comments are not part of the dialect")
        }
        let rest = bytes[position...]
        if let foreign = Self.foreignOperators.first(where: { rest.starts(with: $0.utf8) }) {
            return .invalid(message: "the operator '\(foreign)' is not part of the dialect")
        }
        for (bytes, symbol) in Symbol.longestFirst where rest.starts(with: bytes) {
            position += bytes.count
            return .symbol(symbol)
        }
        let character = String(decoding: rest, as: UTF8.self).first.map(String.init) ?? ""
        let hint = byte() < 0x80 ? "" : "; names with non-ASCII letters need backticks"
        return .invalid(message: "unexpected character '\(character)'\(hint)")
    }

    /// Operators of other dialects.
    ///
    /// Without this check, the first two would be read as two operators.
    private static let foreignOperators = ["<<", ">>", "&", "^", "~"]
}

extension UInt8 {
    fileprivate var isBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
            || self == UInt8(ascii: "\n")
    }

    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var beginsIdentifier: Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self
            || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || self == UInt8(ascii: "_")
    }

    var continuesIdentifier: Bool {
        beginsIdentifier || isDigit || self == UInt8(ascii: "$")
    }
}

/// A lexical token.
enum Token: Hashable {
    case keyword(Keyword)
    case identifier(String, isQuoted: Bool)
    case string(String)
    /// An integer without a sign, which is a separate token.
    case integer(magnitude: UInt64)
    case double(Double)
    case parameter(String)
    case symbol(Symbol)
    /// Unreadable text. Only the end token follows.
    case invalid(message: String)
    case end
}

/// A token and its byte range in the text.
struct LocatedToken {
    var token: Token
    var range: Range<Int>
}
