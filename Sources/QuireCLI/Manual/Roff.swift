/// A document in roff, the markup language of manual pages.
struct Roff {
    /// The dash between a name and its description.
    static let hyphen = "\\-"

    /// The document so far.
    private(set) var text = ""

    /// Writes a comment, which is not rendered.
    mutating func comment(_ comment: String) { text += ".\\\" \(comment)\n" }

    /// Writes a macro call.
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

    /// Writes a line: unescaped roff followed by text.
    mutating func line(_ beginning: String, _ line: String) {
        var escaped = Self.escaped(line)
        // A line that begins with one of these characters would be a macro call.
        if beginning.isEmpty, let first = escaped.first, first == "." || first == " " {
            escaped = "\\&" + escaped
        }
        text += beginning + escaped + "\n"
    }

    /// Writes a term and its indented description.
    mutating func definition(_ term: String, _ meaning: String) {
        macro("TP")
        macro("B", term)
        text(meaning)
    }

    /// Escapes characters that roff would interpret or replace by typographic characters.
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

    /// Formats a number with at least four uppercase hexadecimal digits.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
