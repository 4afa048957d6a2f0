#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// A server that is killed while threads write, and whose synchronous replica is promoted.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct FailoverTests {
        /// The IDs that a listener has received.
        private final class ReceivedIDs: Sendable {
            private let ids = Mutex<Set<String>>([])
            private let task = Mutex<Task<Void, Never>?>(nil)

            init(_ store: any DocumentStore) {
                let changes = store.changedDocumentIDs()
                let task = Task { [weak self] in
                    for await ids in changes {
                        self?.ids.withLock { $0.formUnion(ids) }
                    }
                }
                self.task.withLock { $0 = task }
            }

            deinit { task.withLock { $0?.cancel() } }

            func contains(_ expected: Set<String>) -> Bool {
                ids.withLock { $0.isSuperset(of: expected) }
            }
        }

        private func configuration(
            _ primary: FaultServer, _ replica: FaultServer
        ) -> PostgresConfiguration {
            var configuration = primary.configuration()
            configuration.connectionString = """
                postgresql://quire@/quire?host=\(primary.folder),\(replica.folder)\
                &target_session_attrs=read-write
                """
            configuration.changePollingInterval = 0.05
            return configuration
        }

        @Test
        func `a promoted replica has everything acknowledged, and clients and listeners continue`()
            throws
        {
            let primary = try FaultServer()
            let replica = try FaultServer(replicaOf: primary)
            // Commits wait for the replica only when the checkpointer has read the setting, and a busy
            // machine can delay that after a reload. A server that starts has read it.
            try primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            try primary.crash()
            try primary.restart()
            #expect(
                try primary.wait(
                    for: "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'"))
            let configuration = configuration(primary, replica)
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            let listening = try PostgresDatabase(configuration).defaultStore()
            let received = ReceivedIDs(listening)
            let log = SaveLog(database)
            try log.start()
            #expect(log.waitForProgress())
            let all = SelectStatement([.star], from: CollectionSource("_"))
            // Each document is in the first list, or changes later.
            let state = try store.changeFeedState()
            let early = try Set(store.records(selectedBy: all).map(\.id))
            #expect(log.waitForProgress())
            try primary.crash()
            try replica.promote()
            #expect(log.waitForProgress())
            log.stop()
            #expect(try log.violations(in: store) == [])
            let records = try store.records(selectedBy: all)
            let ids = Set(records.map(\.id))
            #expect(waits { received.contains(ids) })
            #expect(try store.changeFeedState().feedID == state.feedID)
            let changes = try store.changes(since: state.lastSequence, limit: .max)
            #expect(Set(changes.map(\.id)).union(early) == ids)
            #expect(Set(try store.changes(since: 0, limit: .max).map(\.id)) == ids)
            #expect(Set(records.map(\.sequence)).count == records.count)
        }

        /// A server that crashes can use transaction IDs again that rolled back transactions had.
        @Test func `a listener misses no change whose transaction ID was used before the crash`()
            throws
        {
            let server = try FaultServer()
            try server.execute("ALTER SYSTEM SET autovacuum = off", "SELECT pg_reload_conf()")
            var configuration = server.configuration()
            configuration.changePollingInterval = 0.05
            let store = try PostgresDatabase(configuration).defaultStore()
            let writer = try PostgresDatabase(configuration).defaultStore()
            try writer.put("first", "{}")
            let connection = try PostgresConnection(configuration, location: "test")
            // The log is then only written by commits.
            let stopped = try connection.rows(
                """
                SELECT pid::bigint FROM pg_stat_activity
                WHERE backend_type IN ('walwriter', 'background writer', 'checkpointer')
                """
            ).map { pid_t(try $0.integer(0)) }
            for process in stopped { kill(process, SIGSTOP) }
            func nextID() throws -> Int64 {
                try connection.rows("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")[
                    0
                ]
                .integer(0)
            }
            for _ in 0..<200 {
                try connection.execute("BEGIN; SELECT pg_current_xact_id(); ROLLBACK")
            }
            let used = try nextID()
            let received = ReceivedIDs(store)
            try server.crash()
            for process in stopped { kill(process, SIGKILL) }
            try server.restart()
            try writer.put("second", "{}").revision(in: writer)
            let revision = try #require(try writer.record(id: "second"))
            #expect(revision.sequence >> 24 < used, "the server did not use an ID again")
            #expect(waits { received.contains(["second"]) })
        }
    }
#endif
