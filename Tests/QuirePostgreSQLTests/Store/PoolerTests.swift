#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// A database behind pgbouncer in transaction mode, with fewer connections than threads.
    @Suite(
        .enabled(
            if: FaultServer.isAvailable && FaultServer.hasPooler, "pgbouncer is not installed."),
        .timeLimit(.minutes(10)))
    struct PoolerTests {
        private static let pooler = Result { () throws -> (server: FaultServer, string: String) in
            let server = try FaultServer()
            return (server, try PostgresServer.run(["pooler", server.connectionString]))
        }

        private let server: FaultServer
        private let configuration: PostgresConfiguration

        init() throws {
            let pooler = try Self.pooler.get()
            server = pooler.server
            var configuration = server.configuration()
            configuration.connectionString = pooler.string
            configuration.schemaName = PostgresServer.schemaName()
            configuration.usesPreparedStatements = false
            configuration.changePollingInterval = 0.05
            configuration.maximumConnections = 16
            self.configuration = configuration
        }

        @Test func `documents, queries, indexes, blobs and expiration work behind a pooler`() throws
        {
            let database = try PostgresDatabase(configuration)
            let hotels = try database.repository(of: Hotel.self)
            for number in 0..<40 {
                try hotels.save(Hotel(id: "h\(number)", name: "House \(number)", stars: number % 5))
            }
            #expect(try hotels.filter { $0.stars >= 3 }.count() == 16)
            #expect(throws: QuireError.self) {
                try hotels.save(Hotel(id: "h1", name: "Other"))
            }
            try hotels.createIndex(on: \.stars)
            #expect(try hotels.filter { $0.stars == 4 }.sorted(by: \.name).all().count == 8)
            let store = try database.createStore(named: "other", scope: "s")
            let content = Data(repeating: 7, count: 1_200_000)
            let blobs = try #require(store.blobStorage)
            _ = try blobs.install(content)
            #expect(try blobs.read(BlobDigest(of: content), length: nil) == content)
            try store.put("a", "{}")
            try store.setExpiration(Date(), of: "a")
            #expect(try waits { try store.record(id: "a") == nil })
            #expect(try store.changes(since: 0, limit: 10).isEmpty)
            for type in [MaintenanceType.compact, .reindex, .optimize] {
                try database.performMaintenance(type: type)
            }
        }

        @Test func `transactions of more threads than connections lose nothing`() throws {
            let databases = try (0..<2).map { _ in try PostgresDatabase(configuration) }
            try databases[0].defaultStore().put("counter", #"{"n":0}"#)
            let errors = onThreads(24) { number in
                let store = try databases[number % 2].defaultStore()
                for round in 0..<FaultServer.rounds(3) {
                    try store.inBatch {
                        let count = try store.record(id: "counter")?.body["n"]?.int64 ?? 0
                        try store.put("counter", #"{"n":\#(count + 1)}"#).revision(in: store)
                        try store.inBatch {
                            _ = try store.put("doc-\(number)-\(round)", "{}", if: .absent)
                        }
                    }
                    let count = try databases[number % 2].snapshot {
                        (
                            try store.record(id: "counter")?.body["n"]?.int64,
                            try store.count(where: .literal(.boolean(true)))
                        )
                    }
                    if count.0 != Int64(count.1 - 1) {
                        throw QuireError(.unexpectedError, "a snapshot contains \(count)")
                    }
                }
            }
            #expect(errors == [])
            let store = try databases[1].defaultStore()
            let total = 24 * FaultServer.rounds(3)
            #expect(try store.record(id: "counter")?.body["n"]?.int64 == Int64(total))
            #expect(try store.changes(since: 0, limit: 10_000).count == total + 1)
        }

        @Test(arguments: [true, false])
        func `listeners receive the changes of other programs by polling`(
            usesNotifications: Bool
        ) async throws {
            var configuration = configuration
            configuration.usesNotifications = usesNotifications
            let hotels = try PostgresDatabase(configuration).repository(of: Hotel.self)
            let other = try PostgresDatabase(configuration).repository(of: Hotel.self)
            var changes = hotels.filter { $0.stars == 5 }.changes().makeAsyncIterator()
            #expect(try await changes.next()?.models == [])
            try await other.insert(Hotel(id: "a", name: "Harbour House", stars: 5))
            #expect(try await changes.next()?.models.map(\.id) == ["a"])
            try await other.purge(id: "a")
            #expect(try await changes.next()?.models == [])
        }

        @Test func `settings of a session do not reach other programs`() throws {
            var configuration = configuration
            configuration.statementTimeout = 0.2
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            try store.put("a", "{}")
            for body: (@escaping () throws -> Void) throws -> Void in [
                { body in try store.inBatch { try body() } },
                { body in try database.snapshot { try body() } },
            ] {
                let error = #expect(throws: QuireError.self) {
                    try body { try database.read { try $0.execute("SELECT pg_sleep(10)") } }
                }
                #expect(error?.code == .timeLimitExceeded)
            }
            try store.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
            var plain = configuration
            plain.statementTimeout = nil
            let settings = plain
            // Several connections at the same time use different connections of the pooler.
            let errors = onThreads(4) { _ in
                let connection = try PostgresConnection(settings, location: "test")
                let row = try connection.rows(
                    """
                    SELECT current_setting('statement_timeout'), current_setting('jit'),
                    pg_sleep(0.2)::text
                    """)[0]
                if (row.text(0), row.text(1)) != ("0", "on") {
                    throw QuireError(.unexpectedError, "\(row.text(0)) \(row.text(1))")
                }
            }
            #expect(errors == [])
        }

        @Test func `an operation after a restart of the server succeeds when it is repeated`()
            throws
        {
            let server = try FaultServer()
            var configuration = configuration
            configuration.connectionString = try PostgresServer.run([
                "pooler", server.connectionString,
            ])
            let store = try PostgresDatabase(configuration).defaultStore()
            try store.put("a", "{}").revision(in: store)
            try server.crash()
            try server.restart()
            #expect(
                try waits {
                    do {
                        return try store.put("b", "{}").revision(in: store).id == "b"
                    } catch let error as QuireError where error.code == .cantOpenFile {
                        return false
                    }
                })
            #expect(try store.changes(since: 0, limit: 10).map(\.id) == ["a", "b"])
        }
    }
#endif
