#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// Notifications about documents that another program purges.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PurgeNotificationTests {
        private let database: PostgresDatabase
        private let store: any DocumentStore
        /// Another database object, as another program has one.
        private let otherDatabase: PostgresDatabase
        private let other: any DocumentStore

        init() throws {
            var configuration = try PostgresConfiguration.test()
            configuration.changePollingInterval = 0.02
            database = try PostgresDatabase(configuration)
            store = try database.defaultStore()
            otherDatabase = try PostgresDatabase(configuration)
            other = try otherDatabase.defaultStore()
        }

        /// Runs a transaction on the thread of the test.
        private func batch(_ store: any DocumentStore, _ body: () throws -> Void) throws {
            try store.inBatch(using: body)
        }

        /// Returns all IDs that a sequence contains up to a certain one, which the other program saves.
        private func ids(
            _ changes: AsyncStream<[String]>, until last: String = "last"
        ) async throws -> [String] {
            try other.put(last, "{}").revision(in: other)
            var received: [String] = []
            for await ids in changes {
                received += ids
                if ids.contains(last) { break }
            }
            return received
        }

        @Test func `a document that another program purges is reported once`() async throws {
            for id in ["a", "b", "c\u{301}", "tombstone"] { try store.put(id, "{}") }
            _ = try store.delete(id: "tombstone", if: .any)
            let changes = store.changedDocumentIDs()
            for id in ["a", "c\u{301}", "tombstone"] { #expect(try other.purge(id: id)) }
            try batch(other) { try other.purge(id: "b") }
            let received = try await ids(changes)
            #expect(received == ["a", "c\u{301}", "tombstone", "b", "last"])
        }

        @Test func `a purge that did not happen is not reported`() async throws {
            try store.put("a", "{}")
            let changes = store.changedDocumentIDs()
            #expect(try other.purge(id: "missing") == false)
            #expect(try other.purge(id: "\0") == false)
            struct Failure: Error {}
            #expect(throws: Failure.self) {
                try batch(other) {
                    try other.purge(id: "a")
                    throw Failure()
                }
            }
            #expect(try await ids(changes) == ["last"])
            #expect(try store.record(id: "a") != nil)
        }

        @Test func `purges and saves of one transaction are all reported`() async throws {
            for id in ["a", "b"] { try store.put(id, "{}") }
            let changes = store.changedDocumentIDs()
            try batch(other) {
                try other.purge(id: "a")
                try other.put("a", "{}")
                try other.put("new", "{}")
                try other.purge(id: "new")
                try other.purge(id: "b")
            }
            #expect(try await Set(ids(changes)) == ["a", "new", "b", "last"])
        }

        @Test func `a purge by this database object is reported once`() async throws {
            for id in ["a", "b"] { try store.put(id, "{}") }
            let changes = store.changedDocumentIDs()
            #expect(try store.purge(id: "a"))
            try batch(store) { _ = try store.purge(id: "b") }
            let received = try await ids(changes)
            #expect(received == ["a", "b", "last"])
        }

        @Test func `a purge that ends during an earlier transaction is reported afterward`()
            async throws
        {
            try store.put("a", "{}")
            let connection = try PostgresConnection(database.configuration, location: "test")
            try connection.execute("BEGIN; SELECT pg_current_xact_id()")
            let changes = store.changedDocumentIDs()
            #expect(try other.purge(id: "a"))
            try await Task.sleep(for: .milliseconds(100))
            try connection.execute("COMMIT")
            #expect(try await ids(changes) == ["a", "last"])
        }

        @Test func `a listener that is added after a purge does not receive it`() async throws {
            for id in ["a", "b"] { try store.put(id, "{}") }
            #expect(try other.purge(id: "b"))
            #expect(try await ids(store.changedDocumentIDs()) == ["last"])
        }

        @Test func `expired documents are reported by all database objects`() async throws {
            let count = 1200
            try batch(store) {
                for number in 0..<count { try store.put("doc\(number)", "{}") }
            }
            let sequences = [store.changedDocumentIDs(), other.changedDocumentIDs()]
            try batch(store) {
                let date = Date(timeIntervalSinceNow: 0.2)
                for number in 0..<count { try store.setExpiration(date, of: "doc\(number)") }
            }
            for changes in sequences {
                var received: [String] = []
                for await ids in changes {
                    received += ids
                    if received.count >= count { break }
                }
                #expect(Set(received) == Set((0..<count).map { "doc\($0)" }))
                #expect(received.count == count)
            }
        }

        @Test func `change tokens stay valid after purges`() throws {
            for id in ["a", "b"] { try store.put(id, "{}") }
            let state = try store.changeFeedState()
            #expect(try other.purge(id: "b"))
            #expect(try store.changeFeedState() == state)
            #expect(try store.changes(since: 0, limit: 10).map(\.id) == ["a"])
            try other.put("c", "{}")
            #expect(try store.changes(since: state.lastSequence, limit: 10).map(\.id) == ["c"])
        }

        @Test func `the records of purges are removed after a day`() throws {
            for id in ["a", "b"] {
                try store.put(id, "{}")
                try store.purge(id: id)
            }
            let table = "\(database.layout.schema).purge"
            try database.read {
                try $0.execute(
                    "UPDATE \(table) SET purged = now() - interval '25 hours' WHERE id = 'a'")
            }
            // Opening a database starts its maintenance.
            let third = try PostgresDatabase(database.configuration)
            #expect(
                try waits {
                    try third.read { try $0.rows("SELECT id FROM \(table)").map { $0.text(0) } }
                        == ["b"]
                })
        }
    }
#endif
