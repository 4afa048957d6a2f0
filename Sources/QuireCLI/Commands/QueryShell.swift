import Quire
import QuireFormats

/// An interactive shell for queries on a terminal.
final class QueryShell {
    private var query: QueryRun
    private var explains: Bool
    private let arguments: Arguments
    private let console: Console
    private lazy var completion = QueryCompletion(query.database, bundle: query.bundle)

    /// - Parameters:
    ///   - query: The database and its settings.
    ///   - arguments: The arguments of the command, which contain the location of the database.
    ///   - explains: Whether the shell prints query plans.
    init(_ query: QueryRun, _ arguments: Arguments, explains: Bool) {
        self.query = query
        self.arguments = arguments
        self.explains = explains
        console = query.console
    }

    private func answer(_ statement: String) throws {
        if explains {
            try query.explain(statement)
            return
        }
        let (count, seconds) = try query.run(statement)
        try query.console.output.flush()
        let milliseconds = (seconds * 10_000).rounded() / 10
        console.note(
            console.diagnosticStyle.faint("\(Spelling.count(count, "row")) in \(milliseconds) ms"))
    }

    // MARK: On a terminal

    /// Reads and runs statements until the end of the input.
    ///
    /// - Throws: ``ClosedPipe``, or ``Failure`` if reading from the terminal fails.
    func converse() throws {
        // Statements can contain what the bundle keeps secret.
        let isEncrypted = try query.bundle?.key.isEncrypted ?? false
        let editor = LineEditor(
            console, mode: InputMode.raw(console.interruption),
            history: History(path: isEncrypted ? nil : History.path(console.environment)),
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
            try query.console.output.flush()
        } catch let error as ClosedPipe {
            throw error
        } catch {
            try query.console.output.flush()
            let message =
                (error as? UsageError).map { PlainText.message($0.message) }
                ?? CommandLineTool.message(error)
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
                try query.console.print("\(CollectionOption.name(of: collection))  \(count)")
            }
        case .keys:
            for key in completion.keys { try query.console.print(key) }
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
        case .read:
            guard !operand.isEmpty else { throw UsageError(".read requires the path of a file") }
            let text = try FileInput(path: operand).readAll()
            for statement in StatementReader.statements(in: text) { try answer(statement) }
        case .output:
            try query.console.output.flush()
            query.console =
                operand.isEmpty
                ? console : console.replacing(output: try FileOutput(path: operand))
        case .schema:
            var own = Arguments()
            own.operands = arguments.operands
            own.values[ServerDatabase.schemaNameOption.name] =
                arguments.values[ServerDatabase.schemaNameOption.name]
            if !operand.isEmpty { own.values[CollectionOption.option.name] = [operand] }
            try SchemaCommand.run(own, query.console)
        case .param:
            query.parameters = try QueryParameters.read([operand], adding: query.parameters)
        }
    }
}
