/// A piece of SQL text as SQLite divides it.
struct SQLToken: Equatable {
    enum Kind {
        /// A name or keyword without quotes: ASCII letters, digits, `_` and `$`.
        case word
        /// A name in `"`, `` ` `` or brackets.
        case quotedName
        /// A text in single quotes.
        case string
        case number
        case blob
        /// An operator or a punctuation mark.
        case symbol
    }

    let kind: Kind

    /// The text as it is written; without the quotes, if it had some.
    let text: String

    /// The keyword that this may be, in small letters; empty for what is no word.
    let word: String

    /// Whether this is a word, whatever the case of its letters.
    func isWord(_ other: StaticString) -> Bool {
        word == other.description
    }

    /// Whether this is an operator or a punctuation mark.
    func isSymbol(_ other: StaticString) -> Bool {
        kind == .symbol && text == other.description
    }

    /// The name that this may be, if it may be one.
    ///
    /// SQLite takes a text in single quotes too where only a name can stand.
    var name: SQLName? {
        switch kind {
        case .word, .quotedName, .string: SQLName(text)
        case .number, .blob, .symbol: nil
        }
    }
}

/// A name as SQLite compares names: byte for byte, but for the case of ASCII letters.
struct SQLName: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is written.
    let text: String
    // Swift takes texts for equal that differ in their bytes.
    private let folded: [UInt8]

    init(_ text: String) {
        self.text = text
        folded = text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }

    init(stringLiteral text: String) {
        self.init(text)
    }

    static func == (left: SQLName, right: SQLName) -> Bool { left.folded == right.folded }

    func hash(into hasher: inout Hasher) { hasher.combine(folded) }

    /// The name for messages: in quotes, without what a terminal would obey, and cut if it is long.
    var description: String {
        text.count > 60 ? "\(String(text.prefix(60)).debugDescription)…" : text.debugDescription
    }
}
