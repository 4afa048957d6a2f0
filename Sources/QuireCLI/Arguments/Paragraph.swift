/// Text layout for a terminal with 80 columns.
enum Paragraph {
    private static let width = 80

    /// Wraps a paragraph into lines.
    static func wrapped(_ text: String, indent: Int = 0) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = ""
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines += margin + line + "\n"
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + margin + line + "\n"
    }

    /// Lays out terms and their meanings under a heading; returns an empty string if `rows` is
    /// empty.
    static func table(_ heading: String, _ rows: [(term: String, meaning: String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let column = min(rows.map(\.term.count).max() ?? 0, 28) + 4
        var text = "\n\(heading):\n"
        for (term, meaning) in rows {
            let start = "  " + term
            let lines = wrapped(meaning, indent: column)
            if start.count + 2 > column {
                text += start + "\n" + lines
            } else {
                text += start + lines.dropFirst(start.count)
            }
        }
        return text
    }
}
