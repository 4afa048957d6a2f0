/// What can be said to the shell beside queries.
enum ShellCommand: String, CaseIterable {
    case collections, explain, format, help, keys, param, quit

    /// The commands as they are typed.
    static var names: [String] { allCases.map { "." + $0.rawValue } }

    /// What stands behind the name.
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
        case .explain: "tell how queries are run, instead of running them"
        case .format: "print rows so"
        case .help: "print this"
        case .keys: "list the keys that completion knows"
        case .param: "set a parameter"
        case .quit: "end, as Ctrl-D does"
        }
    }

    /// What to print for `.help`.
    static var overview: String {
        let table = Paragraph.table(
            "A query ends with a semicolon. Besides there are",
            allCases.map { (".\($0.rawValue)\($0.operands)", $0.meaning) })
        return String(table.drop { $0 == "\n" })
    }
}
