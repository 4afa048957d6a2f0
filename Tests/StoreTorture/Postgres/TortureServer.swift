#if PostgreSQL
    import Fleece
    import Foundation
    import Quire
    import QuirePostgreSQL

    /// The shared database on a server, in a schema of its own.
    struct TortureServer {
        /// The name of the connections of the processes that are killed.
        static let applicationName = "torture"

        let connectionString: String
        let schemaName: String

        init(_ arguments: inout Arguments) throws {
            connectionString = try arguments.word("SERVER")
            schemaName = try arguments.word("SCHEMA")
        }

        /// Opens the database, creating it if necessary.
        func open() throws -> PostgresDatabase {
            var configuration = PostgresConfiguration(connectionString)
            configuration.schemaName = schemaName
            configuration.applicationName = Self.applicationName
            configuration.connectionTimeout = 60
            configuration.changeWaitTime = 60
            return try PostgresDatabase(configuration)
        }

        /// Waits until the server has ended the connections of the killed processes.
        ///
        /// A process of the server that creates an index detects the end of its client afterward.
        func waitForEndOfConnections(_ server: ServerSQL) throws {
            let query = """
                SELECT pid, state, query FROM pg_stat_activity
                WHERE application_name = '\(Self.applicationName)'
                """
            let end = ContinuousClock.now + .seconds(60)
            while case let rest = try server.rows(query), !rest.isEmpty {
                try require(ContinuousClock.now < end, "connections of killed processes: \(rest)")
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
    }

    /// The indexes that processes create and delete until they are killed.
    enum ServerIndexes {
        static let all: [(name: String, config: any IndexConfiguration)] = [
            ("byBatch", ValueIndexConfiguration(["batch"])),
            ("byTypeAndRate", ValueIndexConfiguration(["type", "room_rate"])),
            ("byMember", ArrayIndexConfiguration(path: "ids")),
        ]

        /// Creates the indexes, which replaces what is left of killed processes.
        static func create(in store: any DocumentStore) throws {
            for (name, config) in all { try store.createIndex(withName: name, config: config) }
        }

        /// Deletes and creates the indexes until the process is killed.
        static func change(in store: any DocumentStore) throws -> Never {
            while true {
                for (name, _) in all { try store.deleteIndex(forName: name) }
                try create(in: store)
            }
        }
    }
#endif
