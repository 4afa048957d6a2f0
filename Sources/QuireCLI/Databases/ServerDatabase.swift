import Quire

#if PostgreSQL
    import QuirePostgreSQL
#endif

/// A database on a PostgreSQL server, as given on the command line.
///
/// The connection string can contain a password, so it is not printed.
struct ServerDatabase: Sendable, CustomStringConvertible, CustomReflectable {
    /// The option for the schema that contains the tables.
    static let schemaNameOption = OptionSpecification.value(
        "schema-name", "NAME",
        help: "the PostgreSQL schema of the tables (default: \(defaultSchemaName))"
    )

    static let defaultSchemaName = "quire"

    private static let prefixes = ["postgresql://", "postgres://"]

    private let connectionString: String
    /// The PostgreSQL schema that contains the tables.
    let schemaName: String

    init(_ connectionString: String, schemaName: String?) {
        self.connectionString = connectionString
        self.schemaName = schemaName ?? Self.defaultSchemaName
    }

    /// Returns whether an argument is a connection string.
    static func isConnectionString(_ text: String) -> Bool {
        prefixes.contains { text.utf8.starts(with: $0.utf8) }
    }

    /// Returns whether an argument is a connection string, possibly with a spelling mistake.
    static func mayContainPassword(_ text: String) -> Bool {
        let text = text.lowercased()
        return text.contains("://") || text.contains("password=")
            || text.hasPrefix("postgres") && text.contains(":")
    }

    /// Opens the database.
    ///
    /// - Parameter use: What the command does with the database.
    /// - Returns: The database.
    /// - Throws: ``Failure`` if the package was built without the trait, or `QuireError`, with code
    ///   `notFound` if the schema does not exist and the command does not create it.
    func open(for use: DatabaseUse) throws -> any DocumentDatabase {
        #if PostgreSQL
            var configuration = PostgresConfiguration(connectionString)
            configuration.schemaName = schemaName
            configuration.isReadOnly = use == .reading || use == .observing
            configuration.createsTables = use == .creating
            // The user can interrupt a command that takes too long.
            configuration.statementTimeout = nil
            return try PostgresDatabase(configuration)
        #else
            throw Failure(
                "a connection string requires the package trait PostgreSQL; build quire with: "
                    + "swift build --traits PostgreSQL")
        #endif
    }

    var description: String { "PostgreSQL, schema \(schemaName)" }

    var customMirror: Mirror { Mirror(self, children: ["schemaName": schemaName]) }
}
