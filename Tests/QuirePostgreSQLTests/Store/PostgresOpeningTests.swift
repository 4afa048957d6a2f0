#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Opening a database without creating or changing anything, and reading it page by page.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresOpeningTests {
        @Test(arguments: [true, false])
        func `a database that must not be created is not created`(isReadOnly: Bool) throws {
            var configuration = try PostgresConfiguration.test()
            configuration.createsTables = isReadOnly
            configuration.isReadOnly = isReadOnly
            for _ in 0..<2 {
                let error = #expect(throws: QuireError.self) {
                    try PostgresDatabase(configuration)
                }
                #expect(error?.code == .notFound)
                #expect(error?.message.contains(configuration.schemaName) == true)
            }
            (configuration.createsTables, configuration.isReadOnly) = (true, false)
            _ = try PostgresDatabase(configuration)
            (configuration.createsTables, configuration.isReadOnly) = (false, isReadOnly)
            #expect(try PostgresDatabase(configuration).defaultStore().count(where: .all) == 0)
        }

        @Test func `a schema with other tables is not a database`() throws {
            var configuration = try PostgresConfiguration.test()
            let connection = try PostgresConnection(configuration, location: "test")
            let schema = SQLName.quoted(configuration.schemaName)
            try connection.execute("CREATE SCHEMA \(schema); CREATE TABLE \(schema).hotel (a int)")
            configuration.createsTables = false
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(configuration) }
            #expect(error?.code == .notFound)
        }

        @Test func `a database that is only read throws an error for each write`() throws {
            var configuration = try PostgresConfiguration.test()
            let writer = try PostgresDatabase(configuration)
            try writer.defaultStore().put("a", "{}")
            configuration.isReadOnly = true
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            let writes: [() throws -> Void] = [
                { try store.put("a", "{}") }, { try store.put("b", "{}") },
                { _ = try store.delete(id: "a", if: .any) }, { try store.purge(id: "a") },
                { try store.setExpiration(Date(), of: "a") },
                { try database.inBatch { _ = try store.put("b", "{}") } },
                { _ = try database.createStore(named: "x", scope: nil) },
                {
                    try store.createIndex(
                        withName: "i", config: ValueIndexConfiguration(["name"]))
                },
                { _ = try store.blobStorage?.install(Data("a".utf8)) },
            ]
            for (number, write) in writes.enumerated() {
                let error = #expect(throws: QuireError.self, "\(number)") { try write() }
                #expect(error?.code == .notWriteable, "\(number): \(error?.message ?? "")")
            }
            #expect(try store.record(id: "a") != nil && store.count(where: .all) == 1)
            #expect(try database.snapshot { try store.records(ids: ["a"]).count } == 1)
            #expect(try store.changes(since: 0, limit: 10).count == 1)
        }

        @Test func `a role with the privilege SELECT can read and observe a database`() async throws
        {
            var configuration = try PostgresConfiguration.test()
            let writer = try PostgresDatabase(configuration)
            let store = try writer.defaultStore()
            try store.put("a", "{}")
            let role = "reader_\(configuration.schemaName)"
            let schema = SQLName.quoted(configuration.schemaName)
            try writer.read { connection in
                try connection.execute(each: [
                    "CREATE ROLE \(role) LOGIN", "GRANT USAGE ON SCHEMA \(schema) TO \(role)",
                    "GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(role)",
                ])
            }
            defer {
                _ = try? writer.read {
                    try $0.execute(each: ["DROP OWNED BY \(role)", "DROP ROLE \(role)"])
                }
            }
            configuration.connectionString = configuration.connectionString.replacing(
                "://quire@", with: "://\(role)@")
            configuration.isReadOnly = true
            let reader = try PostgresDatabase(configuration)
            let changes = try reader.defaultStore().changedDocumentIDs()
            #expect(try reader.defaultStore().record(id: "a") != nil)
            try store.put("b", "{}")
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next() == ["b"])
            try reader.close()
        }

        // MARK: Lists

        @Test func `the default collection is the first one of the list`() throws {
            let database = try PostgresDatabase(PostgresConfiguration.test())
            #expect(try database.stores().map(\.fullName) == ["_default._default"])
            for (name, scope) in [("b", nil), ("a", "A"), ("a", nil), ("z", "_b")]
                as [(String, String?)]
            where scope != "_b" {
                _ = try database.createStore(named: name, scope: scope)
            }
            #expect(
                try database.stores().map(\.fullName)
                    == ["_default._default", "_default.a", "_default.b", "A.a"])
            #expect(database.capabilities.contains(.storeLists))
        }

        @Test func `definitions of indexes create the same indexes again`() throws {
            let (database, other) = (
                try PostgresDatabase(PostgresConfiguration.test()),
                try PostgresDatabase(PostgresConfiguration.test())
            )
            let (store, copy) = (try database.defaultStore(), try other.defaultStore())
            try store.createIndex(
                withName: "b", config: ValueIndexConfiguration(["type", "a.b"], where: "x > 3"))
            try store.createIndex(
                withName: "a", config: ValueIndexConfiguration(["name"], isUnique: true))
            try store.createIndex(withName: "c", config: ArrayIndexConfiguration(path: "tags"))
            let definitions = try store.indexDefinitions()
            #expect(definitions.map(\.name) == ["a", "b", "c"])
            #expect(
                (definitions[0].configuration as? ValueIndexConfiguration)?.isUnique == true)
            try copy.indexPlan(for: definitions, keepingOthers: false).apply()
            #expect(try copy.indexPlan(for: definitions, keepingOthers: false).isEmpty)
            #expect(try store.indexPlan(for: definitions, keepingOthers: false).isEmpty)
        }

        @Test func `expirations are in the order of the IDs`() throws {
            let store = try PostgresDatabase(PostgresConfiguration.test()).defaultStore()
            for id in ["a", "é", "e\u{301}"] { try store.put(id, "{}") }
            let date = Date(timeIntervalSince1970: 4_102_444_800)
            try store.setExpiration(date, of: "é")
            let found = try store.expirations(of: ["none", "é", "a\u{0}", "e\u{301}", "é", "", "a"])
            #expect(found == [nil, date, nil, nil, date, nil, nil])
            #expect(try store.expirations(of: []).isEmpty)
        }

        @Test func `the number of all documents includes exact bodies and no tombstones`() throws {
            let store = try PostgresDatabase(PostgresConfiguration.test()).defaultStore()
            try store.put("a", #"{"n":-0.0}"#)
            try store.put("b", "{}")
            try store.put("c", "{}")
            _ = try store.delete(id: "c", if: .any)
            #expect(try store.count(where: .all) == 2)
            #expect(try store.count(where: .literal(.boolean(false))) == 0)
        }

        // MARK: Pages

        private func pages(
            _ store: any DocumentStore, _ text: String = "SELECT * FROM _",
            _ body: ([DocumentRecord]) throws -> Void = { _ in }
        ) throws -> [[String]] {
            var pages: [[String]] = []
            try store.forEachPage(selectedBy: SelectStatement.parse(text)) { page in
                pages.append(page.map(\.id))
                try body(page)
            }
            return pages
        }

        private func filledStore() throws -> any DocumentStore {
            let store = try PostgresDatabase(PostgresConfiguration.test()).defaultStore()
            try store.inBatch {
                for number in 0..<1_200 { try store.put("d\(number)", #"{"n":\#(number)}"#) }
            }
            return store
        }

        @Test func `in a snapshot, documents are read in pages, in the order of their saves`()
            throws
        {
            let store = try filledStore()
            let ids = (0..<1_200).map { "d\($0)" }
            let all = try store.database.snapshot { try pages(store) }
            #expect(all.map(\.count) == [500, 500, 200] && all.flatMap { $0 } == ids)
            let some = try store.database.snapshot {
                try pages(store, "SELECT * FROM _ WHERE n % 2 = 0")
            }
            #expect(some.count == 3 && some.flatMap { $0 }.count == 600)
            let none = try store.database.snapshot {
                try pages(store, "SELECT * FROM _ WHERE n < 0")
            }
            #expect(none.isEmpty)
            #expect(try pages(store).flatMap { $0 } == ids)
        }

        @Test func `an order or a limit applies to all pages`() throws {
            let store = try filledStore()
            for text in [
                "SELECT * FROM _ ORDER BY n DESC", "SELECT * FROM _ LIMIT 700 OFFSET 300",
            ] {
                let expected = try store.records(selectedBy: SelectStatement.parse(text)).map(\.id)
                let found = try store.database.snapshot { try pages(store, text) }
                #expect(found.flatMap { $0 } == expected)
            }
        }

        @Test func `the closure can read, write and read pages in a transaction`() throws {
            let store = try filledStore()
            try store.inBatch {
                let found = try pages(store) { page in
                    try store.put(page[0].id, #"{"changed":true}"#)
                    try store.put("new-\(page[0].id)", "{}")
                    #expect(try pages(store).flatMap { $0 }.count > 1_200)
                }
                // The cursor does not see later changes.
                #expect(found.flatMap { $0 }.count == 1_200)
            }
            #expect(try store.count(where: .all) == 1_203)
        }

        @Test func `after an error of the closure, the transaction continues`() throws {
            struct Stop: Error {}
            let store = try filledStore()
            try store.inBatch {
                for _ in 0..<3 {
                    #expect(throws: Stop.self) { try pages(store) { _ in throw Stop() } }
                }
                try store.put("later", "{}")
            }
            #expect(try store.record(id: "later") != nil)
        }
    }

    extension QueryTerm {
        /// The condition of all documents.
        fileprivate static var all: QueryTerm { .literal(.boolean(true)) }
    }
#endif
