/// A reader that splits incremental text into statements that end with a semicolon.
///
/// Semicolons in quotes and comments are ignored. Comments are removed: `/* … */`, and `--` followed
/// by white space up to the end of the line.
struct StatementReader {
    private var text = ""

    /// Whether a statement is incomplete.
    var isWithin: Bool {
        let scan = Self.scan(text)
        return scan.isInComment || !scan.statement.allSatisfy(\.isWhitespace)
    }

    /// Returns the statements of a text.
    static func statements(in text: String) -> [String] {
        var reader = StatementReader()
        return reader.add(text) + reader.finish()
    }

    /// Adds text, and removes and returns the completed statements without their semicolons.
    mutating func add(_ more: String) -> [String] {
        text += more
        var statements: [String] = []
        while case let scan = Self.scan(text), let end = scan.end {
            append(scan.statement, to: &statements)
            text = String(text.unicodeScalars[end...])
        }
        return statements
    }

    /// Removes and returns the remaining text, which has no semicolon.
    mutating func finish() -> [String] {
        var statements: [String] = []
        append(Self.scan(text).statement, to: &statements)
        text = ""
        return statements
    }

    private func append(_ statement: String, to statements: inout [String]) {
        let trimmed = statement.drop(while: \.isWhitespace)
        let end = trimmed.lastIndex { !$0.isWhitespace }
        if let end { statements.append(String(trimmed[...end])) }
    }

    private enum State { case plain, quoted(Unicode.Scalar), comment, line }

    /// The beginning of a text up to a semicolon.
    private struct Scan {
        /// The statement without its comments.
        var statement = ""
        /// The index after the semicolon, or `nil` if the text contains no semicolon.
        var end: String.Index?
        var isInComment = false
    }

    private static func scan(_ text: String) -> Scan {
        var scan = Scan()
        var state = State.plain
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let after = scalars.index(after: index)
            let next = after < scalars.endIndex ? scalars[after] : nil
            index = after
            switch (state, scalar) {
            case (.plain, ";"):
                scan.end = index
                return scan
            case (.plain, "'"), (.plain, "\""), (.plain, "`"): state = .quoted(scalar)
            case (.plain, "/") where next == "*":
                state = .comment
                index = scalars.index(after: index)
                continue
            case (.plain, "-") where next == "-" && isBlank(after, in: scalars): state = .line
            case (.quoted(let quote), _) where scalar == quote: state = .plain
            case (.comment, "*") where next == "/":
                state = .plain
                index = scalars.index(after: index)
                scan.statement += " "
                continue
            case (.line, "\n"): state = .plain
            default: break
            }
            switch state {
            case .plain, .quoted: scan.statement.unicodeScalars.append(scalar)
            case .comment where scalar == "\n":
                // Messages contain line numbers.
                scan.statement += "\n"
            case .comment, .line: continue
            }
        }
        if case .comment = state { scan.isInComment = true }
        return scan
    }

    /// Returns whether white space or the end follows a scalar, which excludes `5--1`.
    private static func isBlank(
        _ index: String.Index, in scalars: String.UnicodeScalarView
    ) -> Bool {
        let next = scalars.index(after: index)
        return next == scalars.endIndex || scalars[next].properties.isWhitespace
    }
}
