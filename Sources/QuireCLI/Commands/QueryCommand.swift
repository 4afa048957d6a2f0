import Quire

/// The command `quire query`.
enum QueryCommand: Command {
    static let help = CommandHelp(
        name: "query",
        summary: "Run a SQL++ query, or start the query shell",
        discussion: [
            "FROM names a collection, as collection or scope.collection; _ is the default "
                + "collection. In JSON, a row is an object with a key for each column that is not "
                + "MISSING. By default, rows are printed as a table on a terminal and as JSON "
                + "lines otherwise.",
            "Without TEXT, statements are read from standard input, each ending with a semicolon. "
                + "On a terminal, the shell has history and completion; .help lists its commands.",
        ],
        operands: [
            .database, OperandSpecification("TEXT", .optional, "a SELECT statement"),
        ],
        options: [
            .flag("explain", "print the query plan instead of running the query"),
            QueryParameters.option, RowFormat.option, RowFormat.jsonOption,
            ServerDatabase.schemaNameOption,
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
        ])

    static func run(_ arguments: Arguments, _ console: Console) throws {
        let format = try RowFormat.chosen(arguments, console, elsewhere: .jsonl)
        let parameters = try QueryParameters.read(arguments.values("param"))
        let location = try DatabaseLocation(arguments)
        try DatabaseAccess.read(location, console) { database in
            var run = QueryRun(
                database: database, console: console, parameters: parameters, format: format)
            if case .bundle(let path) = location { run.bundle = path }
            guard let text = arguments.optionalOperand("TEXT") else {
                return try QueryShell(run, explains: arguments.has("explain")).run()
            }
            if arguments.has("explain") {
                try run.explain(text)
            } else {
                try run.run(text)
            }
        }
    }
}
