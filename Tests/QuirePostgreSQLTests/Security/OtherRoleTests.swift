#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// A server on which another role has created look-alikes of what Quire uses.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct OtherRoleTests {
        private static let server = Result { () throws -> FaultServer in
            let server = try FaultServer()
            var configuration = server.configuration()
            configuration.statementTimeout = nil
            let connection = try PostgresConnection(configuration, location: "test")
            try connection.execute(
                """
                CREATE ROLE other; GRANT ALL ON SCHEMA public TO other; SET ROLE other;
                SET check_function_bodies = off
                """)
            for statement in try LookAlikes().statements() { try connection.execute(statement) }
            return server
        }

        /// The settings for a new schema, with a direct connection or with one through a pooler.
        private func configuration(isPooled: Bool) throws -> PostgresConfiguration {
            var configuration = try Self.server.get().configuration()
            configuration.schemaName = PostgresServer.schemaName()
            configuration.usesPreparedStatements = !isPooled
            configuration.changePollingInterval = 0.05
            return configuration
        }

        @Test func `the other role has look-alikes of functions, operators, types and tables`()
            throws
        {
            let connection = try PostgresConnection(
                configuration(isPooled: false), location: "test")
            let counts = try connection.rows(
                """
                SELECT (SELECT count(DISTINCT proname) FROM pg_proc WHERE pronamespace = n.oid),
                (SELECT count(DISTINCT oprname) FROM pg_operator WHERE oprnamespace = n.oid),
                (SELECT count(*) FROM pg_class WHERE relnamespace = n.oid),
                (SELECT count(*) FROM pg_type WHERE typnamespace = n.oid AND typtype = 'd')
                FROM pg_namespace AS n WHERE nspname = 'public'
                """)[0]
            let lowest: [Int64] = [30, 15, 5, 5]
            #expect(try (0..<4).allSatisfy { try counts.integer($0) >= lowest[$0] })
        }

        @Test(arguments: [false, true])
        func `documents, changes and blobs use nothing of another role`(isPooled: Bool) throws {
            let database = try PostgresDatabase(configuration(isPooled: isPooled))
            let store = try database.createStore(named: "hotels", scope: nil)
            try store.put("a", #"{"n":1}"#)
            try store.put("a", #"{"n":2}"#)
            try store.put("exact", #"{"n":-0.0}"#)
            _ = try store.delete(id: "exact", if: .any)
            try store.setExpiration(Date(timeIntervalSinceNow: 1000), of: "a")
            _ = try store.purge(id: "exact")
            try store.inBatch {
                for number in 0..<300 { try store.put("b\(number)", #"{"n":\#(number)}"#) }
            }
            try store.setExpiration(Date(timeIntervalSinceNow: -1), of: "b0")
            let blobs = try #require(store.blobStorage)
            let content = Data(repeating: 7, count: 1_200_000)
            _ = try blobs.install(content)
            _ = try blobs.install(content)
            #expect(try blobs.read(BlobDigest(of: content), length: nil) == content)
            #expect(try waits { try store.record(id: "b0") == nil })
            #expect(try store.changes(since: 0, limit: 1000).count == 300)
            for type in [MaintenanceType.compact, .reindex, .optimize] {
                try database.performMaintenance(type: type)
            }
            try database.delete()
        }

        @Test(arguments: [false, true])
        func `indexes and queries use nothing of another role`(isPooled: Bool) throws {
            let database = try PostgresDatabase(configuration(isPooled: isPooled))
            let hotels = try database.repository(of: Hotel.self)
            let saved = (0..<400).map {
                Hotel(id: "h\($0)", name: "Harbour \($0)", stars: $0 % 5)
            }
            try hotels.save(saved)
            let store = hotels.store
            let indexes: [(String, any IndexConfiguration)] = [
                ("byName", ValueIndexConfiguration(["name"], isUnique: true)),
                ("byStars", ValueIndexConfiguration(["stars", "type"], where: "stars > 0")),
                ("byTags", ArrayIndexConfiguration(path: "tags")),
                ("words", FullTextIndexConfiguration(["name", "city"], ignoreAccents: true)),
            ]
            for (name, index) in indexes { try store.createIndex(withName: name, config: index) }
            #expect(try hotels.filter { $0.stars >= 3 && $0.name > "Harbour 1" }.count() > 0)
            #expect(try hotels.filter { $0.name == "Harbour 7" }.all().count == 1)
            #expect(try hotels.sorted(by: \.name).limit(3).all().count == 3)
            let statements = [
                "SELECT stars, COUNT(*), AVG(stars), MIN(name), MAX(stars) FROM _ GROUP BY stars",
                "SELECT name FROM _ WHERE MATCH(words, 'harbour AND 7') ORDER BY RANK(words)",
                "SELECT a.name FROM _ AS a JOIN _ AS b ON META(a).id = META(b).id",
                "SELECT name FROM _ WHERE ANY x IN tags SATISFIES x = 'a' END OR name LIKE 'H%'",
                "SELECT name FROM _ WHERE stars BETWEEN 1 AND 2 AND city IS MISSING",
            ]
            for statement in statements {
                _ = Array(try database.query(QuerySource(verbatim: statement)))
            }
            #expect(try store.indexes().count == indexes.count)
            for (name, _) in indexes { try store.deleteIndex(forName: name) }
        }

        @Test(arguments: [false, true], [false, true])
        func `names without a schema are those of the system`(
            isPooled: Bool, isInTransaction: Bool
        ) throws {
            let database = try PostgresDatabase(configuration(isPooled: isPooled))
            let body = {
                try database.read {
                    try $0.rows("SELECT current_setting('search_path')")[0].text(0)
                }
            }
            let path = try isInTransaction ? database.inBatch(using: body) : body()
            #expect(path == "pg_catalog, pg_temp")
        }

        @Test(arguments: ["pg_quire", "information_schema"])
        func `a schema of the system is refused with the rule`(name: String) throws {
            var configuration = try configuration(isPooled: false)
            configuration.schemaName = name
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(configuration) }
            #expect(error?.message.contains("not begin with pg_, and not be inform") == true)
        }

        // The parts of an index's expression with the names that the server looks up.
        @Test(arguments: [
            ("body->'a'", "body OPERATOR(pg_catalog.->) 'a'"),
            ("flags & 1 = 0", "flags  OPERATOR(pg_catalog.&)  1  OPERATOR(pg_catalog.=)  0"),
            ("md5((x)::text)", "pg_catalog.md5((x)::pg_catalog.text)"),
            ("'it''s a->b' \"c(\"", "'it''s a->b' \"c(\""),
            ("CASE WHEN coalesce(x, 'f(1)') IS NULL", "CASE WHEN coalesce(x, 'f(1)') IS NULL"),
            ("x COLLATE \"C\"", "x COLLATE pg_catalog.\"C\""),
            ("x COLLATE pg_catalog.\"C\"", "x COLLATE pg_catalog.\"C\""),
            ("USING gin (x jsonb_path_ops)", "USING gin (x pg_catalog.jsonb_path_ops)"),
        ])
        func `each name in the expression of an index has its schema`(
            sql: String, qualified: String
        ) {
            func words(_ text: String) -> [Substring] { text.split(separator: " ") }
            #expect(words(QualifiedSQL.qualified(sql)) == words(qualified))
        }
    }
#endif
