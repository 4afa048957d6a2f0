/// A writer that prints each row as a JSON object on a line.
package struct JSONLinesWriter: RowWriter {
    private let titles: [String]
    private let output: any ByteOutput

    package init(_ titles: [String], _ output: any ByteOutput) {
        self.titles = titles
        self.output = output
    }

    package func write(_ row: [Cell]) throws { try output.print(Self.object(titles, row)) }

    package func finish() {}

    /// Returns a row as an object keyed by column name; missing values are omitted.
    static func object(_ titles: [String], _ row: [Cell]) -> String {
        let pairs = zip(titles, row).compactMap { title, cell in
            cell.json.map { "\(JSONNode.quoted(title)):\($0)" }
        }
        return "{" + pairs.joined(separator: ",") + "}"
    }
}

/// A writer that prints an array with an object per row.
package struct JSONArrayWriter: RowWriter {
    private let titles: [String]
    private var array: JSONArrayOutput

    package init(_ titles: [String], _ output: any ByteOutput) {
        self.titles = titles
        array = JSONArrayOutput(output)
    }

    package mutating func write(_ row: [Cell]) throws {
        try array.write(JSONLinesWriter.object(titles, row))
    }

    package func finish() throws { try array.finish() }
}

/// A JSON array with an item per line.
struct JSONArrayOutput {
    private let output: any ByteOutput
    private var isEmpty = true

    init(_ output: any ByteOutput) {
        self.output = output
    }

    /// Writes an item.
    mutating func write(_ json: String) throws {
        try output.write(isEmpty ? "[\n  " : ",\n  ")
        try output.write(json)
        isEmpty = false
    }

    /// Writes the end of the array.
    func finish() throws { try output.write(isEmpty ? "[]\n" : "\n]\n") }
}
