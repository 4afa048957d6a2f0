#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire

    @testable import QuirePostgreSQL

    /// A server of one test, which the test can damage.
    final class FaultServer: Sendable {
        /// Whether a server is installed.
        static let isAvailable = (try? PostgresServer.run(["check"])) != nil

        /// Whether pgbouncer is installed.
        static let hasPooler = (try? PostgresServer.run(["pooler"])) != nil

        /// The number of rounds of each test, from the environment variable `QUIRE_POSTGRES_ROUNDS`.
        static func rounds(_ usual: Int) -> Int {
            Int(ProcessInfo.processInfo.environment["QUIRE_POSTGRES_ROUNDS"] ?? "") ?? usual
        }

        let connectionString: String

        /// Starts a server, with further options of `Scripts/support/postgres start`.
        init(_ options: String...) throws {
            let process = String(ProcessInfo.processInfo.processIdentifier)
            connectionString = try PostgresServer.run(
                ["start", "--unsafe", "--for", process] + options)
        }

        /// Starts a streaming replica of a server.
        init(replicaOf primary: FaultServer) throws {
            let process = String(ProcessInfo.processInfo.processIdentifier)
            connectionString = try PostgresServer.run([
                "replica", primary.connectionString, "--for", process,
            ])
        }

        deinit { _ = try? PostgresServer.run(["stop", connectionString]) }

        /// The folder of the server, which contains its socket.
        var folder: String { String(connectionString.drop { $0 != "=" }.dropFirst()) }

        /// Ends the server with `kill -9`.
        func crash() throws { _ = try PostgresServer.run(["crash", connectionString]) }

        /// Makes a replica a server that accepts writes.
        func promote() throws { _ = try PostgresServer.run(["promote", connectionString]) }

        /// Starts the server again.
        ///
        /// The processes of its connections end a little later than the server itself, and exclude a new
        /// one until then, which is waited for at most a minute.
        func restart() throws {
            let end = Date(timeIntervalSinceNow: 300)
            while Date() < end {
                if (try? PostgresServer.run(["restart", connectionString])) != nil { return }
                Thread.sleep(forTimeInterval: 0.5)
            }
            _ = try PostgresServer.run(["restart", connectionString])
        }

        /// Creates or removes a file that makes the server's disk full.
        func setFull(_ isFull: Bool, file: String = "full") throws {
            let path = "\(folder)/\(file)"
            if isFull {
                try Data().write(to: URL(filePath: path))
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
        }

        /// The settings of a database on the server.
        func configuration() -> PostgresConfiguration {
            var configuration = PostgresConfiguration(connectionString)
            configuration.connectionTimeout = 60
            configuration.changeWaitTime = 60
            return configuration
        }

        /// Runs statements with a connection of their own.
        func execute(_ statements: String...) throws {
            let connection = try PostgresConnection(configuration(), location: "the test server")
            for statement in statements { try connection.execute(statement) }
        }

        /// Terminates the connections of a database object, and returns their number.
        @discardableResult
        func terminateConnections(
            named name: String, where condition: String = "true"
        ) throws -> Int {
            let connection = try PostgresConnection(configuration(), location: "the test server")
            return try connection.rows(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = \(SQLName.literal(name)) AND \(condition)
                """
            ).count
        }

        /// Waits until a query returns a row, at most 5 minutes.
        func wait(for query: String) throws -> Bool {
            let connection = try PostgresConnection(configuration(), location: "the test server")
            return try waits { try !connection.rows(query).isEmpty }
        }
    }

    /// Waits until a condition is met, at most 5 minutes, and returns whether it is.
    func waits(for condition: () throws -> Bool) rethrows -> Bool {
        let end = Date(timeIntervalSinceNow: 300)
        while try !condition() {
            guard Date() < end else { return false }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return true
    }

    /// A flag that threads wait for.
    final class Flag: Sendable {
        private let isOn = Mutex(false)

        var isSet: Bool { isOn.withLock { $0 } }

        func set() { isOn.withLock { $0 = true } }
    }
#endif
