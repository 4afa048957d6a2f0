#if PostgreSQL
    /// The settings of a fleet of databases.
    ///
    /// ```swift
    /// var configuration = PostgresFleetConfiguration(
    ///     servers: [
    ///         "eu": "postgresql://app@eu.example.com/tenants",
    ///         "us": "postgresql://app@us.example.com/tenants",
    ///     ], directoryServer: "eu")
    /// configuration.database.maximumConnections = 16
    /// ```
    public struct PostgresFleetConfiguration: Sendable {
        /// The connection strings of the servers, by name.
        ///
        /// The directory contains the names alone, so a server can get another address or password. Every
        /// program must use the same names. A connection string can contain a password, so Quire does not
        /// include it in messages.
        public var servers: [String: String]

        /// The name of the server with the directory.
        public var directoryServer: String

        /// The connection strings of the streaming replicas of each server, by the server's name.
        ///
        /// The default is an empty dictionary. See ``PostgresConfiguration/replicaConnectionStrings``.
        public var replicas: [String: [String]] = [:]

        /// The name of the PostgreSQL schema that contains the directory.
        ///
        /// The default is `quire_fleet`.
        public var directorySchemaName = "quire_fleet"

        /// The beginning of the names of the schemas of new databases, which the database's name follows.
        ///
        /// The default is `quire_`. A name that is too long for PostgreSQL is shortened and ends with a
        /// hash. If another schema has the name, the new schema's name ends with random characters.
        public var schemaPrefix = "quire_"

        /// The number of databases that remain open after their last use.
        ///
        /// If more are used, those whose last use is the longest ago are released. A database that the
        /// program or an observer retains stays open. The default is 1,000.
        public var maximumOpenDatabases = 1_000

        /// The settings of every database.
        ///
        /// The limit ``PostgresConfiguration/maximumConnections`` applies to each server, for all of its
        /// databases together. The properties ``PostgresConfiguration/connectionString``,
        /// ``PostgresConfiguration/schemaName`` and
        /// ``PostgresConfiguration/replicaConnectionStrings`` are not used.
        public var database = PostgresConfiguration("")

        /// Creates settings with several servers.
        ///
        /// - Parameters:
        ///   - servers: The connection strings of the servers, by name.
        ///   - directoryServer: The name of the server with the directory.
        public init(servers: [String: String], directoryServer: String) {
            self.servers = servers
            self.directoryServer = directoryServer
        }

        /// Creates settings with one server, whose name is `main`.
        ///
        /// - Parameter connectionString: A URL or a list of keywords and values, as libpq defines them.
        public init(_ connectionString: String) {
            self.init(servers: ["main": connectionString], directoryServer: "main")
        }
    }

    extension PostgresFleetConfiguration {
        /// Returns the settings of a database on a server.
        func configuration(
            ofServer name: String, schemaName: String? = nil
        ) -> PostgresConfiguration? {
            guard let connectionString = servers[name] else { return nil }
            var configuration = database
            configuration.connectionString = connectionString
            configuration.replicaConnectionStrings = replicas[name] ?? []
            if let schemaName { configuration.schemaName = schemaName }
            return configuration
        }
    }

    extension PostgresFleetConfiguration: CustomStringConvertible, CustomDebugStringConvertible {
        /// The settings without the connection strings.
        public var description: String {
            """
            PostgresFleetConfiguration(servers: \(servers.keys.sorted()), \
            directoryServer: \(directoryServer.debugDescription), \
            directorySchemaName: \(directorySchemaName.debugDescription), \
            maximumOpenDatabases: \(maximumOpenDatabases))
            """
        }

        /// The settings without the connection strings.
        public var debugDescription: String { description }
    }

    extension PostgresFleetConfiguration: CustomReflectable {
        /// A mirror without the connection strings, for `dump` and test failures.
        public var customMirror: Mirror {
            Mirror(
                self,
                children: [
                    "servers": servers.keys.sorted(), "directoryServer": directoryServer,
                    "directorySchemaName": directorySchemaName,
                    "maximumOpenDatabases": maximumOpenDatabases,
                ])
        }
    }
#endif
