#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// Creating, finding, renaming and deleting databases of a fleet.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct FleetTests {
        private let configuration: PostgresFleetConfiguration
        private let fleet: PostgresFleet

        init() throws {
            configuration = try .test()
            fleet = try PostgresFleet(configuration)
        }

        /// The fleet as another program opens it, which detects changed places immediately.
        private func otherFleet() throws -> PostgresFleet { try PostgresFleet(configuration) }

        @Test func `a name is created once and finds the same object`() throws {
            let database = try fleet.database(named: "alice")
            try database.put("a")
            #expect(try fleet.database(named: "alice") === database)
            #expect(database.name == "alice")
            #expect(try otherFleet().database(named: "alice").contents() == ["a": "{}"])
            #expect(try fleet.names() == ["alice"])
            #expect(try fleet.contains(databaseNamed: "alice"))
            #expect(try !fleet.contains(databaseNamed: "bob"))
        }

        @Test func `threads that open the same name receive the same object`() throws {
            let found = Mutex<[PostgresDatabase]>([])
            let fleet = fleet
            let errors = onThreads(16) { _ in
                let database: PostgresDatabase = try fleet.database(named: "a")
                found.withLock { $0.append(database) }
            }
            #expect(errors.isEmpty)
            let all = found.withLock { $0 }
            #expect(all.count == 16 && all.allSatisfy { $0 === all[0] })
        }

        @Test(arguments: [
            "", "a\u{0}", "\u{0}", String(repeating: "a", count: 513),
            String(repeating: "é", count: 257), String(repeating: "x", count: 600),
        ])
        func `a name that is empty, too long or contains U+0000 is invalid`(name: String) throws {
            let calls: [() throws -> Void] = [
                { _ = try fleet.database(named: name) }, { try fleet.createDatabase(named: name) },
                { try fleet.deleteDatabase(named: name) },
                { _ = try fleet.contains(databaseNamed: name) },
                { try fleet.renameDatabase(named: "a", to: name) },
                { try fleet.renameDatabase(named: name, to: "a") },
                { try fleet.withDatabase(named: name) { _ in } },
            ]
            for call in calls { #expect(code(of: call) == .invalidParameter) }
            #expect(try fleet.names().isEmpty)
        }

        @Test func `names are compared by their bytes, and none shares a schema`() throws {
            let long = String(repeating: "n", count: 500)
            let names = [
                " ", "  ", "\n", "\t", "a", "A", "é", "e\u{301}", "ﬁ", "fi", "'", "\"", "''",
                "\"; DROP SCHEMA public; --", "%", "%s", "_", "\\", ".", "..", "a.b", "fleet",
                "日本", "👩‍👩‍👧", long, long + "1", long + "2", "~", "a~1", "pg_catalog", "public",
                String(repeating: "e\u{301}", count: 170), String(repeating: "é", count: 255),
                "\u{10FFFF}", "\u{FEFF}",
            ]
            for name in names {
                try fleet.database(named: name).put("id", #"{"n":\#(name.utf8.count)}"#)
            }
            let other = try otherFleet()
            for name in names {
                #expect(
                    try other.database(named: name).contents()
                        == ["id": #"{"n":\#(name.utf8.count)}"#])
            }
            let entries = try fleet.databases()
            #expect(entries.count == names.count)
            #expect(Set(entries.map { ExactString($0.schemaName) }).count == names.count)
            #expect(entries.allSatisfy { $0.schemaName.utf8.count <= 63 && $0.state == .open })
            let sorted = names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
            #expect(entries.map { ExactString($0.name) } == sorted.map { ExactString($0) })
        }

        @Test func `the list can be read in pages and by prefix`() throws {
            let names = ["a", "b1", "b2", "b\u{10FFFF}", "b\u{10FFFF}x", "c", "é", "\u{10FFFF}"]
            for name in names {
                _ = try fleet.directory.insert(
                    PostgresFleetEntry(
                        name: name, serverName: "main", schemaName: "s\(name)", state: .open,
                        creationDate: Date()))
            }
            func list(
                _ prefix: String, _ after: String = "", _ limit: Int = .max
            ) throws -> [String] {
                try fleet.databases(withPrefix: prefix, after: after, limit: limit).map(\.name)
            }
            #expect(try list("") == names)
            #expect(try list("b") == ["b1", "b2", "b\u{10FFFF}", "b\u{10FFFF}x"])
            #expect(try list("b", "b1", 1) == ["b2"])
            #expect(try list("b\u{10FFFF}") == ["b\u{10FFFF}", "b\u{10FFFF}x"])
            #expect(try list("\u{10FFFF}") == ["\u{10FFFF}"])
            #expect(try list("", "c") == ["é", "\u{10FFFF}"])
            #expect(try list("x").isEmpty && list("", "", 0).isEmpty && list("", "", -1).isEmpty)
            #expect(try list("a\u{0}").isEmpty)
        }

        @Test func `creating a database that exists throws an error`() throws {
            let created = try fleet.createDatabase(named: "a")
            #expect(try fleet.database(named: "a") === created)
            #expect(code { try fleet.createDatabase(named: "a") } == .duplicateValue)
            #expect(
                code { try fleet.createDatabase(named: "b", on: "nowhere") } == .invalidParameter)
            #expect(try fleet.names() == ["a"])
        }

        // MARK: Renaming

        @Test func `a renamed database keeps its documents, its schema and its object`() throws {
            let database = try fleet.database(named: "a")
            try database.put("1")
            let schemaName = try fleet.entry("a").schemaName
            try fleet.renameDatabase(named: "a", to: "b")
            #expect(try fleet.entry("b").schemaName == schemaName)
            #expect(try fleet.database(named: "b") === database)
            try database.put("2")
            #expect(try fleet.database(named: "a") !== database)
            #expect(try fleet.database(named: "a").contents().isEmpty)
            #expect(try fleet.entry("a").schemaName != schemaName)
            #expect(try fleet.database(named: "b").contents().keys.sorted() == ["1", "2"])
        }

        @Test func `another program detects within a second that a name means another database`()
            throws
        {
            let other = try otherFleet()
            let former = try other.database(named: "a")
            try former.put("1")
            try fleet.renameDatabase(named: "a", to: "b")
            try fleet.database(named: "a").put("2")
            Thread.sleep(forTimeInterval: 1.1)
            #expect(try other.database(named: "a").contents() == ["2": "{}"])
            #expect(try other.database(named: "b").contents() == ["1": "{}"])
            #expect(try former.contents() == ["1": "{}"])
        }

        @Test func `renaming throws an error for names that are missing or used`() throws {
            for name in ["a", "b"] { try fleet.createDatabase(named: name) }
            #expect(code { try fleet.renameDatabase(named: "a", to: "b") } == .duplicateValue)
            #expect(code { try fleet.renameDatabase(named: "c", to: "d") } == .notFound)
            #expect(code { try fleet.renameDatabase(named: "c", to: "c") } == .notFound)
            #expect(code { try fleet.renameDatabase(named: "a", to: "a") } == nil)
            #expect(try fleet.names() == ["a", "b"])
        }

        // MARK: Deleting

        @Test func `a deleted database is closed, and its name can be used again`() throws {
            let database = try fleet.database(named: "a")
            try database.put("1")
            let other = try otherFleet().database(named: "a")
            let schemaName = try fleet.entry("a").schemaName
            try fleet.deleteDatabase(named: "a")
            #expect(code { try database.put("2") } == .notOpen)
            #expect(code { _ = try other.contents() } == .notOpen)
            let layout = try PostgresLayout(schemaName: schemaName)
            #expect(try !fleet.server(named: "main").pool.withConnection(layout.schemaExists))
            #expect(code { try fleet.deleteDatabase(named: "a") } == .notFound)
            #expect(try fleet.database(named: "a").contents().isEmpty)
        }

        @Test func `a database with a transaction is not deleted`() throws {
            let database = try fleet.database(named: "a")
            try database.inBatch {
                try database.put("1")
                #expect(code { try fleet.deleteDatabase(named: "a") } == .transactionNotClosed)
            }
            #expect(try fleet.database(named: "a").contents() == ["1": "{}"])
        }

        // MARK: Interruptions

        @Test(arguments: [false, true])
        func `an opening completes a creation that was interrupted`(hasTables: Bool) throws {
            #expect(try fleet.addEntry(named: "a", onServer: nil))
            let entry = try fleet.entry("a")
            if hasTables {
                var database = try PostgresConfiguration.test()
                database.schemaName = entry.schemaName
                database.createsTables = true
                _ = try PostgresDatabase(database)
            }
            #expect(entry.state == .creating)
            #expect(code { try fleet.createDatabase(named: "a") } == .duplicateValue)
            try fleet.database(named: "a").put("1")
            #expect(try fleet.entry("a").state == .open)
        }

        @Test(arguments: [0, 1, 2])
        func `a deletion that was interrupted is completed by the next one`(step: Int) throws {
            try fleet.database(named: "a").put("1")
            let other = try otherFleet()
            let entry = try fleet.entry("a")
            var deleting = entry
            deleting.state = .deleting
            #expect(try fleet.directory.change(entry, to: deleting))
            let layout = try PostgresLayout(schemaName: entry.schemaName)
            try fleet.server(named: "main").pool.withConnection { connection in
                if step == 1 { try connection.execute("DROP SCHEMA \(layout.schema) CASCADE") }
                if step == 2 {
                    try connection.execute("DROP SCHEMA \(layout.schema) CASCADE")
                    try connection.execute("CREATE SCHEMA \(layout.schema)")
                }
            }
            #expect(try !other.contains(databaseNamed: "a"))
            if step == 1 {
                #expect(try other.createDatabase(named: "a").contents().isEmpty)
            } else {
                try other.deleteDatabase(named: "a")
                #expect(try other.names().isEmpty)
                #expect(try other.database(named: "a").contents().isEmpty)
            }
        }

        @Test func `tables that are missing are not created again`() throws {
            try fleet.database(named: "a").put("1")
            let layout = try PostgresLayout(schemaName: fleet.entry("a").schemaName)
            try fleet.execute("DROP SCHEMA \(layout.schema) CASCADE")
            let other = try otherFleet()
            #expect(code { _ = try other.database(named: "a") } == .notFound)
            #expect(code { _ = try fleet.database(named: "a").contents() } == .notOpen)
            #expect(code { _ = try fleet.database(named: "a") } == .notFound)
            try other.deleteDatabase(named: "a")
            #expect(try other.database(named: "a").contents().isEmpty)
        }

        @Test func `two fleets with the same prefix share no schema`() throws {
            var settings = configuration
            settings.directorySchemaName += "2"
            let other = try PostgresFleet(settings)
            let names = ["a", "b", "c"]
            let (fleet, fleets) = (fleet, [fleet, other])
            let errors = onThreads(6) { number in
                try fleets[number % 2].database(named: names[number / 2]).put("\(number % 2)")
            }
            #expect(errors.isEmpty)
            for name in names {
                #expect(try fleet.database(named: name).contents() == ["0": "{}"])
                #expect(try other.database(named: name).contents() == ["1": "{}"])
            }
            // A connection string of the wrong server.
            let entry = try fleet.entry("a")
            var wrong = entry
            wrong.schemaName = try other.entry("a").schemaName
            #expect(try fleet.directory.change(entry, to: wrong))
            let third = try otherFleet()
            #expect(code { _ = try third.database(named: "a") } == .wrongFormat)
            #expect(code { try third.deleteDatabase(named: "a") } == .wrongFormat)
            #expect(try other.database(named: "a").contents() == ["1": "{}"])
        }

        @Test func `programs can create, rename and delete the same names at once`() throws {
            let fleets = try (0..<2).map { _ in try otherFleet() }
            let allowed: Set<QuireError.Code> = [.notFound, .duplicateValue, .busy, .notOpen]
            let errors = onThreads(4) { number in
                var generator = SplitMix(seed: UInt64(number))
                let fleet = fleets[number % 2]
                for step in 0..<40 {
                    let name = "n\(generator.next() % 3)"
                    do {
                        switch generator.next() % 5 {
                        case 0: try fleet.deleteDatabase(named: name)
                        case 1:
                            try fleet.renameDatabase(named: name, to: "n\(generator.next() % 3)")
                        case 2: try fleet.createDatabase(named: name)
                        default:
                            try fleet.withDatabase(named: name) { try $0.put("\(number)-\(step)") }
                        }
                    } catch let error as QuireError where allowed.contains(error.code) {}
                }
            }
            #expect(errors.isEmpty)
            let entries = try fleet.databases()
            #expect(entries.allSatisfy { $0.state == .open })
            for entry in entries { _ = try fleet.database(named: entry.name).contents() }
            let prefix = SQLName.literal(configuration.schemaPrefix)
            let schemas = try fleet.server(named: "main").pool.withConnection {
                try $0.rows(
                    "SELECT nspname::text FROM pg_namespace WHERE starts_with(nspname, \(prefix))"
                )
                .map { $0.text(0) }
            }
            #expect(
                Set(schemas) == Set(entries.map(\.schemaName) + [configuration.directorySchemaName])
            )
        }

        // MARK: Settings

        @Test func `settings that are invalid are refused`() throws {
            let changes: [(inout PostgresFleetConfiguration) -> Void] = [
                { $0.directoryServer = "none" }, { $0.servers = [:] }, { $0.servers[""] = "" },
                { $0.schemaPrefix = "" }, { $0.schemaPrefix = "p" }, { $0.schemaPrefix = "pg_" },
                { $0.schemaPrefix = "a\u{0}" }, { $0.directorySchemaName = "" },
                { $0.directorySchemaName = "pg_x" }, { $0.replicas = ["x": []] },
                { $0.servers = ["main": "nonsense"] }, { $0.servers["a\nb"] = $0.servers["main"] },
            ]
            for (number, change) in changes.enumerated() {
                var settings = configuration
                change(&settings)
                #expect(code { _ = try PostgresFleet(settings) } == .invalidParameter, "\(number)")
            }
        }

        @Test(arguments: [false, true])
        func `a fleet that must not create anything creates nothing`(isReadOnly: Bool) throws {
            var settings = configuration
            if isReadOnly {
                settings.database.isReadOnly = true
            } else {
                settings.database.createsTables = false
            }
            try fleet.database(named: "a").put("1")
            _ = try fleet.addEntry(named: "b", onServer: nil)
            let reader = try PostgresFleet(settings)
            #expect(try reader.database(named: "a").contents() == ["1": "{}"])
            for name in ["b", "c"] {
                #expect(code { _ = try reader.database(named: name) } == .notFound)
            }
            #expect(code { try reader.createDatabase(named: "c") } == .notWriteable)
            #expect(try reader.names() == ["a", "b"])
            settings.directorySchemaName += "x"
            #expect(code { _ = try PostgresFleet(settings) } == .notFound)
        }

        @Test func `a schema with other tables is no directory`() throws {
            var settings = configuration
            settings.directorySchemaName = try fleet.database(named: "a").configuration.schemaName
            #expect(code { _ = try PostgresFleet(settings) } == .wrongFormat)
            try fleet.execute(
                """
                UPDATE \(SQLName.quoted(configuration.directorySchemaName)).property SET value = '2'
                WHERE name = 'version'
                """)
            #expect(code { _ = try PostgresFleet(configuration) } == .databaseTooNew)
        }

        @Test func `no description of a fleet contains a connection string`() throws {
            var settings = configuration
            settings.servers["main"]? += "&password=sEcReT7"
            settings.replicas["main"] = ["host=/nowhere password=sEcReT7"]
            let fleet = try PostgresFleet(settings)
            let database = try fleet.database(named: "a")
            let values: [Any] = [
                settings, fleet, database, fleet.directory, fleet.openDatabases, [settings],
                try fleet.server(named: "main"), try fleet.databases(),
            ]
            for value in values {
                var text = "\(value)\n\(String(reflecting: value))\n"
                dump(value, to: &text)
                #expect(!text.contains("sEcReT7") && !text.contains("password"))
            }
        }
    }

    /// A generator of random numbers with a seed.
    private struct SplitMix {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
#endif
