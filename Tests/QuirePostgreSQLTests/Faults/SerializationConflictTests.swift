#if PostgreSQL
    import Fleece
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Transactions and saves of 32 threads with two database objects that change the same documents.
    ///
    /// `QUIRE_POSTGRES_ROUNDS=100` is the long form.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct SerializationConflictTests {
        private static let writerCount = 32

        /// Two objects of the same database, as two programs have them.
        private let databases: [PostgresDatabase]

        init() throws {
            var configuration = try PostgresConfiguration.test()
            configuration.maximumConnections = Self.writerCount / 2
            // Threads that change two documents in different orders wait for each other that long.
            configuration.connectionString += "&options=-c%20deadlock_timeout%3D10ms"
            let settings = configuration
            databases = try (0..<2).map { _ in try PostgresDatabase(settings) }
        }

        private func number(_ store: any DocumentStore, _ id: String) throws -> Int64 {
            try #require(store.record(id: id)?.body["n"]?.int64)
        }

        private func set(_ store: any DocumentStore, _ id: String, _ number: Int64) throws {
            try store.put(id, #"{"n":\#(number)}"#).revision(in: store)
        }

        private func add(_ store: any DocumentStore, _ id: String, _ number: Int64) throws {
            try set(store, id, self.number(store, id) + number)
        }

        /// Repeats a transaction that has reached the limit of its attempts, which has no effect.
        private func untilCommitted(
            in store: any DocumentStore, _ body: () throws -> Void
        ) throws {
            while true {
                do {
                    return try store.inBatch(using: body)
                } catch let error as QuireError where error.code == .busy {
                    continue
                }
            }
        }

        // MARK: Many writers

        @Test func `transactions of 32 writers that increment counters lose no increment`() throws {
            let rounds = FaultServer.rounds(4)
            let stores = try databases.map { try $0.defaultStore() }
            for counter in 0..<3 { try set(stores[0], "counter\(counter)", 0) }
            let runCount = Mutex(0)
            let errors = onThreads(Self.writerCount) { writer in
                let store = stores[writer % 2]
                for round in 0..<rounds {
                    try untilCommitted(in: store) {
                        runCount.withLock { $0 += 1 }
                        let counter = (writer + round) % 3
                        try add(store, "counter\(counter)", 1)
                        try store.put("entry-\(writer)-\(round)", "{}", if: .absent)
                            .revision(in: store)
                    }
                }
            }
            #expect(errors == [])
            let total = Self.writerCount * rounds
            let sum = try (0..<3).reduce(0) { try $0 + number(stores[0], "counter\($1)") }
            #expect(sum == Int64(total))
            #expect(try stores[1].count(where: .literal(.boolean(true))) == total + 3)
            #expect(runCount.withLock { $0 } >= total)
        }

        @Test func `batches of 6 writers that upsert the same documents are all saved`() throws {
            let rounds = FaultServer.rounds(2)
            let stores = try databases.map { try $0.defaultStore() }
            let errors = onThreads(6) { writer in
                for round in 0..<rounds {
                    try untilCommitted(in: stores[writer % 2]) {
                        let results = try stores[writer % 2].save(
                            (0..<2000).map { number in
                                DocumentSave { encoder in
                                    try JSONReader.read(#"{"n":\#(round)}"#, into: encoder)
                                    return WriteTarget(id: "doc\(number)", if: .any)
                                }
                            })
                        for result in results { _ = try result.revision(in: stores[0]) }
                    }
                }
            }
            #expect(errors == [])
            let stored = try stores[0].records(ids: (0..<2000).map { "doc\($0)" })
            #expect(
                stored.map { $0.body["n"]?.int64 }
                    == Array(repeating: Int64(rounds - 1), count: 2000))
        }

        @Test func `amounts that 32 writers move keep their sum in each snapshot`() throws {
            let rounds = FaultServer.rounds(4)
            let accountCount = 6
            let stores = try databases.map { try $0.defaultStore() }
            for account in 0..<accountCount { try set(stores[0], "account\(account)", 100) }
            let sum: @Sendable (any DocumentStore) throws -> Int64 = { store in
                try (0..<accountCount).reduce(0) { try $0 + number(store, "account\($1)") }
            }
            let isDone = Flag()
            let sums = Mutex<Set<Int64>>([])
            let readers = DispatchGroup()
            readers.enter()
            Thread.detachNewThread {
                repeat {
                    let read = try? databases[0].snapshot { try sum(stores[0]) }
                    sums.withLock { _ = $0.insert(read ?? -1) }
                } while !isDone.isSet
                readers.leave()
            }
            let errors = onThreads(Self.writerCount) { writer in
                let store = stores[writer % 2]
                for _ in 0..<rounds {
                    let amount = Int64.random(in: -50...50)
                    let (from, to) = (Int.random(in: 0..<6), Int.random(in: 0..<6))
                    try untilCommitted(in: store) {
                        try add(store, "account\(from)", -amount)
                        try add(store, "account\(to)", amount)
                    }
                }
            }
            isDone.set()
            readers.wait()
            #expect(errors == [])
            #expect(sums.withLock { $0 } == [600])
            #expect(try sum(stores[1]) == 600)
        }

        @Test func `saves of 32 writers that check the revision lose no increment`() throws {
            let rounds = FaultServer.rounds(4)
            let stores = try databases.map { try $0.defaultStore() }
            try set(stores[0], "counter", 0)
            let errors = onThreads(Self.writerCount) { writer in
                let store = stores[writer % 2]
                var saved = 0
                while saved < rounds {
                    let record = try #require(try store.record(id: "counter"))
                    let next = (record.body["n"]?.int64 ?? 0) + 1
                    let revision = RevisionPrecondition.revision(record.revisionID)
                    switch try store.put("counter", #"{"n":\#(next)}"#, if: revision) {
                    case .saved: saved += 1
                    case .conflict(let conflict):
                        #expect(conflict.error(in: store).code == .conflict)
                    }
                }
            }
            #expect(errors == [])
            #expect(try number(stores[1], "counter") == Int64(Self.writerCount * rounds))
        }

        @Test func `of 32 writers that create the same document, one succeeds`() throws {
            let stores = try databases.map { try $0.defaultStore() }
            for round in 0..<FaultServer.rounds(3) {
                let saved = Mutex<[Int]>([])
                let errors = onThreads(Self.writerCount) { writer in
                    let store = stores[writer % 2]
                    let body = #"{"n":\#(writer)}"#
                    let save = {
                        if case .saved = try store.put("doc\(round)", body, if: .absent) {
                            return true
                        }
                        return false
                    }
                    // Half of the writers save in a transaction.
                    var isSaved = false
                    if writer % 4 < 2 {
                        isSaved = try save()
                    } else {
                        try untilCommitted(in: store) { isSaved = try save() }
                    }
                    if isSaved { saved.withLock { $0.append(writer) } }
                }
                #expect(errors == [])
                let winners = saved.withLock { $0 }
                #expect(winners.count == 1)
                #expect(try winners.map(Int64.init) == [number(stores[0], "doc\(round)")])
            }
        }

        // MARK: The limit

        @Test(arguments: [1, 3])
        func `a transaction that always conflicts fails after the maximum number of attempts`(
            limit: Int
        ) throws {
            var configuration = databases[0].configuration
            configuration.maximumTransactionAttempts = limit
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            let other = try databases[1].defaultStore()
            try set(store, "counter", 0)
            let outcomes = Mutex<[Bool]>([])
            var runCount = 0
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    runCount += 1
                    try database.afterTransaction { value in outcomes.withLock { $0.append(value) }
                    }
                    let value = try number(store, "counter")
                    try add(other, "counter", 10)
                    try set(store, "counter", value + 1)
                }
            }
            #expect(error?.code == .busy)
            #expect(error?.message.contains("maximumTransactionAttempts") == true)
            #expect((error?.underlyingError as? PostgresServerError)?.sqlState == "40001")
            #expect(runCount == limit)
            #expect(outcomes.withLock { $0 } == Array(repeating: false, count: limit))
            #expect(try number(store, "counter") == Int64(10 * limit))
        }

        @Test func `an error that the closure throws after a conflict has the code busy`() throws {
            var configuration = databases[0].configuration
            configuration.maximumTransactionAttempts = 2
            let store = try PostgresDatabase(configuration).defaultStore()
            let other = try databases[1].defaultStore()
            try set(store, "counter", 0)
            struct Failure: Error {}
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    let value = try number(store, "counter")
                    try add(other, "counter", 10)
                    // The cause of this failure is the conflict, which the closure hides.
                    do { try set(store, "counter", value + 1) } catch { throw Failure() }
                }
            }
            #expect(error?.code == .busy)
        }

        @Test func `two transactions do not both write what they decided by the same read`() throws
        {
            let stores = try databases.map { try $0.defaultStore() }
            for doctor in ["anna", "bruno"] { try set(stores[0], doctor, 1) }
            var runCount = 0
            // At least one must stay on duty.
            func goOffDuty(
                _ doctor: String, _ store: any DocumentStore, meanwhile: () throws -> Void
            )
                throws
            {
                try store.inBatch {
                    let sum = try number(store, "anna") + number(store, "bruno")
                    try meanwhile()
                    if sum > 1 { try set(store, doctor, 0) }
                }
            }
            try goOffDuty("anna", stores[0]) {
                runCount += 1
                if runCount == 1 { try goOffDuty("bruno", stores[1]) {} }
            }
            #expect(runCount == 2)
            #expect(try number(stores[0], "anna") == 1)
            #expect(try number(stores[0], "bruno") == 0)
        }
    }
#endif
