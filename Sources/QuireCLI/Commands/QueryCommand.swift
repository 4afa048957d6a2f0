import Quire
import QuireFormats
import SQLPlusPlus

/// The command `quire query`.
enum QueryCommand: Command {
    static let help = CommandHelp(
        name: "query",
        summary: "Run SQL++ statements, or start the query shell",
        discussion: [
            "FROM names a collection, as collection or scope.collection; _ is the default "
                + "collection. In JSON, a row is an object with a key for each column that is not "
                + "MISSING. By default, rows are printed as a table on a terminal and as JSON "
                + "lines otherwise.",
            "UPDATE, DELETE, UPSERT and INSERT change documents, each in one transaction, and print "
                + "the number of changed documents on standard error; --dry-run changes nothing. On a "
                + "terminal, UPDATE and DELETE without WHERE ask for confirmation, unless --yes is "
                + "given.",
            "Without TEXT, or if it is -, statements are read from standard input, each ending with "
                + "a semicolon. On a terminal, the shell has history and completion; .help lists its "
                + "commands.",
            "--explain prints the query plan, and a command that creates an index if one would help.",
        ],
        operands: [
            .database,
            OperandSpecification(
                "TEXT", .optional, help: "the statements, or - for standard input"),
        ],
        options: [
            .flag("explain", "print the query plan instead of running the query"),
            .flag("dry-run", "roll back the changes of each statement"),
            .flag("yes", letter: "y", "change all documents of a collection without asking"),
            .flag("write", letter: "w", "let statements in the shell change documents"),
            .flag("read-only", "refuse statements that change documents"),
            QueryParameters.option, RowFormat.option, RowFormat.jsonOption, ColorChoice.option,
            DatabaseAccess.upgradeOption, ServerDatabase.schemaNameOption,
        ],
        examples: [
            CommandHelp.Example(
                "quire query hotels.cblite2 \"SELECT name, city FROM _ WHERE room_rate < 130\"",
                """
                {"name":"Harbour House","city":"Bergen"}
                {"name":"Fjord Lodge","city":"Oslo"}
                """),
            CommandHelp.Example(
                "quire query hotels.cblite2 'SELECT name, room_rate FROM _ WHERE city = $city' "
                    + "--param city='\"Oslo\"' --format table",
                """
                name         room_rate
                -----------  ---------
                Fjord Lodge         95
                Nordic             150
                """),
            CommandHelp.Example(
                "quire query hotels.cblite2 \"UPDATE _ SET stars = 4 WHERE city = 'Oslo'\" --dry-run"
            ),
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = try RowFormat.chosen(arguments, console, elsewhere: .jsonl)
        let parameters = try QueryParameters.read(arguments.values("param"))
        let location = try DatabaseLocation(arguments, console: console)
        console.chooseColor(arguments)
        let statements = try statements(arguments, console)
        let writes = try statements?.contains {
            try QuerySource(verbatim: $0).writeStatement() != nil
        }
        let explains = arguments.has("explain")
        let canWrite = (writes ?? arguments.has("write")) && !explains
        if canWrite, arguments.has("read-only") {
            throw Failure("--read-only does not permit statements that change documents")
        }
        let body: (any DocumentDatabase) throws -> Void = { database in
            var run = QueryRun(
                database: database, console: console, parameters: parameters, format: format)
            if case .bundle(let path) = location { run.bundle = path }
            run.canWrite = canWrite
            run.isDryRun = arguments.has("dry-run")
            run.asks =
                console.terminals.input && console.terminals.diagnostics && !arguments.has("yes")
            guard let statements else {
                return try QueryShell(run, arguments, explains: explains).converse()
            }
            for statement in statements {
                if explains { try run.explain(statement) } else { try run.run(statement) }
            }
        }
        if canWrite {
            try DatabaseAccess.write(location, arguments: arguments, for: .writing, body)
        } else {
            try DatabaseAccess.read(location, console: console, body)
        }
    }

    /// Returns the statements to run, or `nil` to start the shell.
    private static func statements(
        _ arguments: Arguments, _ console: Console
    ) throws -> [String]? {
        if let text = arguments.optionalOperand("TEXT"), text != "-" {
            let statements = StatementReader.statements(in: text)
            // The error for a text without a statement says what is expected.
            return statements.isEmpty ? [""] : statements
        }
        let isShell = console.terminals.input && console.terminals.diagnostics
        if isShell, arguments.optionalOperand("TEXT") == nil { return nil }
        return StatementReader.statements(in: try console.input.readAll())
    }
}
