/// A database as given on the command line: the path of a bundle or a connection string.
enum DatabaseLocation {
    case bundle(BundlePath)
    case server(ServerDatabase)

    /// Whether the database is on a server.
    var isServer: Bool {
        if case .server = self { true } else { false }
    }

    /// Parses the operand `DB` of a command, without accessing the database.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - console: The console, from which the key of an encrypted bundle can be read.
    /// - Throws: ``Failure`` if the operand is neither, ``UsageError`` if a bundle is given together
    ///   with an option for servers, or a server with one for bundles.
    init(_ arguments: Arguments, console: Console) throws {
        let option = ServerDatabase.schemaNameOption
        let text = arguments.operand(OperandSpecification.database.placeholder)
        let key = try KeySource(arguments, console)
        self = try Self(text, schemaName: arguments.value(option.name), key: key)
        switch self {
        case .bundle where arguments.has(option.name):
            throw UsageError("\(option.title) requires a connection string")
        case .server:
            try key.refuse("a bundle as DB")
        default: break
        }
    }

    /// Parses a database without accessing it.
    ///
    /// - Parameters:
    ///   - text: The path of a bundle, or a connection string.
    ///   - schemaName: The schema of a database on a server, or `nil` for the default.
    ///   - key: Where the encryption key of a bundle comes from.
    /// - Throws: ``Failure`` if the text is neither.
    init(_ text: String, schemaName: String?, key: KeySource) throws {
        self =
            ServerDatabase.isConnectionString(text)
            ? .server(ServerDatabase(text, schemaName: schemaName))
            : .bundle(try BundlePath(text, key: key))
    }

    /// Parses the operand `DB` of a command that works only on bundles.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - console: The console, from which the key of an encrypted bundle can be read.
    ///   - help: The description of the command.
    ///   - reason: Why the command does not work on servers: a sentence without a period.
    /// - Returns: The path of the bundle.
    /// - Throws: ``Failure`` that contains the reason if the operand is a connection string.
    static func bundle(
        _ arguments: Arguments, console: Console, for help: CommandHelp, because reason: String
    ) throws -> BundlePath {
        switch try Self(arguments, console: console) {
        case .bundle(let path): return path
        case .server:
            throw Failure("\(help.name) does not accept a connection string: \(reason)")
        }
    }
}
