#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// Deleting all tables of a database.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresDeletionTests {
        private let configuration: PostgresConfiguration
        private let database: PostgresDatabase
        private let hotels: Repository<Hotel>
        private let other: PostgresConnection
        private var schema: String { database.layout.schema }

        init() throws {
            configuration = try .test()
            database = try PostgresDatabase(configuration)
            hotels = try database.createStore(named: "hotels", scope: nil)
                .repository(of: Hotel.self)
            try hotels.save(Hotel(id: "hotel-1", name: "Anchor"))
            other = try PostgresConnection(configuration, location: "the test database")
        }

        private func tables() throws -> [String] {
            try other.rows(
                "SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY 1",
                [.text(configuration.schemaName)]
            ).map { $0.text(0) }
        }

        private func schemaExists() throws -> Bool {
            try !other.rows(
                "SELECT 1 FROM pg_namespace WHERE nspname = $1", [.text(configuration.schemaName)]
            ).isEmpty
        }

        @Test func `deleting a database removes its tables and its schema, and closes it`() throws {
            try database.delete()
            #expect(try tables() == [])
            #expect(try !schemaExists())
            #expect(throws: QuireError.self) { try hotels.count() }
            let new = try PostgresDatabase(configuration)
            #expect(try new.store(named: "hotels", scope: nil) == nil)
            try new.delete()
        }

        @Test func `deleting a database twice has no further effect`() throws {
            try database.delete()
            try database.delete()
            #expect(try !schemaExists())
        }

        @Test func `tables of other programs in the schema are kept`() throws {
            try other.execute("CREATE TABLE \(schema).invoices (number integer)")
            try database.delete()
            #expect(try tables() == ["invoices"])
            try other.execute("DROP SCHEMA \(schema) CASCADE")
        }

        @Test func `nothing is deleted if another object depends on a table`() throws {
            try other.execute(
                "CREATE VIEW \(schema).names AS SELECT id FROM \(schema).\"_default.hotels\"")
            #expect(throws: QuireError.self) { try database.delete() }
            let new = try PostgresDatabase(configuration)
            let store = try #require(try new.store(named: "hotels", scope: nil))
            #expect(try store.record(id: "hotel-1") != nil)
            try other.execute("DROP VIEW \(schema).names")
            try new.delete()
            #expect(try !schemaExists())
        }

        @Test func `a database cannot be deleted within a transaction`() throws {
            try database.inBatch {
                try hotels.save(Hotel(id: "hotel-2", name: "Bryggen"))
                let error = #expect(throws: QuireError.self) { try database.delete() }
                #expect(error?.code == .transactionNotClosed)
            }
            #expect(try hotels.count() == 2)
            try database.delete()
        }

        @Test func `a role that does not own the tables cannot delete them`() throws {
            let role = SQLName.quoted("reader_" + configuration.schemaName)
            try other.execute(
                """
                CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role);
                GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)
                """)
            var configuration = configuration
            let server = try PostgresServer.connectionString()
            configuration.connectionString = server.replacing(
                "postgresql://quire@", with: "postgresql://reader_\(configuration.schemaName)@")
            let reader = try PostgresDatabase(configuration)
            let error = #expect(throws: QuireError.self) { try reader.delete() }
            #expect(error?.code == .notWriteable)
            #expect(try hotels.count() == 1)
            try database.delete()
            try other.execute("DROP ROLE \(role)")
        }
    }
#endif
