#if PostgreSQL
    import QuirePlatform
    import QuireModels

    /// The properties of a server that the statements of a database depend on.
    struct ServerProperties: Sendable {
        /// The name of the server's database.
        let databaseName: String
        /// Whether the server compares strings by their bytes.
        let ordersByBytes: Bool
        /// The collation for converting letters to lowercase, or `nil` if that of the server's database
        /// converts all letters.
        let lowercaseCollation: String?
    }

    /// The connections and threads of a database on a server.
    ///
    /// The databases of a fleet share one object for each server. It closes its connections when it is
    /// released.
    final class PostgresServerResources: Sendable {
        let configuration: PostgresConfiguration
        let pool: PostgresPool
        /// Contents of blobs are written outside the transaction of the thread, whose connection cannot
        /// be used.
        let blobPool: PostgresPool
        let replicaPools: [PostgresPool]
        /// A thread for each connection.
        let blockingWork: BlockingWork
        let monitorThread: PostgresMonitorThread
        let expirationQueue = ExpirationQueue()
        private let properties = Mutex<ServerProperties?>(nil)
        private let identity = Mutex<ServerIdentity?>(nil)

        init(_ configuration: PostgresConfiguration) {
            self.configuration = configuration
            pool = PostgresPool(configuration, location: "the PostgreSQL database")
            var blobs = configuration
            blobs.maximumConnections = 2
            blobPool = PostgresPool(blobs, location: "the blobs of the PostgreSQL database")
            replicaPools = configuration.replicaConnectionStrings.map { string in
                var configuration = configuration
                configuration.connectionString = string
                return PostgresPool(configuration, location: "a replica of the PostgreSQL database")
            }
            blockingWork = BlockingWork(
                label: "Quire.PostgresDatabase", width: max(1, configuration.maximumConnections))
            monitorThread = PostgresMonitorThread(configuration, pool)
        }

        deinit { close() }

        /// Closes the connections.
        func close() {
            for pool in replicaPools { pool.close() }
            monitorThread.stop()
            blobPool.close()
            pool.close()
        }

        /// Returns the properties of the server, which are read once.
        func properties(_ connection: PostgresConnection) throws -> ServerProperties {
            if let known = properties.withLock({ $0 }) { return known }
            // The provider of the collation exists in PostgreSQL 15 and later.
            let row = try connection.rows(
                """
                SELECT datname::text, datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')
                AND coalesce(pg_catalog.to_jsonb(d)->>'datlocprovider', 'c') = 'c',
                (SELECT 'pg_catalog."und-x-icu"' FROM pg_collation
                WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace
                AND datctype IN ('C', 'POSIX'))
                FROM pg_database AS d WHERE datname = current_database()
                """)[0]
            let read = ServerProperties(
                databaseName: row.text(0), ordersByBytes: try row.boolean(1),
                lowercaseCollation: row.textIfPresent(2))
            properties.withLock { $0 = read }
            return read
        }

        /// Returns the identity of the server for the databases of a fleet, which is read once.
        ///
        /// Afterwards, each new connection must lead to the same server.
        func identity(_ connection: PostgresConnection) throws -> ServerIdentity {
            if let known = identity.withLock({ $0 }) { return known }
            let read = try ServerIdentity(connection)
            let isFirst = identity.withLock { identity in
                defer { identity = identity ?? read }
                return identity == nil
            }
            if isFirst { pool.checkNewConnections { try read.check($0) } }
            return read
        }
    }

    /// The cluster and the database that a connection leads to.
    struct ServerIdentity: Hashable, Sendable {
        /// The ID of the cluster and of the server's database, or `nil` if the role may not read it,
        /// which some providers of servers forbid.
        let id: String?
        /// Whether the server can distribute schemas over nodes, as the extension Citus does.
        let distributesSchemas: Bool

        init(_ connection: PostgresConnection) throws {
            distributesSchemas = try !connection.rows(
                "SELECT 1 FROM pg_extension WHERE extname = 'citus'"
            ).isEmpty
            id = try Self.id(connection)
        }

        private static func id(_ connection: PostgresConnection) throws -> String? {
            do {
                return try connection.rows(
                    """
                    SELECT system_identifier || '/' || (SELECT oid FROM pg_database
                    WHERE datname = current_database()) FROM pg_control_system()
                    """)[0].textIfPresent(0)
            } catch let error as QuireError where ["42501", "42883"].contains(error.sqlState) {
                return nil
            }
        }

        /// Throws an error if a connection leads to another server.
        ///
        /// A physical copy of a server, such as a promoted replica, has the same identity.
        ///
        /// - Throws: `QuireError` with code `notOpen`.
        func check(_ connection: PostgresConnection) throws {
            guard let id, let current = try Self.id(connection), current != id else { return }
            throw QuireError(
                .notOpen,
                """
                The server of \(connection.location) was replaced by another one after the fleet was \
                opened. Close the fleet and open it again.
                """)
        }
    }
#endif
