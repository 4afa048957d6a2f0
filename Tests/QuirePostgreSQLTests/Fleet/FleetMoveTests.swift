#if PostgreSQL
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuirePlatform
    import QuireTestSupport
    import Testing

    @testable import QuirePostgreSQL

    /// Databases that are moved to another server.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct FleetMoveTests {
        private let fleet: PostgresFleet

        init() throws { fleet = try PostgresFleet(.testOnTwoServers()) }

        /// A second program of the same fleet.
        private func otherProgram() throws -> PostgresFleet {
            try PostgresFleet(fleet.configuration)
        }

        private func schemas(onServer name: String) throws -> [String] {
            try fleet.server(named: name).pool.withConnection { connection in
                try connection.rows(
                    "SELECT nspname::text FROM pg_namespace WHERE starts_with(nspname, $1)",
                    [.text(fleet.configuration.schemaPrefix)]
                ).map { $0.text(0) }.filter { $0 != fleet.configuration.directorySchemaName }
            }
        }

        @Test
        func `a moved database has the documents, blobs, indexes and state of the former one`()
            throws
        {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            let store = try database.defaultStore()
            let notes = try database.createStore(named: "notes", scope: "own")
            for number in 0..<50 { try store.put("doc\(number)", #"{"n":\#(number)}"#) }
            try notes.put("note", #"{"text":"Zürich 🏔","x":1.0}"#)
            _ = try store.delete(id: "doc1", if: .any)
            try store.purge(id: "doc49")
            let date = Date(timeIntervalSince1970: 4_000_000_000)
            try store.setExpiration(date, of: "doc2")
            let blob = try #require(store.blobStorage).install(
                Data(repeating: 7, count: 2_500_000))
            try store.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
            func state(_ database: PostgresDatabase) throws -> [String] {
                let store = try database.defaultStore()
                let notes = try #require(try database.store(named: "notes", scope: "own"))
                return try store.changes(since: 0, limit: 100).map { "\($0)" }
                    + notes.changes(since: 0, limit: 100).map { "\($0)" }
                    + [
                        "\(database.contents().sorted { $0.key < $1.key })",
                        "\(store.changeFeedState())",
                        "\(String(describing: store.expiration(of: "doc2")))",
                        "\(store.indexes())",
                        "\(String(describing: notes.record(id: "note")?.body.value.json(.canonical)))",
                        "\(String(describing: store.blobStorage?.read(blob.digest, length: nil)?.count))",
                    ]
            }
            let before = try state(database)
            try fleet.moveDatabase(named: "alice", to: "b")
            let after = try state(fleet.database(named: "alice"))
            #expect(after == before)
        }

        @Test func `sequences continue after a move, and change tokens stay valid`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            try database.put("first")
            let last = try database.defaultStore().changeFeedState().lastSequence
            try fleet.moveDatabase(named: "alice", to: "b")
            let moved = try fleet.database(named: "alice")
            try moved.put("second")
            try fleet.moveDatabase(named: "alice", to: "a")
            try fleet.database(named: "alice").put("third")
            let changes = try fleet.database(named: "alice").defaultStore()
                .changes(since: last, limit: 10).map(\.revision.id)
            #expect(changes == ["second", "third"])
        }

        @Test func `the former tables are deleted`() throws {
            try fleet.createDatabase(named: "alice", on: "a")
            try fleet.moveDatabase(named: "alice", to: "b")
            try fleet.moveDatabase(named: "alice", to: "a")
            let counts = try [schemas(onServer: "a").count, schemas(onServer: "b").count]
            #expect(counts == [1, 0])
        }

        @Test func `a move to the own server does nothing`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            try database.put("a")
            let report = try fleet.moveDatabase(named: "alice", to: "a")
            #expect(try report.byteCount == 0 && database.contents() == ["a": "{}"])
        }

        @Test(arguments: [
            ("bob", "b", QuireError.Code.notFound), ("alice", "c", .invalidParameter),
            ("alice", "", .invalidParameter), ("", "b", .invalidParameter),
        ])
        func `a move that is not possible is refused`(
            name: String, server: String, expected: QuireError.Code
        ) throws {
            try fleet.createDatabase(named: "alice", on: "a")
            #expect(code { try fleet.moveDatabase(named: name, to: server) } == expected)
        }

        @Test func `nothing is lost while two programs write during moves`() throws {
            try fleet.createDatabase(named: "alice", on: "a")
            let programs = try [fleet, otherProgram()]
            let (fleet, stop) = (fleet, Flag())
            let failure = Mutex<String?>(nil)
            Thread.detachNewThread {
                defer { stop.set() }
                do {
                    for server in ["b", "a", "b"] {
                        try fleet.moveDatabase(named: "alice", to: server)
                    }
                } catch {
                    let text = "\(error)"
                    failure.withLock { $0 = text }
                }
            }
            let acknowledged = Mutex<[String: Int64]>([:])
            let errors = onThreads(8) { thread in
                var number: Int64 = 0
                while !stop.isSet || number < 20 {
                    number += 1
                    let (id, value) = ("doc\(thread)-\(number % 7)", number)
                    try programs[thread % 2].withDatabase(named: "alice") { database in
                        let store = try database.defaultStore()
                        if value % 3 == 0 {
                            try database.inBatch { _ = try store.put(id, #"{"n":\#(value)}"#) }
                        } else {
                            try store.put(id, #"{"n":\#(value)}"#)
                        }
                    }
                    acknowledged.withLock { $0[id] = value }
                }
            }
            let database = try fleet.database(named: "alice")
            let found = try database.contents()
            let expected = acknowledged.withLock { $0.mapValues { #"{"n":\#($0)}"# } }
            #expect(errors == [] && failure.withLock { $0 } == nil && found == expected)
        }

        @Test func `unique values that documents exchange during a move are copied`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            let store = try database.defaultStore()
            try store.createIndex(
                withName: "byN", config: ValueIndexConfiguration(["n"], isUnique: true))
            for number in 0..<20 { try store.put("doc\(number)", #"{"n":\#(number)}"#) }
            let (fleet, stop) = (fleet, Flag())
            let writer = Thread {
                var round = 0
                while !stop.isSet {
                    round += 1
                    try? fleet.withDatabase(named: "alice") { database in
                        let store = try database.defaultStore()
                        try database.inBatch {
                            for number in 0..<20 {
                                try store.put("doc\(number)", #"{"n":\#(-number - 1)}"#)
                            }
                            for number in 0..<20 {
                                try store.put("doc\(number)", #"{"n":\#((number + round) % 20)}"#)
                            }
                        }
                    }
                }
            }
            writer.start()
            defer { stop.set() }
            for server in ["b", "a"] { try fleet.moveDatabase(named: "alice", to: server) }
            let values = try fleet.database(named: "alice").contents().values.sorted()
            #expect(values == (0..<20).map { #"{"n":\#($0)}"# }.sorted())
        }

        // MARK: Interruptions

        @Test func `nothing is lost if the connections of moves are terminated`() throws {
            try fleet.createDatabase(named: "alice", on: "a")
            var settings = fleet.configuration
            settings.database.applicationName = "\(settings.schemaPrefix)mover"
            let (fleet, stop) = (fleet, Flag())
            let acknowledged = Mutex<[String: Int64]>([:])
            let errors = Mutex<[String]>([])
            let writers = DispatchGroup()
            for thread in 0..<2 {
                writers.enter()
                Thread.detachNewThread {
                    defer { writers.leave() }
                    var number: Int64 = 0
                    while !stop.isSet {
                        number += 1
                        let (id, value) = ("doc\(thread)-\(number % 50)", number)
                        do {
                            try fleet.withDatabase(named: "alice") { database in
                                try database.put(id, #"{"n":\#(value)}"#)
                            }
                            acknowledged.withLock { $0[id] = value }
                        } catch {
                            let text = "\(error)"
                            errors.withLock { $0.append(text) }
                        }
                    }
                }
            }
            var random = SplitMix64(seed: 3)
            var moveCount = 0
            for round in 0..<30 {
                let mover = try PostgresFleet(settings)
                let end = DispatchSemaphore(value: 0)
                let isMoved = Mutex(false)
                Thread.detachNewThread {
                    let report = try? mover.moveDatabase(
                        named: "alice", to: round % 2 == 0 ? "b" : "a")
                    isMoved.withLock { $0 = report != nil }
                    end.signal()
                }
                Thread.sleep(forTimeInterval: .random(in: 0.001...0.15, using: &random))
                try fleet.execute(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name = \(SQLName.literal(settings.database.applicationName))
                    """, onServer: "a")
                end.wait()
                moveCount += isMoved.withLock { $0 } ? 1 : 0
                try? mover.close()
            }
            stop.set()
            writers.wait()
            let contents = try PostgresFleet(fleet.configuration).database(named: "alice")
                .contents()
            let expected = acknowledged.withLock { $0.mapValues { #"{"n":\#($0)}"# } }
            let failures = errors.withLock { $0 }
            #expect(failures == [] && contents == expected && moveCount < 30)
        }

        @Test func `a move whose source cannot be marked leaves the database where it is`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            try database.put("a")
            let schema = database.layout.schema
            try fleet.execute(
                """
                CREATE FUNCTION \(schema).fail() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '53100'; END $$
                """, onServer: "a")
            try fleet.execute(
                """
                CREATE TRIGGER fail BEFORE UPDATE ON \(schema).property
                FOR EACH ROW EXECUTE FUNCTION \(schema).fail()
                """, onServer: "a")
            let error = code { try fleet.moveDatabase(named: "alice", to: "b") }
            try database.put("b")
            let entry = try fleet.entry("alice")
            #expect(error == .ioError && entry.state == .open && entry.serverName == "a")
            #expect(try database.contents().count == 2 && schemas(onServer: "b") == [])
        }

        @Test func `a move that ended during the copy begins again`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            try database.put("a")
            var moving = try fleet.entry("alice")
            let open = moving
            moving.state = .moving
            moving.destination = PostgresDestination(
                serverName: "b", schemaName: "\(fleet.configuration.schemaPrefix)partial")
            #expect(try fleet.directory.change(open, to: moving))
            let partial = SQLName.quoted("\(fleet.configuration.schemaPrefix)partial")
            try fleet.execute("CREATE SCHEMA \(partial)", onServer: "b")
            let other = try otherProgram()
            try other.database(named: "alice").put("b")
            try other.moveDatabase(named: "alice", to: "b")
            #expect(try other.database(named: "alice").contents().keys.sorted() == ["a", "b"])
            #expect(try schemas(onServer: "b").count == 1)
        }

        @Test func `a move is ended by a move to the own server`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            var moving = try fleet.entry("alice")
            let open = moving
            moving.state = .moving
            moving.destination = PostgresDestination(serverName: "b", schemaName: "none")
            #expect(try fleet.directory.change(open, to: moving))
            try fleet.moveDatabase(named: "alice", to: "a")
            try database.put("a")
            #expect(try fleet.entry("alice").state == .open)
        }

        /// The mover has marked the source, and then ended before it changed the directory.
        @Test func `an opening completes a move that ended before the directory was changed`()
            throws
        {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            try database.put("a")
            try fleet.moveDatabase(named: "alice", to: "b")
            let moved = try fleet.entry("alice")
            // The state before the change of the directory: the former tables have the mark.
            var former = moved
            (former.serverName, former.schemaName) = ("a", "\(fleet.configuration.schemaPrefix)old")
            former.state = .moving
            former.destination = PostgresDestination(
                serverName: "b", schemaName: moved.schemaName)
            let schema = SQLName.quoted(former.schemaName)
            for statement in [
                "CREATE SCHEMA \(schema)",
                "CREATE TABLE \(schema).property (name text PRIMARY KEY, value text)",
                "INSERT INTO \(schema).property VALUES ('version', 'moved')",
                "CREATE TABLE \(schema).collection (full_name text, table_name text)",
            ] { try fleet.execute(statement, onServer: "a") }
            #expect(try fleet.directory.change(moved, to: former))
            let contents = try otherProgram().database(named: "alice").contents()
            let entry = try fleet.entry("alice")
            #expect(contents == ["a": "{}"] && entry.state == .open && entry.serverName == "b")
        }

        @Test func `two programs that move a database at once lose nothing`() throws {
            let database = try fleet.createDatabase(named: "alice", on: "a")
            for number in 0..<200 { try database.put("doc\(number)") }
            let programs = try [fleet, otherProgram()]
            _ = onThreads(2) { thread in
                try programs[thread].moveDatabase(named: "alice", to: "b")
            }
            let entry = try fleet.entry("alice")
            let contents = try otherProgram().database(named: "alice").contents()
            #expect(contents.count == 200 && entry.state == .open)
        }
    }
#endif
