extension Lexer {
    /// Reads a number: `7`, `007`, `1.5`, `.5`, `2.`, `1e3`.
    mutating func readNumber() -> Token {
        let start = position
        var isWhole = true
        skipDigits()
        if byte() == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            skipDigits()
        }
        if let length = exponentLength() {
            isWhole = false
            position += length
            skipDigits()
        }
        guard !byte().continuesIdentifier, byte() != UInt8(ascii: ".") else {
            while byte().continuesIdentifier || byte() == UInt8(ascii: ".") { position += 1 }
            return .invalid(message: "malformed number '\(text(from: start))'")
        }
        return isWhole ? integer(from: start) : double(from: start)
    }

    private mutating func skipDigits() {
        while byte().isDigit { position += 1 }
    }

    /// Returns the length of an exponent before its digits, or `nil` if no exponent follows.
    private func exponentLength() -> Int? {
        guard byte() | 0x20 == UInt8(ascii: "e") else { return nil }
        let hasSign = byte(ahead: 1) == UInt8(ascii: "+") || byte(ahead: 1) == UInt8(ascii: "-")
        let length = hasSign ? 2 : 1
        return byte(ahead: length).isDigit ? length : nil
    }

    /// Returns an integer token.
    ///
    /// A number that exceeds 64 bits is clamped to the maximum.
    private func integer(from start: Int) -> Token {
        .integer(magnitude: UInt64(text(from: start)) ?? .max)
    }

    private func double(from start: Int) -> Token {
        let digits = text(from: start)
        guard let number = Double(digits), number.isFinite else {
            return .invalid(message: "the number '\(digits)' is out of range")
        }
        return .double(number)
    }
}
