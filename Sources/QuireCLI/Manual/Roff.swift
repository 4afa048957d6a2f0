/// A text in roff, the language of manual pages, as it is written.
struct Roff {
    /// The dash between a name and what it means.
    static let hyphen = "\\-"

    /// The text so far.
    private(set) var text = ""

    /// Writes a line that only who reads the source sees.
    mutating func comment(_ comment: String) { text += ".\\\" \(comment)\n" }

    /// Calls a macro.
    mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { argument in
            let escaped = Self.escaped(argument)
            return escaped.isEmpty || escaped.contains(" ") ? "\"\(escaped)\"" : escaped
        }
        text += "." + ([name] + words).joined(separator: " ") + "\n"
    }

    /// Writes text, line by line.
    mutating func text(_ lines: String) {
        for line in lines.split(separator: "\n") { self.line("", String(line)) }
    }

    /// Writes a line: a beginning in roff and a text.
    mutating func line(_ beginning: String, _ line: String) {
        var escaped = Self.escaped(line)
        // What begins with one of these is a macro.
        if beginning.isEmpty, let first = escaped.first, first == "." || first == " " {
            escaped = "\\&" + escaped
        }
        text += beginning + escaped + "\n"
    }

    /// Writes a term with what it means, indented.
    mutating func definition(_ term: String, _ meaning: String) {
        macro("TP")
        macro("B", term)
        text(meaning)
    }

    /// Escapes all that roff would read as its own or print as a typographer would.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar.value))]"
            }
        }.joined()
    }

    /// At least four digits in capitals.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
