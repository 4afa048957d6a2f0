/// A writer that prints a table in GitHub Flavored Markdown.
///
/// Characters with a meaning in Markdown are escaped, so that values appear as they are.
package struct MarkdownWriter: RowWriter {
    private let titles: [String]
    private let output: any ByteOutput
    private var isBegun = false

    package init(_ titles: [String], _ output: any ByteOutput) {
        self.titles = titles
        self.output = output
    }

    package mutating func write(_ row: [Cell]) throws {
        try begin()
        try printLine(row.map { Self.escaped($0.plain) })
    }

    package mutating func finish() throws { try begin() }

    private mutating func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        try printLine(titles.map(Self.escaped))
        try printLine(titles.map { _ in "---" })
    }

    private func printLine(_ cells: [String]) throws {
        try output.print("| " + cells.joined(separator: " | ") + " |")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.replacing("\r\n", with: "\n").unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\n": result += "<br>"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case "_" where isWithinWord(index, of: scalars):
                result.unicodeScalars.append(scalar)
            case "\\", "`", "*", "_", "[", "]", "|", "~":
                result += "\\"
                result.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns whether a scalar is between letters or digits, where an underscore has no meaning.
    private static func isWithinWord(_ index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        guard index > 0, index + 1 < scalars.count else { return false }
        return [scalars[index - 1], scalars[index + 1]].allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
    }
}
