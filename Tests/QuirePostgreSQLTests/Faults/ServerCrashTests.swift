#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// A server that is killed and started again while threads write.
    ///
    /// `QUIRE_POSTGRES_ROUNDS=100` is the long form.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct ServerCrashTests {
        @Test
        func `a killed server loses nothing that it acknowledged, and the database reconnects`()
            throws
        {
            let server = try FaultServer()
            let database = try PostgresDatabase(server.configuration())
            let log = SaveLog(database)
            try log.start()
            for _ in 0..<FaultServer.rounds(3) {
                #expect(log.waitForProgress())
                Thread.sleep(forTimeInterval: .random(in: 0...0.2))
                try server.crash()
                try server.restart()
            }
            #expect(log.waitForProgress())
            log.stop()
            #expect(try log.violations(in: database.defaultStore()) == [])
            let other = try PostgresDatabase(server.configuration())
            #expect(try log.violations(in: other.defaultStore()) == [])
        }

        /// The server ends all of its processes when one was killed, and each sends a warning before.
        @Test func `a connection whose process sends a warning and ends is lost`() throws {
            let server = try FaultServer()
            let connections = try (0..<2).map { _ in
                try PostgresConnection(server.configuration(), location: "the test server")
            }
            let process = try #require(
                try connections[0].rows("SELECT pg_backend_pid()").first?.integer(0))
            #expect(kill(pid_t(process), SIGKILL) == 0)
            // The server notices later that the process has ended.
            var failure: (any Error)?
            #expect(
                waits {
                    do { try connections[1].execute("SELECT 1") } catch { failure = error }
                    return failure != nil
                })
            #expect((failure as? QuireError)?.code == .cantOpenFile)
            #expect(connections[1].isBroken)
        }

        @Test func `each operation fails while the server is down, and succeeds afterward`() throws
        {
            let server = try FaultServer()
            let database = try PostgresDatabase(server.configuration())
            let store = try database.createStore(named: "hotels", scope: "travel")
            try store.put("a", #"{"n":1}"#)
            let all = SelectStatement([.star], from: CollectionSource("_"))
            let operations: [(String, () throws -> Void)] = [
                ("record", { _ = try store.record(id: "a") }),
                ("records", { _ = try store.records(ids: ["a"]) }),
                ("save", { try store.put("b", "{}").revision(in: store) }),
                ("delete", { _ = try store.delete(id: "b", if: .any) }),
                ("purge", { try store.purge(id: "b") }),
                ("expiration", { _ = try store.setExpiration(.distantFuture, of: "a") }),
                ("selection", { _ = try store.records(selectedBy: all) }),
                ("rows", { _ = try store.rows(of: all) }),
                ("count", { _ = try store.count(where: .literal(.boolean(true))) }),
                ("explanation", { _ = try store.explanation(of: all) }),
                ("changes", { _ = try store.changes(since: 0, limit: 10) }),
                ("state of changes", { _ = try store.changeFeedState() }),
                ("store", { _ = try database.store(named: "hotels", scope: "travel") }),
                ("new store", { _ = try database.createStore(named: "new", scope: nil) }),
                ("batch", { try store.inBatch { _ = try store.record(id: "a") } }),
                ("snapshot", { _ = try database.snapshot { try store.record(id: "a") } }),
                ("blob", { _ = try store.blobStorage?.install(Data([1, 2, 3])) }),
            ]
            func run(_ code: QuireError.Code?) {
                for (name, operation) in operations {
                    do {
                        try operation()
                        #expect(code == nil, "\(name)")
                    } catch {
                        #expect((error as? QuireError)?.code == code, "\(name): \(error)")
                    }
                }
            }
            run(nil)
            for _ in 0..<2 {
                try server.crash()
                // A process of a connection can finish a statement before it detects the crash.
                _ = waits { (try? store.record(id: "a")) == nil }
                run(.cantOpenFile)
                try server.restart()
                run(nil)
            }
        }

        @Test func `a transaction that a crash interrupts is not stored and calls its observers`()
            throws
        {
            let server = try FaultServer()
            let database = try PostgresDatabase(server.configuration())
            let store = try database.defaultStore()
            let outcomes = Flag()
            let error = #expect(throws: QuireError.self) {
                try store.inBatch {
                    try database.afterTransaction { if !$0 { outcomes.set() } }
                    for number in 0..<100 { try store.put("doc\(number)", "{}") }
                    try server.crash()
                    for number in 0..<6000 {
                        try store.put("later\(number)", "{}")
                        Thread.sleep(forTimeInterval: 0.01)
                    }
                }
            }
            #expect(error?.code == .cantOpenFile)
            #expect(outcomes.isSet)
            try server.restart()
            #expect(try store.count(where: .literal(.boolean(true))) == 0)
            try store.inBatch { try store.put("a", "{}") }
            #expect(try store.record(id: "a") != nil)
        }
    }
#endif
