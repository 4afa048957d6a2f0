#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// What programs leave that are killed while they create or delete an index.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct InterruptedIndexTests {
        private let database: PostgresDatabase
        private let store: any DocumentStore
        private let config = ValueIndexConfiguration(["n"])
        private let sqlName = #""_default._default.index.byN""#

        init() throws {
            database = try PostgresDatabase(.test())
            store = try database.defaultStore()
            try store.inBatch {
                for number in 0..<50 { try store.put("doc\(number)", #"{"n":\#(number % 10)}"#) }
            }
        }

        private func execute(_ sql: String) throws {
            try PostgresConnection(database.configuration, location: "test").execute(sql)
        }

        private var isValid: [Bool] {
            get throws {
                try database.read {
                    try $0.rows(
                        """
                        SELECT indisvalid FROM pg_index
                        WHERE indexrelid = to_regclass('\(database.layout.schema).\(sqlName)')
                        """
                    ).map { try $0.boolean(0) }
                }
            }
        }

        /// Creates an index that the server does not complete, because values are equal.
        private func leaveInvalidIndex() throws {
            #expect(throws: QuireError.self) {
                try execute(
                    """
                    CREATE UNIQUE INDEX CONCURRENTLY \(sqlName) ON
                    \(database.layout.schema)."_default._default" ((body->'n'))
                    """)
            }
            #expect(try isValid == [false])
        }

        @Test func `creating an index replaces one that is not complete`() throws {
            try leaveInvalidIndex()
            #expect(try store.indexes() == [])
            try store.createIndex(withName: "byN", config: config)
            #expect(try isValid == [true])
            #expect(try store.indexes() == ["byN"])
            #expect(try store.put("other", #"{"n":1}"#).revision(in: store).id == "other")
        }

        @Test func `deleting an index removes one that is not complete`() throws {
            try leaveInvalidIndex()
            try store.deleteIndex(forName: "byN")
            #expect(try isValid == [])
        }

        @Test(arguments: [true, false])
        func `a listed index that does not exist or is not complete is created again`(
            isIncomplete: Bool
        ) throws {
            try store.createIndex(withName: "byN", config: config)
            try execute("DROP INDEX \(database.layout.schema).\(sqlName)")
            if isIncomplete { try leaveInvalidIndex() }
            #expect(try store.indexes() == [])
            let plan = try store.indexPlan(
                for: [IndexDefinition("byN", config)], keepingOthers: true)
            #expect(plan.steps == [.create("byN")])
            try store.createIndex(withName: "byN", config: config)
            #expect(try isValid == [true])
            #expect(try store.indexes() == ["byN"])
        }

        @Test func `programs that change the same index at the same time leave a complete one`()
            throws
        {
            let other = try PostgresDatabase(database.configuration).defaultStore()
            let errors = onThreads(4) { number in
                let store = number % 2 == 0 ? store : other
                for _ in 0..<FaultServer.rounds(3) {
                    try store.deleteIndex(forName: "byN")
                    try store.createIndex(withName: "byN", config: config)
                }
            }
            #expect(errors == [])
            try store.createIndex(withName: "byN", config: config)
            #expect(try isValid == [true])
            #expect(try store.indexes() == ["byN"])
        }
    }
#endif
