#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTesting
    import Testing

    @testable import QuirePostgreSQL

    /// Reads of a database with a streaming replica.
    ///
    /// The tests share a server and its replica, of which one test pauses the replay.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)), .serialized)
    struct PostgresReplicaTests {
        private static let servers = Result { () throws -> (primary: String, replica: String) in
            let process = String(ProcessInfo.processInfo.processIdentifier)
            let primary = try PostgresServer.run(["start", "--unsafe", "--for", process])
            return (primary, try PostgresServer.run(["replica", primary, "--for", process]))
        }

        private let configuration: PostgresConfiguration
        private let database: PostgresDatabase
        private let hotels: Repository<Hotel>

        init() throws {
            let servers = try Self.servers.get()
            var configuration = PostgresConfiguration(servers.primary)
            configuration.schemaName = PostgresServer.schemaName()
            configuration.connectionTimeout = 60
            configuration.replicaConnectionStrings = [servers.replica]
            self.configuration = configuration
            database = try PostgresDatabase(configuration)
            hotels = try database.repository(of: Hotel.self)
        }

        /// Returns whether a read uses the replica.
        private func readsReplica() throws -> Bool {
            try database.query { try $0.rows("SELECT pg_is_in_recovery()")[0].boolean(0) }
        }

        private func replica(_ sql: String) throws {
            var configuration = configuration
            configuration.connectionString = try Self.servers.get().replica
            try PostgresConnection(configuration, location: "the replica").execute(sql)
        }

        private func waitForReplica() throws -> Bool {
            let end = Date(timeIntervalSinceNow: 60)
            while Date() < end {
                if try readsReplica() { return true }
                Thread.sleep(forTimeInterval: 0.01)
            }
            return false
        }

        @Test func `a replica that is recent enough answers reads, and later ones see writes`()
            throws
        {
            for number in 0..<50 {
                let hotel = Hotel(id: "h\(number)", name: "Harbour House")
                try hotels.save(hotel)
                #expect(try hotels.find("h\(number)") == hotel)
                #expect(try hotels.count() == number + 1)
            }
            #expect(try waitForReplica())
            #expect(try hotels.filter { $0.name == "Harbour House" }.count() == 50)
        }

        @Test func `a replica that is behind is skipped`() throws {
            try hotels.save(Hotel(id: "a", name: "Old"))
            #expect(try waitForReplica())
            try replica("SELECT pg_wal_replay_pause()")
            defer { try? replica("SELECT pg_wal_replay_resume()") }
            try database.inBatch { try hotels.upsert(Hotel(id: "a", name: "New")) }
            #expect(try readsReplica() == false)
            #expect(try hotels.require("a").name == "New")
            try replica("SELECT pg_wal_replay_resume()")
            #expect(try waitForReplica())
            #expect(try hotels.require("a").name == "New")
        }

        @Test func `transactions and snapshots use the primary server`() throws {
            try hotels.save(Hotel(id: "a", name: "Old"))
            #expect(try waitForReplica())
            #expect(try database.inBatch { try readsReplica() } == false)
            #expect(try database.snapshot { try readsReplica() } == false)
        }

        @Test func `a replica that cannot be reached is skipped`() throws {
            var configuration = configuration
            configuration.replicaConnectionStrings = ["host=/nonexistent"]
            let database = try PostgresDatabase(configuration)
            let hotels = try database.repository(of: Hotel.self)
            let hotel = Hotel(id: "a", name: "Harbour House")
            try hotels.save(hotel)
            #expect(try hotels.all() == [hotel])
        }
    }
#endif
