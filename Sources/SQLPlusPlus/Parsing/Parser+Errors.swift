extension Parser {
    func error(_ message: String, at offset: Int? = nil) -> SQLPlusPlusError {
        SQLPlusPlusError(message, at: offset ?? self.offset, in: bytes)
    }

    /// The error that the token at a distance from the current one is not what was expected.
    func unexpected(_ expected: String, ahead distance: Int) -> SQLPlusPlusError {
        var later = self
        later.advance(by: distance)
        return later.unexpected(expected)
    }

    /// The error that the current token is not what was expected.
    func unexpected(_ expected: String) -> SQLPlusPlusError {
        switch current {
        case .invalid(let message):
            return error(message)
        default:
            return error("expected \(expected), found \(found)")
        }
    }

    /// The error that a name was expected.
    func unexpectedForName(_ expected: String) -> SQLPlusPlusError {
        guard case .keyword = current else { return unexpected(expected) }
        return error("expected \(expected), found the reserved word \(found)")
    }

    func unknown(_ function: String) -> SQLPlusPlusError {
        error("there is no function \(function)")
    }

    func nested(deeperThan limit: Int) -> SQLPlusPlusError {
        error("expressions are nested in more than \(limit) levels")
    }

    /// The current token as a message shows it.
    private var found: String {
        guard current != .end else { return "the end of the text" }
        let text = String(decoding: bytes[tokens[position].range], as: UTF8.self)
        return text.count > 40 ? "'\(text.prefix(40))…'" : "'\(text)'"
    }
}
