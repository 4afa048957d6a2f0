import Quire

#if PostgreSQL
    import QuirePostgreSQL
#endif

/// The fleet of a command: the server with its directory, and the other servers.
enum FleetAccess {
    static let operand = OperandSpecification(
        "FLEET", "the connection string of the server with the fleet's directory")
    /// The options of every command for fleets.
    static let options = [
        OptionSpecification.value(
            "directory-server", "NAME",
            help: "the name of the server with the directory (default: main)"),
        OptionSpecification.list(
            "server", "NAME=CONNECTION_STRING", help: "another server of the fleet"),
    ]
    /// A remark about the servers.
    static let discussion =
        "FLEET is the server that contains the directory of the fleet. Name each other server that has "
        + "databases with --server, by the name that the programs of the fleet use."

    #if PostgreSQL
        /// Opens the fleet of a command.
        ///
        /// - Parameters:
        ///   - arguments: The arguments of the command.
        ///   - isReadOnly: Whether the command only reads.
        ///   - body: A closure that uses the fleet. The fleet must not escape it.
        /// - Returns: The result of the closure.
        /// - Throws: Errors of the closure, ``UsageError`` if a server has no name, or `QuireError`.
        static func open<R>(
            _ arguments: Arguments, isReadOnly: Bool = false, _ body: (PostgresFleet) throws -> R
        ) throws -> R {
            let name = arguments.value("directory-server") ?? "main"
            let text = arguments.operand(operand.placeholder)
            guard ServerDatabase.isConnectionString(text) else {
                throw Failure("\(operand.placeholder) is not a connection string")
            }
            var servers = [name: text]
            for text in arguments.values("server") {
                // The message must not contain the text, which can contain a password.
                guard let end = text.firstIndex(of: "="), end != text.startIndex,
                    ServerDatabase.isConnectionString(String(text[end...].dropFirst()))
                else { throw UsageError("--server requires NAME=postgresql://…") }
                let name = String(text[..<end])
                guard servers.updateValue(String(text[end...].dropFirst()), forKey: name) == nil
                else { throw UsageError("--server names a server twice") }
            }
            var configuration = PostgresFleetConfiguration(
                servers: servers, directoryServer: name)
            configuration.database.isReadOnly = isReadOnly
            // The user can interrupt a command that takes too long.
            configuration.database.statementTimeout = nil
            let fleet = try PostgresFleet(configuration)
            do {
                let result = try body(fleet)
                try fleet.close()
                return result
            } catch {
                try? fleet.close()
                throw error
            }
        }
    #endif
}

/// Runs a command that requires the package trait PostgreSQL.
func requirePostgreSQL() throws {
    #if !PostgreSQL
        throw Failure(
            "a connection string requires the package trait PostgreSQL; build quire with: "
                + "swift build --traits PostgreSQL")
    #endif
}
