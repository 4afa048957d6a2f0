#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// Databases that were restored from a dump into a server with lower transaction IDs.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct RestoredDatabaseTests {
        /// A server whose transaction IDs are higher than those of the second one.
        private static let servers = Result { () throws -> (FaultServer, FaultServer) in
            let source = try FaultServer()
            try source.execute(
                """
                DO $$ BEGIN
                    FOR number IN 1..20000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;
                END $$
                """)
            return (source, try FaultServer())
        }

        private let source: FaultServer
        private let target: FaultServer
        private let schema = PostgresServer.schemaName()

        init() throws {
            (source, target) = try Self.servers.get()
        }

        private func configuration(_ servers: FaultServer...) -> PostgresConfiguration {
            var configuration = servers[0].configuration()
            configuration.schemaName = schema
            let folders = servers.map(\.folder).joined(separator: ",")
            configuration.connectionString = "postgresql://quire@/quire?host=\(folders)"
            configuration.changePollingInterval = 0.05
            return configuration
        }

        /// Creates a database on the first server, and returns the state of its list of changes.
        private func fill() throws -> ChangeFeedState {
            let store = try PostgresDatabase(configuration(source)).defaultStore()
            for id in ["a", "b", "c", "d"] { try store.put(id, #"{"n":1.0}"#) }
            _ = try store.delete(id: "b", if: .any)
            try store.purge(id: "d")
            _ = try store.blobStorage?.install(Data("blob".utf8))
            try store.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
            let state = try store.changeFeedState()
            // The dump contains everything.
            _ = try PostgresServer.run([
                "copy", source.connectionString, target.connectionString, schema,
            ])
            return state
        }

        @Test
        func `a restored database has a new list of changes that continues after the old one`()
            async throws
        {
            let state = try fill()
            let database = try PostgresDatabase(configuration(target))
            let store = try database.defaultStore()
            let restored = try store.changeFeedState()
            #expect(restored.feedID != state.feedID)
            #expect(restored.lastSequence == state.lastSequence)
            #expect(try store.changes(since: 0, limit: 10).map(\.id) == ["a", "c", "b"])
            #expect(try store.indexes() == ["byN"])
            let digest = BlobDigest(of: Data("blob".utf8))
            #expect(try store.blobStorage?.read(digest, length: nil) == Data("blob".utf8))

            let saved = try store.put("new", "{}").revision(in: store)
            #expect(saved.sequence > state.lastSequence)
            let last = try await store.inBatch {
                let revision = try store.put("a", "{}").revision(in: store)
                return [revision.sequence, try store.changeFeedState().lastSequence]
            }
            #expect(last[0] > saved.sequence)
            #expect(last[0] == last[1])
            let changes = try store.changes(since: state.lastSequence, limit: 10)
            #expect(changes.map(\.id) == ["new", "a"])

            // Another program continues with the same list.
            let other = try PostgresDatabase(configuration(target)).defaultStore()
            #expect(try other.changeFeedState().feedID == restored.feedID)
            let notified = store.changedDocumentIDs()
            try other.put("other", "{}").revision(in: other)
            try other.purge(id: "new")
            var received: [String] = []
            for await ids in notified {
                received += ids
                if received.count == 2 { break }
            }
            #expect(received == ["other", "new"])
        }

        @Test func `a change token of the former server is refused`() throws {
            _ = try fill()
            let old = try PostgresDatabase(configuration(source)).repository(of: Hotel.self)
            let token = try old.changes(since: nil, limit: 10).token
            let hotels = try PostgresDatabase(configuration(target)).repository(of: Hotel.self)
            let error = #expect(throws: QuireError.self) {
                try hotels.changes(since: token, limit: 10)
            }
            #expect(error?.code == .staleChangeToken)
        }

        @Test func `programs that open a restored database at the same time have one list`() throws
        {
            let state = try fill()
            let feeds = Mutex<Set<PostgresFeed>>([])
            let errors = onThreads(8) { number in
                let database = try PostgresDatabase(configuration(target))
                let store = try database.defaultStore()
                let saved = try store.put("doc\(number)", "{}").revision(in: store)
                #expect(saved.sequence > state.lastSequence)
                feeds.withLock { _ = $0.insert(database.feed) }
            }
            #expect(errors == [])
            #expect(feeds.withLock { $0.count } == 1)
            let store = try PostgresDatabase(configuration(target)).defaultStore()
            let changes = try store.changes(since: state.lastSequence, limit: 100)
            #expect(changes.count == 8)
        }

        @Test func `an object that was opened before the restoration must be opened again`() throws
        {
            let state = try fill()
            // The first host of the list that can be reached is used.
            let source = try FaultServer()
            let database: PostgresDatabase
            do {
                var configuration = configuration(source, target)
                configuration.maximumConnections = 1
                database = try PostgresDatabase(configuration)
            }
            let store = try database.defaultStore()
            try store.put("x", "{}").revision(in: store)
            try source.crash()
            #expect(waits { (try? store.record(id: "x")) == nil })
            for _ in 0..<3 {
                let error = #expect(throws: QuireError.self) { try store.put("y", "{}") }
                #expect(error?.code == .notOpen)
                #expect(error?.message.contains("restored") == true)
            }
            let reopened = try PostgresDatabase(configuration(source, target)).defaultStore()
            let saved = try reopened.put("y", "{}").revision(in: reopened)
            #expect(saved.sequence > state.lastSequence)
        }

        @Test func `a copy in the same server has a list of its own, without an offset`() throws {
            let database = try PostgresDatabase(configuration(source))
            let store = try database.defaultStore()
            try store.put("a", "{}")
            let name = "copy_\(schema)"
            try database.close()
            var other = configuration(source)
            other.connectionString += "&dbname=postgres"
            let connection = try PostgresConnection(other, location: "test")
            #expect(
                try waits {
                    do {
                        try connection.execute("CREATE DATABASE \(name) TEMPLATE quire")
                        return true
                    } catch let error as QuireError
                        where (error.underlyingError as? PostgresServerError)?.sqlState == "55006"
                    {
                        return false
                    }
                })
            defer { try? connection.execute("DROP DATABASE \(name) WITH (FORCE)") }
            other.connectionString = configuration(source).connectionString + "&dbname=\(name)"
            let copy = try PostgresDatabase(other)
            #expect(copy.feed.id != database.feed.id)
            #expect(copy.feed.offset == 0)
            #expect(try copy.defaultStore().record(id: "a") != nil)
            try copy.close()
        }

        @Test func `a role that cannot write cannot be the first to open a restored database`()
            throws
        {
            _ = try fill()
            let role = "role_\(schema)"
            try target.execute(
                """
                CREATE ROLE \(role) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(role);
                GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role)
                """)
            var limited = configuration(target)
            limited.connectionString = limited.connectionString.replacing(
                "quire@", with: "\(role)@")
            let settings = limited
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(settings) }
            #expect(error?.code == .notWriteable)
            #expect(error?.message.contains("restored") == true)
            _ = try PostgresDatabase(configuration(target))
            #expect(try PostgresDatabase(settings).defaultStore().record(id: "a") != nil)
        }

        @Test func `a role that cannot read the ID of the cluster can use the database`() throws {
            _ = try PostgresDatabase(configuration(source))
            let role = "role_\(schema)"
            try source.execute(
                """
                REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC; CREATE ROLE \(role) LOGIN;
                GRANT USAGE ON SCHEMA \(schema) TO \(role);
                GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)
                """)
            defer {
                try? source.execute("GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC")
            }
            var limited = configuration(source)
            limited.connectionString = limited.connectionString.replacing(
                "quire@", with: "\(role)@")
            let database = try PostgresDatabase(limited)
            let store = try database.defaultStore()
            try store.put("a", "{}").revision(in: store)
            #expect(database.feed == (try PostgresDatabase(configuration(source)).feed))
            #expect(try store.changes(since: 0, limit: 10).map(\.id) == ["a"])
        }
    }
#endif
