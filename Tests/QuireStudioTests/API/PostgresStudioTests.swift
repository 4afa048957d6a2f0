#if PostgreSQL
    import Fleece
    import DatabaseTestSupport
    import Quire
    import QuirePostgreSQL
    import Testing

    @testable import QuireStudio

    /// A studio on a PostgreSQL server.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresStudioTests {
        private func fixture(
            _ prepare: (any DocumentDatabase) throws -> Void
        ) throws -> StudioFixture {
            var configuration = PostgresConfiguration(try PostgresServer.connectionString())
            configuration.schemaName = PostgresServer.schemaName()
            let database = try PostgresDatabase(configuration)
            try prepare(database)
            return try StudioFixture(database)
        }

        @Test(arguments: PagingTests.runs)
        func `pages contain all documents in their order`(run: PagingTests.Run) async throws {
            let fixture = try fixture {
                try PagingTests.fill($0, seed: run.seed, isIndexed: run.isIndexed)
            }
            let pages = try await PagingTests.read(
                fixture, descending: run.isDescending, limit: run.limit, backward: run.isBackward)
            let expected = try PagingTests.sorted(
                fixture.database, descending: run.isDescending)
            #expect(pages.flatMap(\.self) == expected)
        }

        @Test func `the database says which features are missing`() async throws {
            let answer = try await fixture { _ in }.send("GET", "/api/database")
            let capabilities = answer["capabilities"]?.dictionary
            #expect(
                answer["engine"]?.string == "postgresql"
                    && capabilities?["check"]?.boolean == false
                    && capabilities?["conflicts"]?.boolean == false)
        }

        @Test(arguments: ["/api/check", "/api/conflicts", "/api/replication"])
        func `a missing feature is refused`(target: String) async throws {
            #expect(try await fixture { _ in }.send("GET", target).errorCode == "unsupported")
        }

        @Test func `documents are saved and conflicts detected`() async throws {
            let fixture = try fixture { try $0.defaultStore().put("a", #"{"n":1}"#) }
            let target = "/api/document?collection=_default._default&id=a"
            let revision = try await fixture.send("GET", target)["revision"]?.string ?? ""
            var statuses: [Int] = []
            for _ in 0..<2 {
                let answer = try await fixture.send(
                    "PUT", target, #"{"n":2}"#, headers: [("If-Match", "\"\(revision)\"")])
                statuses.append(answer.status)
            }
            #expect(statuses == [200, 409])
        }
    }
#endif
