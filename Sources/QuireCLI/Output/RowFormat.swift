/// How rows are printed.
enum RowFormat: String, CaseIterable {
    /// Columns side by side under their titles, for people.
    case table
    /// A row a line, with a tabulator between the values and without titles, for other programs.
    case tsv
    /// One JSON array of an object a row.
    case json
    /// A JSON object a row and line.
    case jsonl
    /// Values with commas between them, as RFC 4180 has it, the titles first.
    case csv

    /// The option that chooses one.
    static let option = OptionSpecification.value(
        "format", "FORMAT", letter: "f", choices: allCases.map(\.rawValue), "how to print rows")

    /// The flag that stands for `--format json`.
    static let jsonOption = OptionSpecification.flag("json", "print JSON")

    /// The format that was asked for.
    ///
    /// Unless one is, it is a table on a terminal, and something for other programs elsewhere.
    ///
    /// - Throws: ``UsageError`` if two were asked for.
    static func chosen(
        _ arguments: Arguments, _ console: Console, elsewhere: RowFormat = .tsv
    ) throws -> RowFormat {
        let format = arguments.value("format").flatMap(RowFormat.init(rawValue:))
        guard arguments.has("json") else {
            return format ?? (console.terminals.output ? .table : elsewhere)
        }
        guard format == nil || format == .json else {
            throw UsageError("--json and --format \(format?.rawValue ?? "") exclude each other")
        }
        return .json
    }

    /// Returns what prints rows in this format.
    func writer(_ titles: [String], _ console: Console) -> any RowWriter {
        switch self {
        case .table: TableWriter(titles, console)
        case .tsv: TSVWriter(console)
        case .json: JSONArrayWriter(titles, console)
        case .jsonl: JSONLinesWriter(titles, console)
        case .csv: CSVWriter(titles, console)
        }
    }
}

/// Prints rows.
protocol RowWriter {
    /// Prints a row, a value a column.
    mutating func write(_ row: [Cell]) throws
    /// Prints what comes after the last row.
    mutating func finish() throws
}
