import DatabaseTestSupport
import Foundation
import Quire
import QuireInspection
import Testing

@testable import QuireStore
@testable import QuireQuery

/// A database with every feature that an earlier release wrote.
@Suite struct FeatureDatabaseTests {
    static let expectations = StoreFolder.fixtures.appending(path: "\(FeatureDatabase.name).json")

    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func expected() throws -> DatabaseDescription {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(
            DatabaseDescription.self, from: Data(contentsOf: Self.expectations))
    }

    private func open() throws -> Database {
        try folder.copyFixture("\(FeatureDatabase.name).cblite2")
        return try folder.open(FeatureDatabase.name)
    }

    private func describe(_ database: Database) throws -> DatabaseDescription {
        try DatabaseDescription(of: database, queries: FeatureDatabase.queries)
    }

    private func faults() throws -> [String] {
        var faults: [String] = []
        let path = folder.path + "/\(FeatureDatabase.name).cblite2"
        _ = try BundleCheck.run(path: path) {
            if $0.isFault { faults.append("\($0.location): \($0.message)") }
        }
        return faults
    }

    /// The columns of all rows that only replicators read.
    private func replicationState() throws -> [String] {
        try folder.rows(
            """
            SELECT key, flags & 6, hex(extra) FROM kv_default UNION ALL \
            SELECT key, flags & 6, hex(extra) FROM kv_del_default UNION ALL \
            SELECT key, '', hex(body) FROM kv_checkpoints ORDER BY 1
            """, FeatureDatabase.name)
    }

    @Test func `all contents are read as they were written`() throws {
        let found = try describe(try open())
        let differences = try found.differences(from: expected())
        #expect(differences == [])
    }

    @Test func `a new database has the same contents`() throws {
        let written = try FeatureDatabase(in: folder)
        var found = try describe(written.database)
        if ProcessInfo.processInfo.environment["QUIRE_WRITE_FIXTURES"] != nil {
            try write(found, written.database)
        }
        var expected = try expected()
        (found.revisions, expected.revisions) = ([:], [:])
        #expect(found.differences(from: expected) == [])
    }

    private func write(_ description: DatabaseDescription, _ database: Database) throws {
        try database.performMaintenance(type: .compact)
        try database.close()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        try encoder.encode(description).write(to: Self.expectations)
        let name = "\(FeatureDatabase.name).cblite2"
        let fixture = StoreFolder.fixtures.appending(path: name)
        try? FileManager.default.removeItem(at: fixture)
        try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: fixture.path)
    }

    @Test func `its models equal the saved ones`() throws {
        let models = try open().createCollection(name: "models", scope: "Kinds")
        let vehicles = try models.repository(of: FeatureModels.Vehicle.self).all()
        #expect(try models.repository(of: FeatureModels.Inn.self).all() == FeatureModels.inns)
        #expect(try models.repository(of: FeatureModels.Person.self).all() == FeatureModels.people)
        #expect(try models.repository(of: FeatureModels.Room.self).all() == FeatureModels.rooms)
        for (id, memo) in FeatureModels.memos {
            #expect(try models.repository(of: FeatureModels.Memo.self).find(id) == memo)
        }
        #expect(
            try models.repository(of: FeatureModels.Setting.self).all() == FeatureModels.settings)
        let jobs = FeatureDatabase.jobs(in: models)
        #expect(try jobs.all() == [FeatureModels.jobs[0]])
        #expect(try jobs.includingDeleted.all() == FeatureModels.jobs)
        #expect(try models.repository(of: FeatureModels.House.self).all() == FeatureModels.houses)
        #expect(vehicles.prefix(3) == FeatureModels.vehicles[...])
        #expect(vehicles.count == 4)
    }

    @Test func `every document can be saved again, and only its revision changes`() throws {
        let database = try open()
        let before = try describe(database)
        let state = try replicationState()
        for collection in try database.scopes().flatMap({ try $0.collections() }) {
            for id in before.collections[collection.fullName]?.documents.keys.sorted() ?? [] {
                let document = try #require(try collection.document(id: id)).toMutable()
                try collection.save(document: document)
            }
        }
        var after = try describe(database)
        let changed = Set(after.revisions.filter { before.revisions[$0.key] != $0.value }.keys)
        #expect(changed == Set(before.revisions.keys))
        after.revisions = before.revisions
        for (name, collection) in before.collections {
            for (id, document) in collection.documents {
                after.collections[name]?.documents[id]?.sequence = document.sequence
            }
        }
        #expect(after.differences(from: before) == [])
        try database.performMaintenance(type: .integrityCheck)
        try database.close()
        #expect(try faults() == [])
        #expect(try replicationState().count == state.count)
    }

    @Test func `saving models again keeps unknown fields and migrates them`() throws {
        let database = try open()
        let models = try database.createCollection(name: "models", scope: "Kinds")
        let before = try describe(database).collections["Kinds.models"]?.documents ?? [:]
        let inns = models.repository(of: FeatureModels.Inn.self)
        try inns.save(inns.all())
        let vehicles = models.repository(of: FeatureModels.Vehicle.self)
        try vehicles.save(vehicles.all())
        let houses = models.repository(of: FeatureModels.House.self)
        let report = try houses.sweep()
        let after = try describe(database).collections["Kinds.models"]?.documents ?? [:]
        let changed = Set(after.keys.filter { after[$0]?.json != before[$0]?.json })
        #expect(changed == ["house-1", "truck-2"])
        #expect(report.migrated == 1 && report.failures.isEmpty)
        #expect(try models.repository(of: FeatureModels.Inn.self).schemaDifference().isEmpty)
        try database.performMaintenance(type: .integrityCheck)
    }

    @Test(arguments: [MaintenanceType.compact, .reindex, .optimize, .fullOptimize])
    func `maintenance does not change its contents`(type: MaintenanceType) throws {
        let database = try open()
        try database.performMaintenance(type: type)
        let differences = try describe(database).differences(from: expected())
        #expect(differences == [])
    }

    @Test func `a copy of it is equal, and the check finds no faults`() throws {
        let database = try open()
        try Database.copy(
            fromPath: try #require(database.path), toDatabase: "copy",
            withConfig: folder.configuration)
        var found = try describe(folder.open("copy"))
        // The revisions of the copy have the original as their author.
        let author = try ReplicationStore(database).sourceID
        found.revisions = found.revisions.mapValues { $0.replacing("@\(author)", with: "@*") }
        let differences = try found.differences(from: expected())
        #expect(differences == [])
        try database.close()
        #expect(try faults() == [])
    }
}
