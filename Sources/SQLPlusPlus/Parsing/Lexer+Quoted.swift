extension Lexer {
    /// Reads a quoted text, in which the quotation mark is escaped by doubling.
    ///
    /// If the closing quotation mark is missing, the method returns `nil` and does not advance.
    mutating func readQuoted(by quote: UInt8) -> String? {
        var content: [UInt8] = []
        var index = position + 1
        while index < bytes.count {
            if bytes[index] == quote {
                guard index + 1 < bytes.count, bytes[index + 1] == quote else {
                    position = index + 1
                    return String(decoding: content, as: UTF8.self)
                }
                index += 1
            }
            content.append(bytes[index])
            index += 1
        }
        return nil
    }

    /// Returns the token for a text without a closing quotation mark.
    func unclosed(_ kind: String, _ quote: UInt8) -> Token {
        let mark = Character(Unicode.Scalar(quote))
        return .invalid(message: "the \(kind) that begins here has no closing \(mark)")
    }
}
