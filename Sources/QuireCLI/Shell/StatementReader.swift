/// A reader that splits incremental text into statements that end with a semicolon.
///
/// Semicolons in quotes and comments are ignored.
struct StatementReader {
    private var text = ""

    /// Whether a statement is incomplete.
    var isWithin: Bool { !text.allSatisfy(\.isWhitespace) }

    /// Adds text, and removes and returns the completed statements without their semicolons.
    mutating func add(_ more: String) -> [String] {
        text += more
        var statements: [String] = []
        while let end = Self.end(of: text) {
            append(String(text[..<end]), to: &statements)
            text = String(text[text.index(after: end)...])
        }
        return statements
    }

    /// Removes and returns the remaining text, which has no semicolon.
    mutating func finish() -> [String] {
        var statements: [String] = []
        append(text, to: &statements)
        text = ""
        return statements
    }

    private func append(_ statement: String, to statements: inout [String]) {
        let trimmed = statement.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        if let end { statements.append(String(trimmed[...end])) }
    }

    private enum State { case plain, quoted(Unicode.Scalar), comment, line }

    private static func end(of text: String) -> String.Index? {
        var state = State.plain
        let scalars = text.unicodeScalars
        var previous: Unicode.Scalar = " "
        for index in scalars.indices {
            let scalar = scalars[index]
            switch (state, scalar) {
            case (.plain, ";"): return index
            case (.plain, "'"), (.plain, "\""), (.plain, "`"): state = .quoted(scalar)
            case (.plain, "*") where previous == "/": state = .comment
            case (.plain, "-") where previous == "-": state = .line
            case (.quoted(let quote), _) where scalar == quote: state = .plain
            case (.comment, "/") where previous == "*": state = .plain
            case (.line, "\n"): state = .plain
            default: break
            }
            previous = scalar
        }
        return nil
    }
}
