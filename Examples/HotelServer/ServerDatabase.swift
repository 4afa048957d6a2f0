#if PostgreSQL
    import Foundation
    import Quire
    import QuirePostgreSQL

    /// A database on a PostgreSQL server, in a schema of the program.
    struct ServerDatabase: TravelDatabase {
        private let server: PostgresDatabase

        var database: any DocumentDatabase { server }

        /// Creates the schema.
        init(_ connectionString: String) async throws {
            var configuration = PostgresConfiguration(connectionString)
            configuration.schemaName = "hotel_server_\(UUID().uuidString)"
            server = try PostgresDatabase(configuration)
            print("Opened a database on PostgreSQL.")
        }

        func showEngine() async throws {
            print("\nAnother program, while the server runs:")
            // It has its own connections, as it would have on another machine.
            let other = try PostgresDatabase(server.configuration)
            let bookings = try other.repository(of: Booking.self)
            print("It reads \(try await bookings.count()) bookings.")
            try other.close()
        }

        func remove() async throws { try server.delete() }

        func printCounts() {}
    }
#endif
