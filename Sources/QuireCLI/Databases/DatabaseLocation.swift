/// A database as given on the command line: the path of a bundle or a connection string.
enum DatabaseLocation {
    case bundle(BundlePath)
    case server(ServerDatabase)

    /// Parses the operand `DB` of a command, without accessing the database.
    ///
    /// - Throws: ``Failure`` if the operand is neither, ``UsageError`` if a bundle is given together
    ///   with an option for servers.
    init(_ arguments: Arguments) throws {
        let option = ServerDatabase.schemaNameOption
        let text = arguments.operand(OperandSpecification.database.placeholder)
        self = try Self(text, schemaName: arguments.value(option.name))
        if case .bundle = self, arguments.has(option.name) {
            throw UsageError("\(option.title) requires a connection string")
        }
    }

    /// Parses a database without accessing it.
    ///
    /// - Parameters:
    ///   - text: The path of a bundle, or a connection string.
    ///   - schemaName: The schema of a database on a server, or `nil` for the default.
    /// - Throws: ``Failure`` if the text is neither.
    init(_ text: String, schemaName: String?) throws {
        self =
            ServerDatabase.isConnectionString(text)
            ? .server(ServerDatabase(text, schemaName: schemaName))
            : .bundle(try BundlePath(text))
    }

    /// Parses the operand `DB` of a command that works only on bundles.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the command.
    ///   - help: The description of the command.
    ///   - reason: Why the command does not work on servers: a sentence without a period.
    /// - Returns: The path of the bundle.
    /// - Throws: ``Failure`` that contains the reason if the operand is a connection string.
    static func bundle(
        _ arguments: Arguments, for help: CommandHelp, because reason: String
    ) throws -> BundlePath {
        switch try Self(arguments) {
        case .bundle(let path): return path
        case .server:
            throw Failure("\(help.name) does not accept a connection string: \(reason)")
        }
    }
}
