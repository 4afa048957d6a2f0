/// A writer that prints comma-separated values as in RFC 4180, but ends lines with a line feed
/// only.
///
/// Strings that look like other values are quoted, so that a reader that respects quotes can
/// distinguish strings from numbers. A missing value is an empty field. An empty string is `""`.
package struct CSVWriter: RowWriter {
    private let titles: [String]
    private let output: any ByteOutput
    private let delimiter: Unicode.Scalar
    private var isBegun = false

    /// - Parameters:
    ///   - titles: The names of the columns.
    ///   - output: The destination.
    ///   - delimiter: The character between fields.
    package init(
        _ titles: [String], _ output: any ByteOutput, delimiter: Unicode.Scalar = ","
    ) {
        self.titles = titles
        self.output = output
        self.delimiter = delimiter
    }

    package mutating func write(_ row: [Cell]) throws {
        try begin()
        try printLine(row)
    }

    package mutating func finish() throws { try begin() }

    private mutating func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        try printLine(titles.map { .text($0) })
    }

    private func printLine(_ cells: [Cell]) throws {
        try output.print(cells.map(field).joined(separator: String(delimiter)))
    }

    private func field(_ cell: Cell) -> String {
        switch cell {
        case .missing: ""
        case .null: "null"
        case .number(let text): text
        case .json(let text): needsQuotes(text) ? Self.quoted(text) : text
        case .text(let text):
            needsQuotes(text) || CSVValue(unquoted: text) != .text(text) ? Self.quoted(text) : text
        }
    }

    private func needsQuotes(_ text: String) -> Bool {
        text.unicodeScalars.contains { ["\"", delimiter, "\n", "\r"].contains($0) }
            || text.hasPrefix(" ") || text.hasSuffix(" ")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
