#if PostgreSQL
    import Foundation
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    /// A database whose tables another program upgrades while it is open.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct ChangedLayoutTests {
        private typealias Write = @Sendable (PostgresDatabase, any DocumentStore) throws -> Void

        private static let writes: [(name: String, write: Write)] = [
            ("insert", { _, store in try store.put("b", "{}") }),
            ("update", { _, store in try store.put("a", #"{"n":2}"#) }),
            ("delete", { _, store in _ = try store.delete(id: "a", if: .any) }),
            ("purge", { _, store in _ = try store.purge(id: "a") }),
            ("setExpiration", { _, store in try store.setExpiration(Date(), of: "a") }),
            (
                "createStore",
                { database, _ in
                    _ = try database.createStore(named: "new", scope: nil)
                }
            ),
            (
                "createIndex",
                { _, store in
                    try store.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
                }
            ),
            ("install", { _, store in _ = try store.blobStorage?.install(Data("abc".utf8)) }),
            ("compact", { database, _ in try database.performMaintenance(type: .compact) }),
            (
                "batch",
                { database, _ in
                    let hotels = try database.repository(of: Hotel.self)
                    try hotels.save((0..<10).map { Hotel(id: "h\($0)", name: "x") })
                }
            ),
        ]

        private func code(_ body: () throws -> Void) -> QuireError.Code? {
            do { try body() } catch { return (error as? QuireError)?.code }
            return nil
        }

        @Test(arguments: [false, true])
        func `no call writes after the layout has changed`(isInTransaction: Bool) throws {
            let configuration = try PostgresConfiguration.test()
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            try store.put("a", #"{"n":1}"#)
            let other = try PostgresConnection(configuration, location: "test")
            let property = "\(configuration.schemaName).property"
            try other.execute("UPDATE \(property) SET value = '1000' WHERE name = 'version'")
            let others = Self.writes.filter { _, write in
                code {
                    guard isInTransaction else { return try write(database, store) }
                    try database.inBatch { try write(database, store) }
                } != .databaseTooNew
            }
            #expect(others.map(\.name) == [])
        }

        @Test func `an upgrade waits for the transactions in progress`() throws {
            let configuration = try PostgresConfiguration.test()
            let database = try PostgresDatabase(configuration)
            let other = try PostgresConnection(configuration, location: "test")
            let lock = "LOCK TABLE \(configuration.schemaName).property"
            let error = #expect(throws: QuireError.self) {
                try database.inBatch {
                    try other.begin(then: "\(lock) IN ACCESS EXCLUSIVE MODE NOWAIT")
                }
            }
            #expect(error?.sqlState == "55P03")
        }
    }
#endif
