/// The commands of the query shell.
enum ShellCommand: String, CaseIterable {
    case collections, explain, format, help, keys, param, quit

    /// The names of the commands, with a leading dot.
    static var names: [String] { allCases.map { "." + $0.rawValue } }

    /// The placeholders for the operands.
    private var operands: String {
        switch self {
        case .explain: " on|off"
        case .format: " " + RowFormat.allCases.map(\.rawValue).joined(separator: "|")
        case .param: " NAME=JSON"
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
        case .param: "set a parameter"
        case .quit: "end, as Ctrl-D does"
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
