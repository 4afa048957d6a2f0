extension Parser {
    func error(_ message: String, at offset: Int? = nil) -> SQLPlusPlusError {
        SQLPlusPlusError(message, at: offset ?? self.offset, in: bytes)
    }

    /// Returns an error for an unexpected token at a distance from the current one.
    func unexpected(_ expected: String, ahead distance: Int) -> SQLPlusPlusError {
        var later = self
        later.advance(by: distance)
        return later.unexpected(expected)
    }

    /// Returns an error for an unexpected current token.
    func unexpected(_ expected: String) -> SQLPlusPlusError {
        switch current {
        case .invalid(let message):
            return error(message)
        default:
            return error("expected \(expected), found \(found)")
        }
    }

    /// Returns an error for a missing name.
    func unexpectedForName(_ expected: String) -> SQLPlusPlusError {
        guard case .keyword = current else { return unexpected(expected) }
        return error("expected \(expected), found the reserved word \(found)")
    }

    func unknown(_ function: String) -> SQLPlusPlusError {
        error("there is no function \(function)")
    }

    func nested(deeperThan limit: Int) -> SQLPlusPlusError {
        error("expressions are nested more than \(limit) levels deep")
    }

    /// A description of the current token for messages.
    private var found: String {
        guard current != .end else { return "the end of the text" }
        let text = String(decoding: bytes[tokens[position].range], as: UTF8.self)
        return text.count > 40 ? "'\(text.prefix(40))…'" : "'\(text)'"
    }
}
