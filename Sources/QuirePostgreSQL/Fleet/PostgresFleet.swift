#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// Many databases with the same settings on PostgreSQL servers, one for each user, tenant or region.
    ///
    /// ```swift
    /// let fleet = try PostgresFleet(connectionString: "postgresql://app@db.example.com/tenants")
    /// let hotels = try fleet.database(named: "alice").repository(of: Hotel.self)
    /// try hotels.save(Hotel(name: "Harbour House"))
    /// ```
    ///
    /// Each database is a PostgreSQL schema with its own tables, and an object of type
    /// ``PostgresDatabase``. A directory, which is a schema of one of the servers, contains the names of
    /// the databases and the servers on which they are. A name is any string of 1 to 512 bytes without
    /// U+0000. Names are compared by their bytes.
    ///
    /// The databases of a server share its connections: at most
    /// ``PostgresConfiguration/maximumConnections`` for statements, two for blobs, and one while there
    /// are listeners. The directory has two connections of its own. So an open database is an object of a
    /// few kilobytes, and a program can use thousands of them.
    ///
    /// Another program can move, rename or delete a database while this one uses it. A statement whose
    /// tables are not there any more throws `QuireError` with code `notOpen`; call `database(named:)`
    /// again, or use `withDatabase(named:_:)`, which does this. Other programs detect that a name means
    /// another database within a second.
    ///
    /// The databases are checked less often than a database with its own connections: a new connection
    /// must lead to the server that the fleet was opened with, but does not check whether the tables of
    /// each database were restored from a dump. Close the fleet before you restore a dump.
    ///
    /// On a server with the extension Citus, a new schema is distributed to one of the nodes. This was
    /// tested by hand with Citus 13.2.
    public final class PostgresFleet: Sendable {
        /// The settings with which the fleet was opened.
        public let configuration: PostgresFleetConfiguration

        let directory: PostgresFleetDirectory
        let openDatabases: OpenDatabases
        /// A thread for each connection to a server.
        let blockingWork: BlockingWork
        private let servers: [String: PostgresServerResources]
        private let check = DirectoryCheck()

        /// The maximum length of a name in bytes.
        static let maximumNameLength = 512

        /// Opens a fleet, and creates its directory if it does not exist.
        ///
        /// - Parameter configuration: The settings.
        /// - Throws: `QuireError` with code `invalidParameter` if a setting is invalid, `notFound` if the
        ///   directory does not exist and must not be created, `wrongFormat` if its schema contains other
        ///   tables, `databaseTooNew` if a later version of Quire created it, `cantOpenFile` if its server
        ///   cannot be reached, `notWriteable` if the role cannot create the directory. The other servers
        ///   are connected when they are used.
        public init(_ configuration: PostgresFleetConfiguration) throws {
            try configuration.check()
            let name = configuration.directoryServer
            guard
                let settings = configuration.configuration(
                    ofServer: name, schemaName: configuration.directorySchemaName)
            else { throw configuration.unknownServer(name) }
            self.configuration = configuration
            directory = try PostgresFleetDirectory(
                settings, creates: configuration.database.mayCreateTables)
            openDatabases = OpenDatabases(limit: configuration.maximumOpenDatabases)
            blockingWork = BlockingWork(
                label: "Quire.PostgresFleet",
                width: max(1, configuration.database.maximumConnections))
            var servers: [String: PostgresServerResources] = [:]
            for name in configuration.servers.keys {
                servers[name] = configuration.configuration(ofServer: name).map {
                    PostgresServerResources($0)
                }
            }
            self.servers = servers
        }

        /// Opens a fleet on one server with the default settings.
        ///
        /// - Parameter connectionString: A URL or a list of keywords and values, as libpq defines them.
        /// - Throws: The same errors as ``init(_:)``.
        public convenience init(connectionString: String) throws {
            try self.init(PostgresFleetConfiguration(connectionString))
        }

        /// Closes the fleet and its databases.
        ///
        /// If a database cannot be closed, the fleet stays open, and the other databases are opened again
        /// on demand. If the fleet is released without being closed, databases that the program retains
        /// stay open.
        ///
        /// - Throws: `QuireError` with code `transactionNotClosed` within a transaction of a database,
        ///   `busy` within a snapshot or while another thread runs a transaction.
        public func close() throws {
            guard let databases = openDatabases.close() else { return }
            do {
                for database in databases { try database.close() }
            } catch {
                openDatabases.reopen()
                throw error
            }
            for server in servers.values { server.close() }
            directory.close()
        }

        // MARK: Parts

        /// Returns the connections of a server.
        func server(named name: String) throws -> PostgresServerResources {
            guard let server = servers[name] else { throw configuration.unknownServer(name) }
            return server
        }

        /// Throws an error if a string cannot be the name of a database.
        func checkName(_ name: String) throws {
            guard !name.isEmpty, name.utf8.count <= Self.maximumNameLength, !name.containsNul else {
                throw QuireError(
                    .invalidParameter,
                    """
                    \(String(name.prefix(100)).debugDescription) cannot be the name of a database: it must \
                    have 1 to \(Self.maximumNameLength) bytes, and not contain U+0000.
                    """)
            }
        }

        func missing(_ name: String) -> QuireError {
            QuireError(
                .notFound,
                "\(directory.location) does not contain database \(name.debugDescription).")
        }

        var closedError: QuireError { QuireError(.notOpen, "The fleet is closed.") }

        // MARK: The directory

        /// Compares the number of changed places with the directory, at most once in a second.
        ///
        /// If the directory cannot be reached, open databases can be used.
        func checkDirectory() {
            check.run {
                openDatabases.setGeneration(try directory.generation())
            }
        }
    }

    /// The time of the last comparison with the directory.
    private final class DirectoryCheck: Sendable {
        /// The time between two comparisons.
        private static let interval = Duration.seconds(1)
        /// The time after a comparison that failed.
        private static let pause = Duration.seconds(5)

        private let next = SharedState(ContinuousClock.now)
        /// Held while a thread compares, so that others do not use an outdated result.
        private let order = NSLock()

        private var isDue: Bool { next.withLock { $0 <= .now } }

        func run(_ body: () throws -> Void) {
            guard isDue else { return }
            order.lock()
            defer { order.unlock() }
            guard isDue else { return }
            let start = ContinuousClock.now
            let isCompared = (try? body()) != nil
            next.withLock { $0 = isCompared ? start + Self.interval : .now + Self.pause }
        }
    }

    extension PostgresFleetConfiguration {
        /// Throws an error if a setting is invalid.
        fileprivate func check() throws {
            guard servers[directoryServer] != nil else { throw unknownServer(directoryServer) }
            // The directory contains a line with the name of the server to which a database is moving.
            for name in servers.keys
            where name.isEmpty || name.containsNul || name.unicodeScalars.contains("\n") {
                throw QuireError(
                    .invalidParameter,
                    "\(name.debugDescription) cannot be the name of a server of a fleet.")
            }
            for name in replicas.keys where servers[name] == nil { throw unknownServer(name) }
            guard !"pg_".hasPrefix(schemaPrefix), !schemaPrefix.hasPrefix("pg_"),
                !schemaPrefix.containsNul
            else {
                throw QuireError(
                    .invalidParameter,
                    """
                    \(schemaPrefix.debugDescription) cannot be the prefix of schemas: it must not be \
                    empty, not contain U+0000, and not begin as pg_ does.
                    """)
            }
            guard servers.keys.count == Set(servers.keys.map { ExactString($0) }).count else {
                throw QuireError(.invalidParameter, "Two servers of the fleet have the same name.")
            }
        }

        /// The error for a server that is not among the settings.
        func unknownServer(_ name: String) -> QuireError {
            QuireError(
                .invalidParameter,
                """
                The settings of the fleet contain no server \(name.debugDescription). Their servers are \
                \(servers.keys.sorted().map(\.debugDescription).joined(separator: ", ")).
                """)
        }
    }
#endif
