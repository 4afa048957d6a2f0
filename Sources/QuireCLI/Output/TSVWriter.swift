import QuireFormats

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
