#if PostgreSQL
    import Foundation
    import PostgresTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Functions of other roles that look like those of PostgreSQL.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct OtherRoleTests {
        @Test func `a function of another role is not called`() throws {
            var configuration = try PostgresConfiguration.test()
            let other = try PostgresConnection(configuration, location: "test")
            let function = "public.to_jsonb(pg_catalog.pg_database)"
            try other.execute(
                """
                CREATE OR REPLACE FUNCTION \(function) RETURNS jsonb LANGUAGE plpgsql
                AS $$ BEGIN RAISE EXCEPTION 'called'; END $$
                """)
            for usesPreparedStatements in [true, false] {
                configuration.usesPreparedStatements = usesPreparedStatements
                let store = try PostgresDatabase(configuration).defaultStore()
                try store.put("a", "{}")
                #expect(try store.count(where: .literal(.boolean(true))) == 1)
            }
        }

        @Test(arguments: [false, true])
        func `names without a schema are those of the system in a transaction`(
            isPooled: Bool
        ) throws {
            var configuration = try PostgresConfiguration.test()
            configuration.usesPreparedStatements = !isPooled
            let database = try PostgresDatabase(configuration)
            try database.inBatch {
                let path = try database.read {
                    try $0.rows("SELECT current_setting('search_path')")[0].text(0)
                }
                #expect(path == "pg_catalog, pg_temp")
            }
        }
    }
#endif
