#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import QuireTesting
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresStoreTests {
        // MARK: Preconditions

        enum State: CaseIterable { case missing, live, tombstone }
        enum Condition: CaseIterable {
            case any, absent, revision, otherRevision, existing, existingRevision, existingOther
        }

        private func prepare(_ store: any DocumentStore, _ state: State) throws -> RevisionID? {
            guard state != .missing else { return nil }
            var revision = try store.put("a", #"{"n":1}"#).revision(in: store)
            if state == .tombstone {
                revision = try #require(try store.delete(id: "a", if: .any).revision(in: store))
            }
            return revision.revisionID
        }

        private func precondition(
            _ condition: Condition, _ current: RevisionID?
        ) throws -> RevisionPrecondition {
            var clock = RevisionClock()
            let other = try clock.next(after: current)
            return switch condition {
            case .any: .any
            case .absent: .absent
            case .revision: .revision(current ?? other)
            case .otherRevision: .revision(other)
            case .existing: .existing(nil)
            case .existingRevision: .existing(current ?? other)
            case .existingOther: .existing(other)
            }
        }

        private func text(_ body: () throws -> String) -> String {
            do { return try body() } catch {
                return "\((error as? QuireError)?.code.description ?? "\(error)")"
            }
        }

        private func outcome(
            of state: State, _ condition: Condition, in store: any DocumentStore
        ) throws -> [String] {
            let current = try prepare(store, state)
            let precondition = try precondition(condition, current)
            let saved = text {
                switch try store.put("a", #"{"n":2}"#, if: precondition) {
                case .saved: "saved"
                case .conflict(let conflict):
                    "conflict \(conflict.current != nil) \(conflict.isDeleted) \(conflict.stored != nil)"
                }
            }
            try store.purge(id: "a")
            let again = try prepare(store, state)
            let deletion = try self.precondition(condition, again)
            let deleted = text {
                switch try store.delete(id: "a", if: deletion) {
                case .deleted: "deleted"
                case .alreadyDeleted: "already deleted"
                case .conflict(let conflict):
                    "conflict \(conflict.current != nil) \(conflict.isDeleted) \(conflict.stored != nil)"
                }
            }
            return [
                saved, deleted,
                try store.record(id: "a").map { try $0.body.value.json() } ?? "none",
            ]
        }

        @Test(arguments: State.allCases, Condition.allCases)
        func `a write with a precondition has the result of the engine in memory`(
            state: State, condition: Condition
        ) throws {
            let postgres = try PostgresDatabase(.test()).defaultStore()
            let memory = InMemoryStore()
            let expected = try outcome(of: state, condition, in: memory)
            #expect(try outcome(of: state, condition, in: postgres) == expected)
            #expect(
                try postgres.inBatch { try outcome(of: state, condition, in: postgres) } == expected
            )
        }

        // MARK: Concurrency

        @Test func `counters of 32 threads on two databases are exact`() throws {
            let configuration = try PostgresConfiguration.test()
            let databases = [
                try PostgresDatabase(configuration), try PostgresDatabase(configuration),
            ]
            try databases[0].defaultStore().put("counter", #"{"n":0}"#)
            let errors = onThreads(32) { number in
                let store = try databases[number % 2].defaultStore()
                for _ in 0..<5 {
                    try store.inBatch {
                        let count = try store.record(id: "counter")?.body["n"]?.int64 ?? 0
                        try store.put("counter", #"{"n":\#(count + 1)}"#)
                    }
                }
            }
            #expect(errors == [])
            #expect(
                try databases[0].defaultStore().record(id: "counter")?.body["n"]?.int64 == 160)
        }

        @Test func `merges of saves outside transactions lose no change of another database`()
            throws
        {
            let configuration = try PostgresConfiguration.test()
            let databases = [
                try PostgresDatabase(configuration), try PostgresDatabase(configuration),
            ]
            let errors = onThreads(8) { number in
                let store = try databases[number % 2].defaultStore()
                for _ in 0..<20 {
                    let result = try store.save { writer in
                        try JSONReader.read(#"{"n":1}"#, into: writer)
                        return WriteTarget(id: "counter", if: .any, mergesStored: true)
                    } merging: { stored, _, writer in
                        let count = stored.body["n"]?.int64 ?? 0
                        try JSONReader.read(#"{"n":\#(count + 1)}"#, into: writer)
                        return true
                    }
                    try result.revision(in: store)
                }
            }
            #expect(errors == [])
            #expect(
                try databases[0].defaultStore().record(id: "counter")?.body["n"]?.int64 == 160)
        }

        @Test func `of several threads that insert a document, one succeeds`() throws {
            let store = try PostgresDatabase(.test()).defaultStore()
            let errors = onThreads(16) { _ in
                try store.put("a", "{}", if: .absent).revision(in: store)
            }
            #expect(errors.count == 15 && errors.allSatisfy { $0.hasPrefix("conflict") })
        }

        // MARK: Changes

        @Test func `a reader of changes misses none of concurrent transactions`() throws {
            let configuration = try PostgresConfiguration.test()
            let writer = try PostgresDatabase(configuration)
            var reading = configuration
            reading.changeWaitTime = 0
            let store = try PostgresDatabase(reading).defaultStore()
            let done = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var errors: [String] = []
            Thread.detachNewThread {
                errors = onThreads(8) { number in
                    let store = try writer.defaultStore()
                    for count in 0..<15 {
                        try store.inBatch {
                            try store.put("\(number)-\(count)", "{}")
                            Thread.sleep(forTimeInterval: .random(in: 0...0.004))
                        }
                    }
                }
                done.signal()
            }
            var seen: [String] = []
            var last: UInt64 = 0
            func read() throws {
                for change in try store.changes(since: last, limit: 7) {
                    #expect(change.revision.sequence > last)
                    last = change.revision.sequence
                    seen.append(change.id)
                }
            }
            while done.wait(timeout: .now()) == .timedOut { try read() }
            let expected = try writer.defaultStore().changes(since: 0, limit: .max).map(\.id)
            for _ in 0..<6000 where seen.count < 120 {
                try read()
                if seen.count < 120 { Thread.sleep(forTimeInterval: 0.01) }
            }
            #expect(errors == [])
            #expect(seen.count == 120 && Set(seen).count == 120)
            #expect(seen == expected)
        }

        @Test(arguments: [true, false])
        func `a listener receives the changes of another database object`(
            usesNotifications: Bool
        ) async throws {
            var configuration = try PostgresConfiguration.test()
            configuration.usesNotifications = usesNotifications
            configuration.changePollingInterval = usesNotifications ? 600 : 0.05
            let (own, other) = (
                try PostgresDatabase(configuration), try PostgresDatabase(configuration)
            )
            let store = try own.defaultStore()
            try other.defaultStore().put("before", "{}")
            var changes = store.changedDocumentIDs().makeAsyncIterator()
            try store.put("a", "{}")
            #expect(await changes.next() == ["a"])
            // A transaction of another test can delay a change until the next notification.
            let sender = Task.detached {
                for number in 0..<6000 where !Task.isCancelled {
                    try other.defaultStore().put("b", #"{"n":\#(number)}"#)
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            #expect(await changes.next() == ["b"])
            sender.cancel()
        }

        @Test func `a live selection follows the changes of another database object`() async throws
        {
            var configuration = try PostgresConfiguration.test()
            configuration.changePollingInterval = 0.05
            let hotels = try PostgresDatabase(configuration).repository(of: Hotel.self)
            let others = try PostgresDatabase(configuration).repository(of: Hotel.self)
            var iterator = hotels.filter { $0.stars > 3 }.changes().makeAsyncIterator()
            #expect(try await iterator.next()?.models.map(\.name) == [])
            try await others.save(Hotel(id: "a", name: "A", stars: 5))
            #expect(try await iterator.next()?.models.map(\.name) == ["A"])
        }

        @Test func `a document expires`() async throws {
            let store = try PostgresDatabase(.test()).defaultStore()
            try store.put("a", "{}")
            try store.put("b", "{}")
            let changes = store.changedDocumentIDs()
            #expect(try store.setExpiration(Date(timeIntervalSinceNow: 0.2), of: "a"))
            var iterator = changes.makeAsyncIterator()
            #expect(await iterator.next() == ["a"])
            #expect(try store.record(id: "a") == nil)
            #expect(try store.record(id: "b") != nil)
        }

        // The description of such a date, which the name of the test case would contain, traps.
        @Test(arguments: [4_000_000_000.123, 6.4e10, -6.2e10, -1, 1e300, -1e300, .nan] as [Double])
        func `an expiration date is stored in milliseconds, or as the end of the range`(
            seconds: Double
        ) throws {
            let date = Date(timeIntervalSince1970: seconds)
            let store = try PostgresDatabase(.test()).defaultStore()
            // The row is read before the timer can purge the document.
            try store.inBatch {
                try store.put("a", "{}")
                #expect(try store.setExpiration(date, of: "a"))
                let stored = try store.expiration(of: "a")?.timeIntervalSince1970
                #expect(stored == PostgresTime(date).date.timeIntervalSince1970)
            }
        }

        // MARK: Layout

        @Test func `a collection can be read with plain SQL`() throws {
            let configuration = try PostgresConfiguration.test()
            let database = try PostgresDatabase(configuration)
            let hotels = try database.createStore(named: "hotels", scope: nil)
            try hotels.repository(of: Hotel.self).save(Hotel(id: "h1", name: "Harbour 'House'"))
            try hotels.put("gone", "{}")
            _ = try hotels.delete(id: "gone", if: .any)
            let schema = configuration.schemaName
            let rows = try database.pool.withConnection {
                try $0.rows(
                    """
                    SELECT id, type, flags::bigint, body->>'name', body->>'stars', exact IS NULL,
                        changed <= now() FROM "\(schema)"."_default.hotels" ORDER BY id
                    """
                ).map { row in
                    (0..<7).map { column in
                        column == 2
                            ? "\((try? row.integer(2)) ?? -1)"
                            : column > 4
                                ? "\((try? row.boolean(column)) ?? false)"
                                : row.textIfPresent(column) ?? "NULL"
                    }
                }
            }
            #expect(
                rows == [
                    ["gone", "NULL", "1", "NULL", "NULL", "true", "true"],
                    ["h1", "hotel", "0", "Harbour 'House'", "3", "true", "true"],
                ])
        }

        @Test func `several threads can open and create the same database`() throws {
            let configuration = try PostgresConfiguration.test()
            let errors = onThreads(8) { number in
                let database = try PostgresDatabase(configuration)
                let store = try database.createStore(named: "hotels", scope: "travel")
                try store.put("\(number)", "{}")
                #expect(database.feed == (try PostgresDatabase(configuration)).feed)
            }
            #expect(errors == [])
            let store = try PostgresDatabase(configuration).store(named: "hotels", scope: "travel")
            #expect(try store?.count(where: .literal(.boolean(true))) == 8)
        }

        @Test func `tables of a later version are refused`() throws {
            let configuration = try PostgresConfiguration.test()
            let database = try PostgresDatabase(configuration)
            try database.pool.withConnection {
                try $0.execute(
                    "UPDATE \"\(configuration.schemaName)\".property SET value = '99' WHERE name = 'version'"
                )
            }
            let error = #expect(throws: QuireError.self) { try PostgresDatabase(configuration) }
            #expect(error?.code == .databaseTooNew)
        }

        @Test(arguments: ["", " ", "_x", "a b", "a\"b", "ü", String(repeating: "a", count: 252)])
        func `a store cannot have an invalid name`(name: String) throws {
            let database = try PostgresDatabase(.test())
            let error = #expect(throws: QuireError.self) {
                try database.createStore(named: name, scope: nil)
            }
            #expect(error?.code == .invalidParameter)
        }

        @Test(arguments: ["a", "A", "a-b%", String(repeating: "a", count: 251)])
        func `a store can have a name in upper case or of 251 characters`(name: String) throws {
            let database = try PostgresDatabase(.test())
            let store = try database.createStore(named: name, scope: name)
            try store.put("a", "{}")
            #expect(try database.store(named: name, scope: name)?.record(id: "a") != nil)
        }

        @Test(arguments: ["a\"b", "Schema", "üñ", "a.b", "'; --"])
        func `a schema can have any name`(name: String) throws {
            var configuration = try PostgresConfiguration.test()
            configuration.schemaName += name
            let store = try PostgresDatabase(configuration).defaultStore()
            try store.put("a", "{}")
            #expect(try store.record(id: "a") != nil)
        }

        // MARK: Failures

        @Test func `a call after the database was closed is an error`() throws {
            let database = try PostgresDatabase(.test())
            let store = try database.defaultStore()
            try database.close()
            try database.close()
            let error = #expect(throws: QuireError.self) { try store.record(id: "a") }
            #expect(error?.code == .notOpen)
        }

        @Test func `a failed statement in a nested transaction does not end the outer one`() throws
        {
            let database = try PostgresDatabase(.test())
            let store = try database.defaultStore()
            try store.inBatch {
                try store.put("a", "{}")
                #expect(throws: QuireError.self) {
                    try store.inBatch {
                        try store.put("b", "{}")
                        try database.read { try $0.execute("SELECT 1/0") }
                    }
                }
                try store.put("c", "{}")
            }
            #expect(try store.records(ids: ["a", "b", "c"]).map(\.id) == ["a", "c"])
        }

        @Test func `a transaction whose failed statement was ignored is not committed`() throws {
            let database = try PostgresDatabase(.test())
            let store = try database.defaultStore()
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    try store.put("a", "{}")
                    try? database.read { try $0.execute("SELECT 1/0") }
                }
            }
            #expect(error?.code == .unexpectedError)
            #expect(try store.record(id: "a") == nil)
        }

        @Test func `a connection that breaks in a transaction stores nothing of it`() throws {
            let database = try PostgresDatabase(.test())
            let store = try database.defaultStore()
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    try store.put("a", "{}")
                    try database.read {
                        try $0.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                    }
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(try store.record(id: "a") == nil)
        }
    }
#endif
