/// A token of SQL text, as SQLite divides it.
struct SQLToken: Equatable {
    enum Kind {
        /// A name or keyword without quotes: ASCII letters, digits, `_` and `$`.
        case word
        /// A name in `"`, `` ` `` or brackets.
        case quotedName
        /// A string in single quotes.
        case string
        case number
        case blob
        /// An operator or a punctuation mark.
        case symbol
    }

    let kind: Kind

    /// The text of the token, without quotes.
    let text: String

    /// The text in lowercase if the token is a word, otherwise an empty string.
    let word: String

    /// Returns whether this is the given word, ignoring case.
    func isWord(_ other: StaticString) -> Bool {
        word == other.description
    }

    /// Returns whether this is the given operator or punctuation mark.
    func isSymbol(_ other: StaticString) -> Bool {
        kind == .symbol && text == other.description
    }

    /// The token as a name, or `nil` if it cannot be one.
    ///
    /// Where only a name is allowed, SQLite also accepts a string in single quotes.
    var name: SQLName? {
        switch kind {
        case .word, .quotedName, .string: SQLName(text)
        case .number, .blob, .symbol: nil
        }
    }
}

/// A name with SQLite's equality: byte by byte, ignoring the case of ASCII letters.
package struct SQLName: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The original spelling of the name.
    package let text: String
    // Compare bytes, because strings with different bytes can be equal in Swift.
    private let folded: [UInt8]

    package init(_ text: String) {
        self.text = text
        folded = text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }

    package init(stringLiteral text: String) {
        self.init(text)
    }

    package static func == (left: SQLName, right: SQLName) -> Bool { left.folded == right.folded }

    package func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    /// The name for messages: quoted, with control characters escaped, and truncated if it is long.
    package var description: String {
        text.count > 60 ? "\(String(text.prefix(60)).debugDescription)…" : text.debugDescription
    }
}
