/// A writer that prints each row as a JSON object on a line.
struct JSONLinesWriter: RowWriter {
    private let titles: [String]
    private let console: Console

    init(_ titles: [String], _ console: Console) {
        self.titles = titles
        self.console = console
    }

    func write(_ row: [Cell]) throws { try console.print(Self.object(titles, row)) }

    func finish() {}

    /// Returns a row as an object keyed by column name; missing values are omitted.
    static func object(_ titles: [String], _ row: [Cell]) -> String {
        let pairs = zip(titles, row).compactMap { title, cell in
            cell.json.map { "\(JSONNode.quoted(title)):\($0)" }
        }
        return "{" + pairs.joined(separator: ",") + "}"
    }
}

/// A writer that prints an array with an object per row.
struct JSONArrayWriter: RowWriter {
    private let titles: [String]
    private let console: Console
    private var isEmpty = true

    init(_ titles: [String], _ console: Console) {
        self.titles = titles
        self.console = console
    }

    mutating func write(_ row: [Cell]) throws {
        try console.write(isEmpty ? "[\n  " : ",\n  ")
        try console.write(JSONLinesWriter.object(titles, row))
        isEmpty = false
    }

    func finish() throws { try console.write(isEmpty ? "[]\n" : "\n]\n") }
}
