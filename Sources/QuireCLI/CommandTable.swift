/// A command in the table.
struct CommandEntry: Sendable {
    /// The command's name, arguments and options.
    let help: CommandHelp
    /// Runs the command.
    let run: @Sendable (Arguments, Console) throws -> Void

    init(_ command: (some Command).Type) {
        help = command.help
        run = { try command.run($0, $1) }
    }
}

/// The table of all commands.
enum CommandTable {
    /// The commands, in the order in which help lists them.
    ///
    /// To add a command, add a line here.
    static let commands: [CommandEntry] = [
        CommandEntry(InfoCommand.self),
        CommandEntry(ListCommand.self),
        CommandEntry(GetCommand.self),
        CommandEntry(PutCommand.self),
        CommandEntry(EditCommand.self),
        CommandEntry(RemoveCommand.self),
        CommandEntry(PurgeCommand.self),
        CommandEntry(ExpireCommand.self),
        CommandEntry(QueryCommand.self),
        CommandEntry(ImportCommand.self),
        CommandEntry(ExportCommand.self),
        CommandEntry(WatchCommand.self),
        CommandEntry(RevisionsCommand.self),
        CommandEntry(SchemaCommand.self),
        CommandEntry(CollectionListCommand.self),
        CommandEntry(CollectionCreateCommand.self),
        CommandEntry(CollectionRenameCommand.self),
        CommandEntry(CollectionRemoveCommand.self),
        CommandEntry(IndexListCommand.self),
        CommandEntry(IndexCreateCommand.self),
        CommandEntry(IndexRemoveCommand.self),
        CommandEntry(CheckCommand.self),
        CommandEntry(CompactCommand.self),
        CommandEntry(CopyCommand.self),
        CommandEntry(RekeyCommand.self),
        CommandEntry(FleetListCommand.self),
        CommandEntry(FleetCreateCommand.self),
        CommandEntry(FleetMoveCommand.self),
        CommandEntry(FleetRemoveCommand.self),
        CommandEntry(FleetUpgradeCommand.self),
        CommandEntry(SyncCommand.self),
        CommandEntry(ServeCommand.self),
        CommandEntry(StudioCommand.self),
        CommandEntry(GenerateTestsCommand.self),
        CommandEntry(CompletionCommand.self),
        CommandEntry(FleeceEncodeCommand.self),
        CommandEntry(FleeceDecodeCommand.self),
        CommandEntry(FleeceDumpCommand.self),
    ]

    /// The distinct first words of the command names.
    static var firstWords: [String] {
        var words: [String] = []
        for command in commands {
            let word = String(command.help.name.prefix { $0 != " " })
            if words.last != word { words.append(word) }
        }
        return words
    }

    /// Finds the command whose name the arguments begin with.
    ///
    /// - Returns: The command, and the arguments after its name.
    /// - Throws: ``UsageError`` if no command matches.
    static func command(
        _ words: [String]
    ) throws -> (command: CommandEntry, rest: ArraySlice<String>) {
        for command in commands {
            let name = command.help.name.split(separator: " ").map(String.init)
            if words.starts(with: name) { return (command, words.dropFirst(name.count)) }
        }
        let word = words.first ?? ""
        let group = commands.map(\.help.name).filter { $0.hasPrefix(word + " ") }
        guard group.isEmpty else {
            let seconds = group.map { String($0.dropFirst(word.count + 1)) }
            throw UsageError("\(word) requires a subcommand: \(Spelling.list(seconds))")
        }
        let nearest = Spelling.nearest(to: word, among: firstWords)
        throw UsageError(
            "unknown command \(word)" + (nearest.map { "; did you mean \($0)?" } ?? ""))
    }

    /// The help of a group of commands, such as `index`; `nil` if no group has that name.
    static func overview(of word: String) -> String? {
        let group = commands.filter { $0.help.name.hasPrefix(word + " ") }
        guard !group.isEmpty else { return nil }
        return "Usage: quire \(word) COMMAND\n" + list(group)
    }

    /// A summary of the program: a phrase that begins with a verb, without a period.
    static let summary = "Inspect, query and edit document databases"
    /// Remarks that apply to all commands.
    static let remarks = [
        "DB is the path of a .cblite2 bundle, or the connection string of a PostgreSQL server, such "
            + "as postgresql://app@db.example.com/travel. Run 'quire help COMMAND' for the help of a "
            + "command.",
        "Other users of the machine can read the arguments of a process. Put the password of a "
            + "server into the file ~/.pgpass, a service file or the environment variable "
            + "PGPASSWORD instead of the connection string. Connection strings require a build with "
            + "the package trait PostgreSQL.",
        "For an encrypted bundle, every command takes --key-file or --database-password-file, or asks "
            + "for the password on a terminal. Only the owner may be able to read such a file. Encryption "
            + "requires a build with the package trait Encryption.",
    ]
    /// The exit codes and their meanings.
    static let exitCodes: [(code: CommandLineTool.ExitCode, meaning: String)] = [
        (.success, "success"), (.failure, "failure"), (.usage, "usage error"),
        (.partial, "success, except for documents that were skipped or not synchronized"),
    ]

    /// The help of the whole program.
    static var help: String {
        let codes = exitCodes.map { "\($0.code.rawValue) \($0.meaning)" }.joined(separator: ", ")
        let remarks = remarks.map { Paragraph.wrapped($0) }.joined(separator: "\n")
        return """
            quire: \(summary)

            Usage: quire COMMAND [arguments] [options]
            \(list(commands))
            \(remarks)
            Exit status: \(codes)

            """
    }

    private static func list(_ commands: [CommandEntry]) -> String {
        Paragraph.table("Commands", commands.map { ($0.help.name, $0.help.summary) })
    }
}
