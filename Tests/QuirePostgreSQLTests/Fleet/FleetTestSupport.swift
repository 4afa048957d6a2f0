#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuirePlatform

    @testable import QuirePostgreSQL

    extension PostgresFleetConfiguration {
        /// Returns the settings for a new fleet on the test server.
        static func test() throws -> PostgresFleetConfiguration {
            var configuration = PostgresFleetConfiguration(try PostgresServer.connectionString())
            configuration.schemaPrefix = "\(PostgresServer.schemaName())_"
            configuration.directorySchemaName = "\(configuration.schemaPrefix)fleet"
            configuration.database.connectionTimeout = 60
            configuration.database.changeWaitTime = 60
            configuration.database.applicationName = configuration.schemaPrefix
            return configuration
        }

        /// Returns the settings for a new fleet on two databases of the test server, `a` and `b`.
        static func testOnTwoServers() throws -> PostgresFleetConfiguration {
            var configuration = try test()
            let main = try PostgresServer.connectionString()
            let other = main.replacing("/quire?", with: "/fleet_b?")
            configuration.servers = ["a": main, "b": other]
            configuration.directoryServer = "a"
            try secondDatabase.get()
            return configuration
        }

        private static let secondDatabase = Result { () throws -> Void in
            let connection = try PostgresConnection(.test(), location: "test")
            try? connection.execute("CREATE DATABASE fleet_b")
        }
    }

    extension PostgresFleet {
        /// Runs a statement on a server.
        func execute(_ statement: String, onServer name: String = "main") throws {
            let connection = try PostgresConnection(
                server(named: name).configuration, location: "test")
            try connection.execute(statement)
        }

        /// The number of connections of the fleet to the server `main`.
        func connectionCount() throws -> Int {
            let connection = try PostgresConnection(.test(), location: "test")
            let name = SQLName.literal(configuration.schemaPrefix)
            return try connection.rows(
                "SELECT pid FROM pg_stat_activity WHERE application_name = \(name)"
            ).count
        }

        /// The entry of a database.
        func entry(_ name: String) throws -> PostgresFleetEntry {
            guard let entry = try directory.entry(named: name) else { throw missing(name) }
            return entry
        }

        /// The names of all databases.
        func names() throws -> [String] { try databases().map(\.name) }
    }

    extension PostgresDatabase {
        /// The IDs and bodies of all documents of the default collection.
        func contents() throws -> [String: String] {
            let store = try defaultStore()
            let changes = try store.changes(since: 0, limit: 1000)
            let records = try store.records(ids: changes.map(\.id))
            return try Dictionary(
                uniqueKeysWithValues: records.map { ($0.id, try $0.body.value.json(.canonical)) })
        }

        func put(_ id: String, _ json: String = "{}") throws {
            try defaultStore().put(id, json)
        }
    }

    /// Returns the code of the error that a closure throws.
    func code(of body: () throws -> Void) -> QuireError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? QuireError)?.code
        }
    }
#endif
