#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// What the databases of a fleet share, and what is released.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct FleetResourceTests {
        private let configuration: PostgresFleetConfiguration

        init() throws { configuration = try .test() }

        @Test func `many tasks use 1,000 databases with 8 connections`() async throws {
            let fleet = try PostgresFleet(configuration)
            let count = 1_000
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for number in stride(from: task, to: count, by: 64) {
                            try await fleet.withDatabase(named: "t\(number)") { database in
                                let hotels = try database.repository(of: Hotel.self)
                                _ = try await hotels.save(Hotel(id: "h", name: "\(number)"))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Eight for statements, and two for the directory.
            #expect(try fleet.connectionCount() <= 10)
            #expect(try fleet.databases().count == count)
            let other = try PostgresFleet(configuration)
            for number in stride(from: 0, to: count, by: 37) {
                let hotels = try await other.database(named: "t\(number)").repository(
                    of: Hotel.self)
                #expect(try await hotels.all().map(\.name) == ["\(number)"])
            }
            try fleet.close()
            try other.close()
            #expect(try waits { try fleet.connectionCount() == 0 })
        }

        @Test func `listeners of 50 databases share a connection`() async throws {
            let (fleet, writer) = (
                try PostgresFleet(configuration), try PostgresFleet(configuration)
            )
            var sequences: [AsyncStream<[String]>] = []
            for number in 0..<50 {
                sequences.append(
                    try await fleet.database(named: "n\(number)").defaultStore()
                        .changedDocumentIDs())
            }
            for number in (0..<50).reversed() {
                try await writer.database(named: "n\(number)").put("d\(number)")
            }
            for (number, sequence) in sequences.enumerated() {
                var iterator = sequence.makeAsyncIterator()
                #expect(await iterator.next() == ["d\(number)"])
            }
            let name = SQLName.literal(configuration.schemaPrefix)
            let listening = try fleet.server(named: "main").pool.withConnection {
                try $0.rows(
                    """
                    SELECT 1 FROM pg_stat_activity WHERE application_name = \(name)
                    AND query ~ '^(LISTEN|SELECT id, seq)'
                    """
                ).count
            }
            #expect(listening <= 1)
            sequences = []
            // The thread ends, and a later listener begins another one.
            let database = try await fleet.database(named: "n1")
            try await Task.sleep(for: .seconds(0.5))
            var later = try database.defaultStore().changedDocumentIDs().makeAsyncIterator()
            try await writer.database(named: "n1").put("later")
            #expect(await later.next() == ["later"])
        }

        @Test func `a failure of one database does not end the notifications of others`()
            async throws
        {
            let fleet = try PostgresFleet(configuration)
            let writer = try PostgresFleet(configuration)
            var deleted = try await fleet.database(named: "a").defaultStore().changedDocumentIDs()
                .makeAsyncIterator()
            var other = try await fleet.database(named: "b").defaultStore().changedDocumentIDs()
                .makeAsyncIterator()
            try writer.deleteDatabase(named: "a")
            #expect(await deleted.next() == nil)
            try await writer.database(named: "b").put("1")
            #expect(await other.next() == ["1"])
        }

        @Test func `databases that were not used for a long time are released`() throws {
            var settings = configuration
            settings.maximumOpenDatabases = 3
            let fleet = try PostgresFleet(settings)
            let held = try fleet.database(named: "held")
            weak let first: PostgresDatabase? = try fleet.database(named: "n0")
            #expect(first != nil)
            for number in 1..<5 { _ = try fleet.database(named: "n\(number)") }
            #expect(first == nil)
            #expect(fleet.openDatabases.counts.retained == 3)
            #expect(fleet.openDatabases.counts.all == 4)
            #expect(try fleet.database(named: "held") === held)
            // The uses are in the order of the calls: n3, n4, held.
            _ = try fleet.database(named: "n3")
            _ = try fleet.database(named: "new")
            weak let released: PostgresDatabase? = fleet.openDatabases.database(
                named: ExactString("n4"))
            #expect(released == nil)
            #expect(fleet.openDatabases.database(named: ExactString("n3")) != nil)
        }

        @Test(arguments: [0, -5, 1])
        func `a fleet can retain few databases or none`(limit: Int) throws {
            var settings = configuration
            settings.maximumOpenDatabases = limit
            let fleet = try PostgresFleet(settings)
            for number in 0..<6 {
                try fleet.database(named: "n\(number % 3)").put("d\(number)")
            }
            #expect(fleet.openDatabases.counts.retained == max(0, limit))
            #expect(try fleet.database(named: "n0").contents().count == 2)
        }

        @Test func `closing a database does not close the others`() throws {
            let fleet = try PostgresFleet(configuration)
            let (a, b) = (try fleet.database(named: "a"), try fleet.database(named: "b"))
            try a.close()
            #expect(code { try a.put("1") } == .notOpen)
            #expect(code { _ = try a.blobs.install(Data("x".utf8)) } == .notOpen)
            try b.put("1")
            let again = try fleet.database(named: "a")
            #expect(again !== a)
            try again.put("2")
            try fleet.close()
            try fleet.close()
            for database in [again, b] { #expect(code { try database.put("3") } == .notOpen) }
            #expect(code { _ = try fleet.database(named: "a") } == .notOpen)
            #expect(code { _ = try fleet.databases() } == .notOpen)
        }

        @Test func `a fleet with a transaction is not closed`() throws {
            let fleet = try PostgresFleet(configuration)
            let database = try fleet.database(named: "a")
            try database.inBatch {
                #expect(code { try fleet.close() } == .transactionNotClosed)
                try database.put("1")
            }
            #expect(try fleet.database(named: "a").contents() == ["1": "{}"])
        }

        @Test func `a database stays open after its fleet was released`() throws {
            var fleet: PostgresFleet? = try PostgresFleet(configuration)
            let database = try fleet?.database(named: "a")
            fleet = nil
            try database?.put("1")
            #expect(try database?.contents() == ["1": "{}"])
        }

        @Test func `documents expire, and blobs are separate`() throws {
            let fleet = try PostgresFleet(configuration)
            let (a, b) = (try fleet.database(named: "a"), try fleet.database(named: "b"))
            for database in [a, b] {
                try database.put("1")
                try database.defaultStore().setExpiration(
                    Date(timeIntervalSinceNow: 0.3), of: "1")
            }
            #expect(try waits { try a.contents().isEmpty && b.contents().isEmpty })
            let blob = try a.blobs.install(Data("content".utf8))
            #expect(try a.blobs.read(blob.digest, length: 7) == Data("content".utf8))
            #expect(try b.blobs.length(of: blob.digest) == nil)
        }

        @Test func `expired documents of databases that are not open are purged`() throws {
            let fleet = try PostgresFleet(configuration)
            let schema = SQLName.quoted(try fleet.database(named: "a").configuration.schemaName)
            try fleet.database(named: "a").put("1")
            try fleet.execute(#"UPDATE \#(schema)."_default._default" SET expires = now()"#)
            let other = try PostgresFleet(configuration)
            let report = try other.purgeExpiredDocuments()
            #expect(report.completedCount == 1 && report.failures.isEmpty)
            #expect(other.openDatabases.counts.all == 0)
            #expect(try fleet.database(named: "a").contents().isEmpty)
        }

        @Test(arguments: [MaintenanceType.compact, .optimize, .integrityCheck])
        func `maintenance continues after a failure`(type: MaintenanceType) throws {
            let fleet = try PostgresFleet(configuration)
            for name in ["a", "b", "c"] { try fleet.database(named: name).put("1") }
            let schema = SQLName.quoted(try fleet.entry("b").schemaName)
            try fleet.execute("DROP SCHEMA \(schema) CASCADE")
            let report = try PostgresFleet(configuration).performMaintenance(type: type)
            let fails = type == .integrityCheck ? ["a", "b", "c"] : ["b"]
            #expect(report.failures.map(\.databaseName) == fails)
            #expect(report.completedCount == 3 - fails.count)
        }

        @Test func `an upgrade continues after a database that fails`() throws {
            let fleet = try PostgresFleet(configuration)
            for name in ["a", "b", "c", "d"] { try fleet.database(named: name).put("1") }
            for (name, version) in [("a", "3"), ("b", "x"), ("c", "99"), ("d", "3")] {
                let schema = SQLName.quoted(try fleet.entry(name).schemaName)
                try fleet.execute(
                    "UPDATE \(schema).property SET value = '\(version)' WHERE name = 'version'")
                if version == "3" {
                    try fleet.execute("DELETE FROM \(schema).property WHERE name = 'offset'")
                }
            }
            let report = try PostgresFleet(configuration).upgrade()
            #expect(report.completedCount == 2)
            #expect(report.failures.map(\.databaseName) == ["b", "c"])
            let codes = report.failures.map { ($0.error as? QuireError)?.code }
            #expect(codes == [.wrongFormat, .databaseTooNew])
            let other = try PostgresFleet(configuration)
            for name in ["a", "d"] {
                #expect(try other.database(named: name).contents().count == 1)
            }
        }

        // MARK: Servers and moves

        @Test func `new databases are created on the server with the fewest`() throws {
            let fleet = try PostgresFleet(.testOnTwoServers())
            for number in 0..<6 { try fleet.database(named: "n\(number)").put("d\(number)") }
            try fleet.createDatabase(named: "on b", on: "b").put("1")
            let servers = try fleet.databases().map(\.serverName)
            #expect(servers == ["a", "b", "a", "b", "a", "b", "b"])
            let other = try PostgresFleet(fleet.configuration)
            for number in 0..<6 {
                #expect(try other.database(named: "n\(number)").contents() == ["d\(number)": "{}"])
            }
            var settings = fleet.configuration
            settings.servers["b"] = nil
            let part = try PostgresFleet(settings)
            #expect(code { _ = try part.database(named: "n1") } == .invalidParameter)
            #expect(try part.database(named: "n0").contents() == ["d0": "{}"])
            let report = try part.upgrade()
            #expect(report.failures.map(\.databaseName) == ["n1", "n3", "n5", "on b"])
        }

        /// Moves an empty copy of a database to the other server, as a mover does.
        private func move(_ name: String, in fleet: PostgresFleet, finish: () throws -> Void) throws
        {
            let entry = try fleet.entry(name)
            var moving = entry
            (moving.state, moving.target) = (.moving, "b")
            #expect(try fleet.directory.change(entry, to: moving))
            var moved = moving
            (moved.state, moved.target, moved.serverName) = (.open, nil, "b")
            moved.schemaName = try fleet.newSchemaName(
                forDatabase: name, onServer: "b", isUnique: true)
            let server = try fleet.server(named: "b")
            let target = try PostgresLayout(schemaName: moved.schemaName)
            let isCreated = try server.pool.withConnection {
                try target.create(
                    $0, identity: server.identity($0), directoryID: fleet.directory.id,
                    location: "test")
            }
            #expect(isCreated)
            let old = SQLName.quoted(entry.schemaName)
            try fleet.execute(
                "UPDATE \(old).property SET value = 'moved' WHERE name = 'version'", onServer: "a")
            try finish()
            #expect(try fleet.directory.change(moving, to: moved))
            try fleet.execute("DROP SCHEMA \(old) CASCADE", onServer: "a")
        }

        @Test func `a database that was moved is found at its new place`() throws {
            let configuration = try PostgresFleetConfiguration.testOnTwoServers()
            let (mover, fleet) = (
                try PostgresFleet(configuration), try PostgresFleet(configuration)
            )
            let database = try fleet.createDatabase(named: "a", on: "a")
            try database.put("1")
            let store = try database.defaultStore()
            try move("a", in: mover) {
                let writes: [() throws -> Void] = [
                    { try store.put("2", "{}") },
                    { try database.inBatch { try database.put("2") } },
                    { _ = try database.createStore(named: "x", scope: nil) },
                ]
                for write in writes { #expect(code(of: write) == .notOpen) }
                let waiting = Mutex<[String]>([])
                let thread = Flag()
                Thread.detachNewThread {
                    let found = try? fleet.withDatabase(named: "a") { database in
                        try database.put("3")
                        return database.configuration.schemaName
                    }
                    waiting.withLock { $0.append(found ?? "none") }
                    thread.set()
                }
                Thread.sleep(forTimeInterval: 0.3)
                #expect(waiting.withLock { $0.isEmpty })
            }
            let reads: [() throws -> Void] = [
                { _ = try store.record(id: "1") },
                { _ = try database.snapshot { try store.record(id: "1") } },
                { try database.put("4") }, { _ = try database.blobs.install(Data("x".utf8)) },
                { try database.inBatch { try database.put("4") } },
                { try database.performMaintenance(type: .compact) },
            ]
            for (number, read) in reads.enumerated() {
                #expect(code(of: read) == .notOpen, "\(number)")
            }
            let moved = try fleet.database(named: "a")
            #expect(moved !== database)
            #expect(try waits { try moved.contents() == ["3": "{}"] })
            #expect(try fleet.entry("a").serverName == "b")
        }

        @Test func `withDatabase throws other errors without running again`() async throws {
            struct Failure: Error {}
            let fleet = try PostgresFleet(configuration)
            var count = 0
            #expect(throws: Failure.self) {
                try fleet.withDatabase(named: "a") { _ in
                    count += 1
                    throw Failure()
                }
            }
            let closing = code {
                try fleet.withDatabase(named: "a") { database in
                    count += 1
                    try database.close()
                    try database.put("1")
                }
            }
            #expect(count == 2 && closing == .notOpen)
            await #expect(throws: Failure.self) {
                try await fleet.withDatabase(named: "a") { _ in
                    await Task.yield()
                    throw Failure()
                }
            }
        }
    }
#endif
