import Fleece

// A stricter version of SQLite's tokenizer: text that SQLite might tokenize differently is
// rejected. Comments and whitespace are skipped.

/// A tokenizer for SQL text.
struct SQLTokenizer {
    /// The maximum length of a text, in bytes.
    ///
    /// Couchbase Lite's longest texts are triggers of a few KB.
    static let longestText = 1 << 18

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Whether the text so far contains a comment.
    private(set) var hasComments = false

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Splits a text into tokens.
    ///
    /// - Parameter bytes: The text, which can be any bytes.
    /// - Returns: The tokens, and whether the text contains comments.
    /// - Throws: ``SchemaDefect`` if the text is too long or contains syntax that the format does
    ///   not use.
    static func tokens(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(SchemaDefect) -> (tokens: [SQLToken], hasComments: Bool) {
        guard bytes.count <= longestText else {
            throw SchemaDefect("is \(bytes.count) bytes long")
        }
        var tokenizer = SQLTokenizer(bytes)
        var tokens: [SQLToken] = []
        tokens.reserveCapacity(bytes.count / 6)
        while let token = try tokenizer.next() { tokens.append(token) }
        return (tokens, tokenizer.hasComments)
    }

    /// Returns the byte at an offset from the position.
    ///
    /// After the end, the result is 0, which no token can contain.
    private func byte(_ distance: Int = 0) -> UInt8 {
        position + distance < bytes.count ? bytes[position + distance] : 0
    }

    private mutating func next() throws(SchemaDefect) -> SQLToken? {
        try skipBlanks()
        guard position < bytes.count else { return nil }
        switch byte() {
        case UInt8(ascii: "'"): return try quoted(.string)
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return try quoted(.quotedName)
        case UInt8(ascii: "["): return try bracketed()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        case UInt8(ascii: ".") where Self.isDigit(byte(1)): return try number()
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            return byte(1) == UInt8(ascii: "'") ? try blob() : word()
        case let first where Self.isWordByte(first) && first != UInt8(ascii: "$"): return word()
        default: return try symbol()
        }
    }

    // MARK: Between tokens

    private mutating func skipBlanks() throws(SchemaDefect) {
        while position < bytes.count {
            switch byte() {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: position += 1
            case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
                hasComments = true
                while position < bytes.count, byte() != 0x0A { try skipCommentByte() }
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
                hasComments = true
                position += 2
                while byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
                    try skipCommentByte()
                }
                position += 2
            default: return
            }
        }
    }

    /// Skips a byte of a comment.
    ///
    /// SQLite ends a text at NUL, and ends an open comment at the end of the text.
    private mutating func skipCommentByte() throws(SchemaDefect) {
        guard byte() != 0 else { throw SchemaDefect("has an unterminated comment") }
        position += 1
    }

    // MARK: Tokens

    private mutating func word() -> SQLToken {
        let start = position
        while Self.isWordByte(byte()) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let hasCapitals = bytes[start..<position].contains {
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
        }
        return SQLToken(kind: .word, text: text, word: hasCapitals ? text.lowercased() : text)
    }

    /// Reads a quoted token, in which two quotes represent one.
    private mutating func quoted(_ kind: SQLToken.Kind) throws(SchemaDefect) -> SQLToken {
        let quote = byte()
        position += 1
        var content: [UInt8] = []
        while true {
            if byte() == quote {
                position += 1
                if byte() != quote { break }
            } else if byte() == 0 {
                throw SchemaDefect("has an unterminated quote")
            }
            content.append(byte())
            position += 1
        }
        return SQLToken(kind: kind, text: try Self.text(content), word: "")
    }

    private mutating func bracketed() throws(SchemaDefect) -> SQLToken {
        position += 1
        let start = position
        while byte() != UInt8(ascii: "]") {
            guard byte() != 0 else { throw SchemaDefect("has an unterminated bracket") }
            position += 1
        }
        let content = bytes[start..<position]
        position += 1
        return SQLToken(kind: .quotedName, text: try Self.text(content), word: "")
    }

    private mutating func number() throws(SchemaDefect) -> SQLToken {
        let start = position
        if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x"),
            Self.isHexadecimal(byte(2))
        {
            position += 2
            while Self.isHexadecimal(byte()) { position += 1 }
        } else {
            skipDigits()
            if byte() == UInt8(ascii: ".") {
                position += 1
                skipDigits()
            }
            let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
            if byte() | 0x20 == UInt8(ascii: "e"), Self.isDigit(byte(1 + sign)) {
                position += 1 + sign
                skipDigits()
            }
        }
        guard !Self.isWordByte(byte()) else { throw SchemaDefect("has a number with letters") }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return SQLToken(kind: .number, text: text, word: "")
    }

    private mutating func skipDigits() {
        while Self.isDigit(byte()) { position += 1 }
    }

    private mutating func blob() throws(SchemaDefect) -> SQLToken {
        position += 2
        let start = position
        while Self.isHexadecimal(byte()) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard byte() == UInt8(ascii: "'"), text.utf8.count.isMultiple(of: 2) else {
            throw SchemaDefect("has a blob with invalid hexadecimal digits")
        }
        position += 1
        return SQLToken(kind: .blob, text: text, word: "")
    }

    private static let symbols: [StaticString] = [
        "||", "<<", ">>", "<=", ">=", "==", "<>", "!=", "->",
        "(", ")", ",", ";", ".", "+", "-", "*", "/", "%", "&", "|", "~", "<", ">", "=",
    ]

    private mutating func symbol() throws(SchemaDefect) -> SQLToken {
        for symbol in Self.symbols where symbol.withUTF8Buffer(matches) {
            position += symbol.utf8CodeUnitCount
            return SQLToken(kind: .symbol, text: symbol.description, word: "")
        }
        let code = String(byte(), radix: 16, uppercase: true)
        throw SchemaDefect("has the unexpected byte 0x\(code)")
    }

    private func matches(_ symbol: UnsafeBufferPointer<UInt8>) -> Bool {
        symbol.indices.allSatisfy { byte($0) == symbol[$0] }
    }

    // MARK: Bytes

    private static func text(_ content: some Collection<UInt8>) throws(SchemaDefect) -> String {
        guard let text = String(validUTF8: content) else {
            throw SchemaDefect("has a string that is not UTF-8")
        }
        return text
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }

    /// Letters outside of ASCII are not included, so names that contain them must be quoted.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }
}
