/// A sequence of the tokens of compiled SQL: quoted strings and names, words, placeholders and
/// other characters.
struct SQLTokens: Sequence, IteratorProtocol {
    enum Piece: Equatable {
        /// A string or a name with its quotation marks.
        case quoted(String)
        /// Letters, digits and underscores.
        case word(String)
        /// A question mark, which is a placeholder for a value.
        case placeholder
        /// Another character.
        case other(String)

        /// The SQL text of the token.
        var text: SQLText {
            switch self {
            case .quoted(let text), .word(let text), .other(let text): SQLText(verbatim: text)
            case .placeholder: "?"
            }
        }
    }

    private var rest: Substring.UTF8View

    init(_ text: SQLText) {
        rest = Substring(text.string).utf8
    }

    mutating func next() -> Piece? {
        guard let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .quoted(take(quoted: first))
        case UInt8(ascii: "?"):
            rest.removeFirst()
            return .placeholder
        case _ where Self.isWordByte(first): return .word(take(while: Self.isWordByte))
        default: return .other(take(1))
        }
    }

    private mutating func take(_ count: Int) -> String {
        defer { rest.removeFirst(count) }
        return String(Substring(rest.prefix(count)))
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        take(rest.prefix(while: condition).count)
    }

    /// Returns the text up to the closing quotation mark.
    ///
    /// A string with a doubled quotation mark becomes two adjacent tokens.
    private mutating func take(quoted quote: UInt8) -> String {
        let content = rest.dropFirst().prefix { $0 != quote }.count
        return take(Swift.min(content + 2, rest.count))
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte >= 0x80
    }
}
