/// The commands of the query shell.
enum ShellCommand: String, CaseIterable {
    case collections, explain, format, help, keys, output, param, quit, read, schema

    /// The names of the commands, with a leading dot.
    static var names: [String] { allCases.map { "." + $0.rawValue } }

    /// The placeholders for the operands.
    private var operands: String {
        switch self {
        case .explain: " on|off"
        case .format: " " + RowFormat.allCases.map(\.rawValue).joined(separator: "|")
        case .output: " [FILE]"
        case .param: " NAME=JSON"
        case .read: " FILE"
        case .schema: " [COLLECTION]"
        case .collections, .help, .keys, .quit: ""
        }
    }

    private var meaning: String {
        switch self {
        case .collections: "list the collections"
        case .explain: "print query plans instead of running queries"
        case .format: "set the output format"
        case .help: "print this help"
        case .keys: "list the keys for completion"
        case .output: "write rows to a file, or to the terminal again"
        case .param: "set a parameter"
        case .quit: "end, as Ctrl-D does"
        case .read: "run the statements of a file"
        case .schema: "print the schema of a collection's documents"
        }
    }

    /// The output of `.help`.
    static var overview: String {
        let table = Paragraph.table(
            "End a query with a semicolon. Commands",
            allCases.map { (".\($0.rawValue)\($0.operands)", $0.meaning) })
        return String(table.drop { $0 == "\n" })
    }
}
