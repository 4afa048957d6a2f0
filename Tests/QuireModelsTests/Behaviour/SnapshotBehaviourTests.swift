import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import QuireTestSupport
import Testing

/// Several reads of one state, in all engines.
@Suite struct SnapshotBehaviourTests {
    typealias Engine = DatabaseBehaviourTests.Engine

    struct Stop: Error {}

    @Test(arguments: Engine.all)
    func `a snapshot reads one state in all stores and queries`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        let others = try database.createStore(named: "others", scope: nil).repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        try others.save(Inn(id: "b", name: "B"))
        let counts = try database.snapshot {
            [
                try inns.count(), try others.count(), try inns.all().count,
                try inns.filter { $0.name == "A" }.count(), try inns.exists("a") ? 1 : 0,
                try database.query("SELECT name FROM _").allResults().count,
            ]
        }
        #expect(counts == [1, 1, 1, 1, 1, 1])
        #expect(database.capabilities.contains(.snapshots))
    }

    @Test func `commits of other threads are not visible until the snapshot ends`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let inns = try database.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        try database.snapshot {
            #expect(try inns.count() == 1)
            try onOtherThread {
                try inns.save(Inn(id: "b", name: "B", tags: ["newKey"]))
                try database.inBatch { _ = try inns.delete(id: "a") }
                #expect(try inns.count() == 1)
            }
            #expect(try inns.all().map(\.name) == ["A"])
            #expect(try inns.find("b") == nil)
            let query = try database.createQuery("SELECT name FROM _ ORDER BY name")
            #expect(try query.execute().map { $0.string(forKey: "name") } == ["A"])
            let names = try database.snapshot { try inns.all().map(\.name) }
            #expect(names == ["A"])
            #expect(try inns.all().map(\.name) == ["A"])
        }
        #expect(try inns.all().map(\.name) == ["B"])
    }

    @Test(arguments: Engine.all)
    func `writes in a snapshot throw an error`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let writes: [() throws -> Void] = [
            { _ = try inns.save(Inn(id: "b", name: "B")) },
            { _ = try inns.delete(id: "a") },
            { _ = try inns.store.purge(id: "a") },
            { try database.inBatch {} },
            { try database.inBatch { _ = try inns.save(Inn(id: "b", name: "B")) } },
            { _ = try inns.store.setExpiration(Date(), of: "a") },
            { _ = try database.createStore(named: "new", scope: nil) },
            { try database.snapshot { _ = try inns.delete(id: "a") } },
        ]
        for write in writes {
            #expect(thrownCode { try database.snapshot { try write() } } == .notWriteable)
            #expect(
                thrownCode { try database.inBatch { try database.snapshot { try write() } } }
                    == .notWriteable)
        }
        let message = thrownError {
            try database.snapshot { _ = try inns.delete(id: "a") }
        }
        #expect("\(try #require(message))".contains("inBatch"))
        #expect(try inns.count() == 1)
        try inns.save(Inn(id: "b", name: "B"))
        #expect(try inns.count() == 2)
    }

    @Test(arguments: Engine.all)
    func `a snapshot in a transaction reads its changes`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        try database.inBatch {
            try inns.save(Inn(id: "a", name: "A"))
            #expect(try database.snapshot { try inns.count() } == 1)
            #expect(throws: Stop.self) { try database.snapshot { throw Stop() } }
            try inns.save(Inn(id: "b", name: "B"))
        }
        #expect(try inns.count() == 2)
    }

    @Test(arguments: Engine.all)
    func `a database cannot be closed in its snapshot`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        #expect(thrownCode { try database.snapshot { try database.close() } } == .busy)
        #expect(
            thrownCode { try database.inBatch { try database.snapshot { try database.close() } } }
                == .transactionNotClosed)
        try inns.save(Inn(id: "a", name: "A"))
        try database.close()
        #expect(thrownCode { try database.snapshot {} } == .notOpen)
    }

    @Test(arguments: Engine.all)
    func `a snapshot ends if its closure throws an error`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        #expect(throws: Stop.self) {
            try database.snapshot {
                do { try database.snapshot { throw Stop() } } catch is Stop {}
                _ = try inns.count()
                throw Stop()
            }
        }
        try inns.save(Inn(id: "a", name: "A"))
        #expect(try inns.count() == 1)
    }

    @Test(arguments: Engine.all)
    func `an asynchronous snapshot reads one state`(engine: Engine) async throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        try await inns.save(Inn(id: "a", name: "A"))
        let names = try await database.snapshot {
            (try inns.all().map(\.name), try inns.sorted(by: \.name).first()?.name)
        }
        #expect(names.0 == ["A"] && names.1 == "A")
    }

    @Test func `reads of pages in a snapshot can read again`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let inns = try database.repository(of: Inn.self)
        try inns.save((0..<200).map { Inn(id: "i\($0)", name: "n\($0 % 2)") })
        try inns.store.createIndex(
            withName: "byName", config: ValueIndexConfiguration(["type", "name"]))
        let selection = inns.filter { $0.name == "n1" }
        let total = try database.snapshot {
            var total = 0
            for _ in try selection.all() { total += try selection.count() }
            return total
        }
        #expect(total == 100 * 100)
    }

    @Test func `an engine without snapshots throws an error that names it`() throws {
        final class Plain: DocumentDatabase {
            var name: String { "plain" }
            var engineName: String { "Plain" }
            func defaultStore() throws -> any DocumentStore { throw Stop() }
            func store(named name: String, scope: String?) -> (any DocumentStore)? { nil }
            func createStore(named name: String, scope: String?) throws -> any DocumentStore {
                throw Stop()
            }
            func inBatch<R>(using body: () throws -> R) throws -> R { try body() }
            func close() {}
        }
        let error = thrownError { try Plain().snapshot {} }
        #expect(error?.code == .unsupportedOperation)
        #expect("\(try #require(error))".contains("Plain"))
    }
}
