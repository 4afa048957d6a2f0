#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// Databases that earlier versions have created.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct LayoutUpgradeTests {
        private let configuration: PostgresConfiguration
        private let connection: PostgresConnection
        private let schema: String

        init() throws {
            configuration = try PostgresConfiguration.test()
            connection = try PostgresConnection(configuration, location: "test")
            schema = configuration.schemaName
        }

        /// Creates the tables of version 1 with a document, a tombstone, an expired document and a blob.
        private func createVersion1() throws {
            try connection.execute(
                """
                CREATE SCHEMA \(schema);
                CREATE TABLE \(schema).property (
                    name text COLLATE "C" PRIMARY KEY, value text NOT NULL);
                CREATE TABLE \(schema).collection (
                    full_name text COLLATE "C" PRIMARY KEY, table_name text NOT NULL UNIQUE,
                    purged_seq bigint NOT NULL DEFAULT 0);
                CREATE TABLE \(schema).index (
                    full_name text COLLATE "C", name text COLLATE "C",
                    definition jsonb NOT NULL, PRIMARY KEY (full_name, name));
                CREATE TABLE \(schema).blob (
                    digest text COLLATE "C", part bigint, content bytea NOT NULL,
                    PRIMARY KEY (digest, part));
                INSERT INTO \(schema).property VALUES ('version', '1'), ('feed', 'F-1');
                CREATE TABLE \(schema)."_default._default" (
                    id text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, rev text NOT NULL,
                    flags integer NOT NULL DEFAULT 0, type text COLLATE "C", body jsonb, exact bytea,
                    expires timestamptz, changed timestamptz NOT NULL DEFAULT now(),
                    created bigint NOT NULL);
                INSERT INTO \(schema).collection VALUES ('_default._default', '_default._default', 0);
                INSERT INTO \(schema)."_default._default" VALUES
                    ('a', 16777217, '1@AAAAAAAAAAAAAAAAAAAAAA', 0, 'hotel', '{"n": 1.0}', NULL, NULL,
                        now(), 16777217),
                    ('t', 16777218, '1@AAAAAAAAAAAAAAAAAAAAAA', 1, NULL, NULL, NULL, NULL, now(), 1),
                    ('e', 16777219, '1@AAAAAAAAAAAAAAAAAAAAAA', 0, NULL, '{}', NULL, now(), now(), 1);
                INSERT INTO \(schema).blob VALUES
                    ('\(BlobDigest(of: Data("abc".utf8)))', 0, 'abc')
                """)
        }

        private func version() throws -> String {
            try connection.rows(
                "SELECT value FROM \(schema).property WHERE name = 'version'")[0].text(0)
        }

        private func tables(_ schema: String) throws -> [String] {
            try connection.rows(
                """
                SELECT table_name || '.' || column_name || ' ' || data_type
                FROM information_schema.columns WHERE table_schema = $1 ORDER BY 1
                """, [.text(schema)]
            ).map { $0.text(0) }
        }

        @Test func `a database of the first version is upgraded and keeps its documents`() throws {
            try createVersion1()
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            #expect(try version() == "\(PostgresLayout.version)")
            #expect(try store.record(id: "a")?.body["n"]?.double == 1)
            #expect(try store.record(id: "t") == nil)
            #expect(
                try store.blobStorage?.read(BlobDigest(of: Data("abc".utf8)), length: nil)
                    == Data("abc".utf8))
            try store.put("b", "{}").revision(in: store)
            #expect(try store.purge(id: "a"))
            #expect(try waits { try store.changes(since: 0, limit: 10).map(\.id) == ["t", "b"] })
            // A database that is created has the same columns.
            let new = try PostgresDatabase(.test())
            #expect(try tables(schema) == tables(new.configuration.schemaName))
        }

        @Test func `programs that open an old database at the same time upgrade it once`() throws {
            try createVersion1()
            let errors = onThreads(12) { number in
                let store = try PostgresDatabase(configuration).defaultStore()
                try store.put("doc\(number)", "{}").revision(in: store)
                try store.purge(id: "doc\(number)")
            }
            #expect(errors == [])
            #expect(try version() == "\(PostgresLayout.version)")
        }

        @Test func `a role that cannot upgrade an old database gets an error with the way out`()
            throws
        {
            try createVersion1()
            let role = "role_\(schema)"
            try connection.execute(
                """
                CREATE ROLE \(role) LOGIN;
                GRANT USAGE ON SCHEMA \(schema) TO \(role);
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role)
                """)
            defer { try? connection.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
            var limited = configuration
            limited.connectionString = configuration.connectionString.replacing(
                "quire@", with: "\(role)@")
            let settings = limited
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(settings) }
            #expect(error?.code == .notWriteable)
            #expect(error?.message.contains("earlier version") == true)
            #expect(try version() == "1")
            // After the upgrade and with privileges for the new tables, the role can use the database.
            _ = try PostgresDatabase(configuration)
            try connection.execute(
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(role)")
            let store = try PostgresDatabase(settings).defaultStore()
            try store.put("b", "{}").revision(in: store)
            #expect(try store.purge(id: "b"))
        }

        @Test(arguments: ["", "x", "-1", "1.5", "99999999999999999999"])
        func `a version that is not a number is an error`(value: String) throws {
            try createVersion1()
            try connection.execute(
                "UPDATE \(schema).property SET value = '\(value)' WHERE name = 'version'")
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(configuration) }
            #expect(error?.code == .wrongFormat)
        }

        @Test func `a database of a later version is an error`() throws {
            try createVersion1()
            try connection.execute(
                "UPDATE \(schema).property SET value = '1000' WHERE name = 'version'")
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(configuration) }
            #expect(error?.code == .databaseTooNew)
            #expect(try version() == "1000")
        }
    }
#endif
