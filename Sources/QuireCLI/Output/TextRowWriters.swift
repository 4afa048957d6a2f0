/// A writer that prints tab-separated values.
struct TSVWriter: RowWriter {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    func write(_ row: [Cell]) throws {
        try console.print(row.map { PlainText.escaped($0.plain) }.joined(separator: "\t"))
    }

    func finish() {}
}

/// A writer that prints comma-separated values as in RFC 4180, but ends lines with a line feed
/// only.
///
/// Strings that look like other values are quoted, so that a reader that respects quotes can
/// distinguish strings from numbers. A missing value is an empty field. An empty string is `""`.
struct CSVWriter: RowWriter {
    private let titles: [String]
    private let console: Console
    private var isBegun = false

    init(_ titles: [String], _ console: Console) {
        self.titles = titles
        self.console = console
    }

    mutating func write(_ row: [Cell]) throws {
        try begin()
        try console.print(row.map(Self.field).joined(separator: ","))
    }

    mutating func finish() throws { try begin() }

    private mutating func begin() throws {
        guard !isBegun else { return }
        isBegun = true
        try console.print(titles.map { Self.field(.text($0)) }.joined(separator: ","))
    }

    static func field(_ cell: Cell) -> String {
        switch cell {
        case .missing: ""
        case .null: "null"
        case .number(let text): text
        case .json(let text): needsQuotes(text) ? quoted(text) : text
        case .text(let text):
            needsQuotes(text) || CSVValue(unquoted: text) != .text(text) ? quoted(text) : text
        }
    }

    private static func needsQuotes(_ text: String) -> Bool {
        text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
            || text.hasPrefix(" ") || text.hasSuffix(" ")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
