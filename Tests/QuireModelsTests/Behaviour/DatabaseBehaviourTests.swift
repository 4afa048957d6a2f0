import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

#if PostgreSQL
#endif

/// The behavior that all engines share on the level of a database.
@Suite struct DatabaseBehaviourTests {
    enum Engine: CaseIterable, Sendable {
        case file, memory, withoutSQLite
        #if PostgreSQL
            case postgres
        #endif

        /// The engines that are installed.
        static let all: [Engine] = {
            #if PostgreSQL
                if !PostgresServer.isAvailable { return allCases.filter { $0 != .postgres } }
            #endif
            return allCases
        }()

        func open() throws -> (database: any DocumentDatabase, folder: StoreFolder?) {
            switch self {
            case .file:
                let folder = try StoreFolder()
                return (try folder.open(), folder)
            case .memory: return (try Database(inMemoryNamed: "behaviour"), nil)
            case .withoutSQLite: return (InMemoryDatabase(), nil)
            #if PostgreSQL
                case .postgres: return (try TestStore.postgres.open().store.database, nil)
            #endif
            }
        }
    }

    struct Stop: Error {}

    @Test(arguments: Engine.all)
    func `a transaction changes either several stores or none`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        let others = try database.createStore(named: "others", scope: "away")
            .repository(of: Inn.self)
        #expect(throws: Stop.self) {
            try database.inBatch {
                try inns.save(Inn(id: "a", name: "A"))
                try others.save(Inn(id: "b", name: "B"))
                throw Stop()
            }
        }
        #expect(try inns.count() == 0 && others.count() == 0)
        try database.inBatch {
            try inns.save(Inn(id: "a", name: "A"))
            try others.save(Inn(id: "b", name: "B"))
        }
        let again = try #require(try database.store(named: "others", scope: "away"))
        #expect(try inns.count() == 1 && again.repository(of: Inn.self).find("b")?.name == "B")
    }

    @Test(arguments: Engine.all)
    func `a nested transaction is a savepoint`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        try database.inBatch {
            try inns.save(Inn(id: "a", name: "A"))
            try? database.inBatch {
                try inns.save(Inn(id: "b", name: "B"))
                throw Stop()
            }
            try database.inBatch { _ = try inns.save(Inn(id: "c", name: "C")) }
        }
        #expect(try inns.all().map(\.name).sorted() == ["A", "C"])
    }

    @Test(arguments: Engine.all)
    func `a store that was not created does not exist`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        #expect(try database.store(named: "others", scope: nil) == nil)
        let created = try database.createStore(named: "others", scope: nil)
        #expect(try database.store(named: "others", scope: nil)?.fullName == created.fullName)
        #expect(try created.count(where: .literal(.boolean(true))) == 0)
    }

    @Test(arguments: Engine.all)
    func `a closed database throws`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let store = try database.defaultStore()
        let code = thrownCode { try database.inBatch { try database.close() } }
        #expect(code == .transactionNotClosed)
        try database.close()
        try database.close()
        #expect(thrownCode { _ = try store.record(id: "a") } == .notOpen)
        #expect(thrownCode { try database.inBatch {} } == .notOpen)
        #expect(thrownCode { _ = try database.defaultStore() } == .notOpen)
    }

    @Test(arguments: Engine.all)
    func `changes are read in order of their sequences`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let store = try database.defaultStore()
        let inns = store.repository(of: Inn.self)
        #expect(try store.changes(since: 0, limit: 10).isEmpty)
        for id in ["a", "b", "c", "d"] { try inns.save(Inn(id: id, name: id)) }
        try inns.delete(id: "b")
        try inns.update("a") { $0.name = "A" }
        try inns.purge(id: "d")
        let all = try store.changes(since: 0, limit: .max)
        #expect(all.map(\.id) == ["c", "b", "a"] && all.map(\.isDeleted) == [false, true, false])
        let sequences = all.map(\.revision.sequence)
        let isDense = database.engineName != "PostgreSQL"
        #expect(isDense ? sequences == [3, 5, 6] : sequences == sequences.sorted())
        #expect(try all[2].revision.revisionID == store.record(id: "a")?.revisionID)
        #expect(try store.changes(since: 0, limit: 1) == [all[0]])
        #expect(try store.changes(since: sequences[0], limit: 1) == [all[1]])
        #expect(try store.changes(since: sequences[2], limit: 10).isEmpty)
        #expect(try store.changes(since: .max, limit: 10).isEmpty)
        #expect(try store.changes(since: 0, limit: -1).isEmpty)
    }

    @Test(arguments: Engine.all)
    func `schemas are recorded in every engine`(engine: Engine) throws {
        let (database, folder) = try engine.open()
        defer { withExtendedLifetime(folder) {} }
        let inns = try database.repository(of: Inn.self)
        #expect(try inns.recordedSchemas().isEmpty)
        try inns.recordSchema()
        #expect(try inns.recordedSchemas() == [ModelSchema(of: Inn.self)])
    }
}
