#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// Listeners whose connections or whose writers' connections are terminated.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct ListenerFaultTests {
        @Test(arguments: [true, false])
        func `a listener whose connection is terminated misses no change`(
            usesNotifications: Bool
        ) async throws {
            let server = try FaultServer()
            var configuration = server.configuration()
            configuration.applicationName = "listener"
            configuration.usesNotifications = usesNotifications
            configuration.changePollingInterval = 0.05
            let store = try PostgresDatabase(configuration).defaultStore()
            let other = try PostgresDatabase(server.configuration()).defaultStore()
            var changes = store.changedDocumentIDs().makeAsyncIterator()
            for round in 0..<FaultServer.rounds(4) {
                try other.put("first\(round)", "{}")
                try server.terminateConnections(named: "listener")
                try other.put("second\(round)", "{}")
                var received: Set<String> = []
                while received.count < 2, let ids = await changes.next() { received.formUnion(ids) }
                #expect(received == ["first\(round)", "second\(round)"])
            }
            try server.crash()
            try server.restart()
            // The connection of the other database object is replaced, too.
            try other.put("last", "{}").revision(in: other)
            #expect(await changes.next() == ["last"])
        }

        /// The confirmation of a commit gets lost if the connection is terminated while the commit waits
        /// for a synchronous replica, because the commit itself is complete by then.
        @Test(arguments: [true, false])
        func `a listener receives a change whose confirmation was lost`(
            isInTransaction: Bool
        ) async throws {
            let server = try FaultServer()
            var configuration = server.configuration()
            configuration.applicationName = "writer"
            configuration.changePollingInterval = 0.05
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            var changes = store.changedDocumentIDs().makeAsyncIterator()
            try store.put("first", "{}")
            #expect(await changes.next() == ["first"])
            try server.execute(
                "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
            let outcome = Mutex<(id: String, error: (any Error)?)?>(nil)
            Thread.detachNewThread {
                var number = 0
                var failure: (any Error)?
                while failure == nil {
                    number += 1
                    do {
                        if isInTransaction {
                            try store.inBatch { _ = try store.put("doc\(number)", "{}") }
                        } else {
                            try store.put("doc\(number)", "{}")
                        }
                    } catch {
                        failure = error
                    }
                }
                let result = ("doc\(number)", failure)
                outcome.withLock { $0 = result }
            }
            let isWaiting = "application_name = 'writer' AND wait_event = 'SyncRep'"
            #expect(try server.wait(for: "SELECT FROM pg_stat_activity WHERE \(isWaiting)"))
            try server.terminateConnections(named: "writer", where: "wait_event = 'SyncRep'")
            #expect(waits { outcome.withLock { $0 != nil } })
            let result = try #require(outcome.withLock { $0 })
            #expect((result.error as? QuireError)?.code == .cantOpenFile)
            #expect(try store.record(id: result.id) != nil)
            var received: [String] = []
            while !received.contains(result.id), let ids = await changes.next() { received += ids }
            #expect(received.count { $0 == result.id } == 1)
        }
    }
#endif
