/// Prints an object a row and line.
struct JSONLinesWriter: RowWriter {
    private let titles: [String]
    private let console: Console

    init(_ titles: [String], _ console: Console) {
        self.titles = titles
        self.console = console
    }

    func write(_ row: [Cell]) throws { try console.print(Self.object(titles, row)) }

    func finish() {}

    /// A row as an object by column title, without the columns that have no value.
    static func object(_ titles: [String], _ row: [Cell]) -> String {
        let pairs = zip(titles, row).compactMap { title, cell in
            cell.json.map { "\(JSONNode.quoted(title)):\($0)" }
        }
        return "{" + pairs.joined(separator: ",") + "}"
    }
}

/// Prints one array of an object a row.
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
