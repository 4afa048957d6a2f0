#if PostgreSQL
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuirePostgreSQL

    /// What a distributed server does differently, imitated with one server.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct DistributedServerTests {
        private static let server = Result { () throws -> FaultServer in
            let server = try FaultServer()
            try server.execute("ALTER SYSTEM SET max_prepared_transactions = 16")
            try server.crash()
            try server.restart()
            return server
        }

        private let server: FaultServer

        init() throws { server = try Self.server.get() }

        private func database(
            _ change: (inout PostgresConfiguration) -> Void = { _ in }
        )
            throws -> PostgresDatabase
        {
            var configuration = server.configuration()
            configuration.schemaName = PostgresServer.schemaName()
            change(&configuration)
            return try PostgresDatabase(configuration)
        }

        /// Saves a document in a transaction that is prepared, as the first phase of a commit on
        /// several nodes.
        private func prepare(_ id: String, in database: PostgresDatabase) throws {
            let connection = try PostgresConnection(
                database.configuration, location: "the test server")
            try connection.begin()
            _ = try connection.rows(
                database.statements(of: "_default._default").insert,
                [
                    .text(id), .integer(1), .text("1-00000000000000000000000000000000"), .null,
                    .json(Array("{}".utf8)), .null,
                ])
            try connection.execute("PREPARE TRANSACTION '\(database.layout.schemaName)-\(id)'")
        }

        private func commitPrepared(_ id: String, of database: PostgresDatabase) throws {
            try server.execute("COMMIT PREPARED '\(database.layout.schemaName)-\(id)'")
        }

        @Test func `the list of changes ends before a prepared transaction`() throws {
            let database = try database { $0.changeWaitTime = 0.05 }
            let store = try database.defaultStore()
            try store.put("first", "{}")
            try prepare("prepared", in: database)
            try store.put("last", "{}")
            let before = try store.changes(since: 0, limit: 10).map(\.revision.id)
            try commitPrepared("prepared", of: database)
            let after = try store.changes(since: 0, limit: 10).map(\.revision.id)
            #expect([before, after] == [["first"], ["first", "prepared", "last"]])
        }

        @Test func `a reader of the changes misses none beside commits in two phases`() throws {
            let database = try database { $0.changeWaitTime = 0.01 }
            let store = try database.defaultStore()
            var random = SplitMix64(seed: 7)
            var (prepared, read): ([String], [String]) = ([], [])
            var position: UInt64 = 0
            func readChanges() throws {
                for change in try store.changes(since: position, limit: 3) {
                    read.append(change.revision.id)
                    position = change.revision.sequence
                }
            }
            for number in 0..<60 {
                let id = "doc\(number)"
                switch Int.random(in: 0..<3, using: &random) {
                case 0 where prepared.count < 8:
                    try prepare(id, in: database)
                    prepared.append(id)
                case 1 where !prepared.isEmpty:
                    let chosen = Int.random(in: 0..<prepared.count, using: &random)
                    try commitPrepared(prepared.remove(at: chosen), of: database)
                    try store.put(id, "{}")
                default: try store.put(id, "{}")
                }
                try readChanges()
            }
            for id in prepared { try commitPrepared(id, of: database) }
            for _ in 0..<60 { try readChanges() }
            #expect(read.sorted() == (0..<60).map { "doc\($0)" }.sorted())
        }

        /// Makes commits of the default collection fail, as a node of a distributed server does.
        private func failCommits(_ count: Int, of database: PostgresDatabase) throws {
            let schema = database.layout.schema
            try server.execute(
                "CREATE SEQUENCE \(schema).commits",
                """
                CREATE FUNCTION \(schema).fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                    IF nextval('\(schema).commits') <= \(count) THEN
                        RAISE EXCEPTION 'could not commit transaction for shard 102008 on node'
                        USING ERRCODE = 'XX000';
                    END IF;
                    RETURN NULL;
                END $$
                """,
                """
                CREATE CONSTRAINT TRIGGER fail AFTER INSERT OR UPDATE
                ON \(schema)."_default._default" DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION \(schema).fail()
                """)
        }

        @Test func `a transaction whose commit fails on a node runs again`() throws {
            let database = try database()
            try failCommits(3, of: database)
            var runCount = 0
            try database.inBatch {
                runCount += 1
                try database.defaultStore().put("a", "{}")
            }
            #expect(runCount == 4)
        }

        @Test func `a save whose commit fails on a node runs again`() throws {
            let database = try database()
            try failCommits(3, of: database)
            let store = try database.defaultStore()
            try store.put("a", #"{"n":1}"#)
            #expect(try store.record(id: "a") != nil)
        }

        @Test func `an expiration that the server refuses is reported until it succeeds`() throws {
            let database = try database()
            let store = try database.defaultStore()
            try store.put("a", "{}")
            let schema = database.layout.schema
            try server.execute(
                """
                CREATE FUNCTION \(schema).fail() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '53100'; END $$
                """,
                """
                CREATE TRIGGER fail BEFORE DELETE ON \(schema)."_default._default"
                FOR EACH ROW EXECUTE FUNCTION \(schema).fail()
                """)
            try store.setExpiration(Date(timeIntervalSinceNow: -1), of: "a")
            let isReported = waits { (database.expirationError as? QuireError)?.code == .ioError }
            try server.execute("DROP TRIGGER fail ON \(schema).\"_default._default\"")
            try database.performMaintenance(type: .compact)
            try store.put("b", "{}")
            try store.setExpiration(Date(timeIntervalSinceNow: -1), of: "b")
            #expect(isReported && waits { database.expirationError == nil })
        }
    }
#endif
