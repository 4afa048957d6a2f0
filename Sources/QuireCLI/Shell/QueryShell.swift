import Quire
import QuireFormats

/// An interactive shell for queries.
///
/// If standard input or standard error is not a terminal, the shell reads statements without a
/// prompt and exits at the first error.
final class QueryShell {
    private var query: QueryRun
    private var explains: Bool
    private let console: Console
    private lazy var completion = QueryCompletion(query.database, bundle: query.bundle)

    init(_ query: QueryRun, explains: Bool) {
        self.query = query
        self.explains = explains
        console = query.console
    }

    func run() throws {
        guard console.terminals.input, console.terminals.diagnostics else { return try readAll() }
        try converse()
    }

    private func readAll() throws {
        var statements = StatementReader()
        let text = try console.input.readAll()
        for statement in statements.add(text) + statements.finish() { try answer(statement) }
    }

    private func answer(_ statement: String) throws {
        if explains {
            try query.explain(statement)
            return
        }
        let (count, seconds) = try query.run(statement)
        guard console.terminals.input else { return }
        try console.output.flush()
        let milliseconds = (seconds * 10_000).rounded() / 10
        console.note(
            console.diagnosticStyle.faint("\(Spelling.count(count, "row")) in \(milliseconds) ms"))
    }

    // MARK: On a terminal

    private func converse() throws {
        let editor = LineEditor(
            console, mode: RawMode(console.interruption),
            history: History(path: History.path(console.environment)),
            completer: { [unowned self] in completion.words(for: $0) })
        console.note(
            "Database \(query.database.name). End a query with a semicolon. Enter .help for help.")
        var statements = StatementReader()
        var lines: [String] = []
        while true {
            let prompt = statements.isWithin ? "   ...> " : "quire> "
            switch try editor.read(prompt: prompt) {
            case .ended: return
            case .cancelled:
                statements = StatementReader()
                lines = []
            case .line(let line):
                if !statements.isWithin, line.hasPrefix(".") {
                    editor.remember(line)
                    if try !perform(line) { return }
                    continue
                }
                lines.append(line)
                let complete = statements.add(line + "\n")
                guard !statements.isWithin else { continue }
                editor.remember(lines.joined(separator: " "))
                lines = []
                for statement in complete { try runOrReport(statement) }
            }
        }
    }

    private func runOrReport(_ statement: String) throws {
        try reportingErrors { try answer(statement) }
    }

    private func reportingErrors(_ body: () throws -> Void) throws {
        do {
            try body()
            try console.output.flush()
        } catch let error as ClosedPipe {
            throw error
        } catch {
            try console.output.flush()
            let message = (error as? UsageError)?.message ?? CommandLineTool.message(error)
            console.note(console.diagnosticStyle.red(message))
        }
    }

    /// Performs a shell command.
    ///
    /// - Returns: `false` if the shell must end.
    private func perform(_ line: String) throws -> Bool {
        let words = line.dropFirst().split(separator: " ", maxSplits: 1).map(String.init)
        let name = words.first ?? ""
        let operand = words.count > 1 ? words[1] : ""
        guard let command = ShellCommand(rawValue: name) else {
            console.note("unknown command .\(name); enter .help for a list")
            return true
        }
        if command == .quit { return false }
        try reportingErrors { try perform(command, operand) }
        return true
    }

    private func perform(_ command: ShellCommand, _ operand: String) throws {
        switch command {
        case .quit: break
        case .help: console.noteText(ShellCommand.overview)
        case .collections:
            for collection in try query.database.stores() {
                let count = Spelling.count(try collection.count(), "document")
                try console.print("\(CollectionOption.name(of: collection))  \(count)")
            }
        case .keys:
            for key in completion.keys { try console.print(key) }
        case .format:
            guard let format = RowFormat(rawValue: operand) else {
                let names = RowFormat.allCases.map(\.rawValue)
                throw UsageError(".format must be \(Spelling.list(names))")
            }
            query.format = format
        case .explain:
            guard operand == "on" || operand == "off" else {
                throw UsageError(".explain must be on or off")
            }
            explains = operand == "on"
        case .param:
            query.parameters = try QueryParameters.read([operand], adding: query.parameters)
        }
    }
}
