import QuireFormats

/// The output format for rows.
enum RowFormat: String, CaseIterable {
    /// Aligned columns with headers, for people.
    case table
    /// Tab-separated values without headers, for other programs.
    case tsv
    /// One JSON array with an object per row.
    case json
    /// One JSON object per line and row.
    case jsonl
    /// Comma-separated values as in RFC 4180, with column names in the first line.
    case csv
    /// A table in GitHub Flavored Markdown.
    case markdown

    /// The option for the format.
    static let option = OptionSpecification.value(
        "format", "FORMAT", letter: "f", choices: allCases.map(\.rawValue),
        help: "the output format")

    /// The flag that is equivalent to `--format json`.
    static let jsonOption = OptionSpecification.flag("json", "print JSON")

    /// Returns the format given by the options.
    ///
    /// The default is a table on a terminal, and a machine-readable format otherwise.
    ///
    /// - Throws: ``UsageError`` if both options are given.
    static func chosen(
        _ arguments: Arguments, _ console: Console, elsewhere: RowFormat = .tsv
    ) throws -> RowFormat {
        let format = arguments.value("format").flatMap(RowFormat.init(rawValue:))
        guard arguments.has("json") else {
            return format ?? (console.terminals.output ? .table : elsewhere)
        }
        guard format == nil || format == .json else {
            throw UsageError("--json and --format \(format?.rawValue ?? "") are mutually exclusive")
        }
        return .json
    }

    /// Returns a writer for rows in this format.
    func writer(_ titles: [String], _ console: Console) -> any RowWriter {
        switch self {
        case .table: TableWriter(titles, console)
        case .tsv: TSVWriter(console)
        case .json: JSONArrayWriter(titles, console.jsonOutput)
        case .jsonl: JSONLinesWriter(titles, console.jsonOutput)
        case .csv: CSVWriter(titles, console.output)
        case .markdown: MarkdownWriter(titles, console.output)
        }
    }
}
