import CSQLite
import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireQuery
@testable import QuireStore

@Suite struct MaintenanceTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    var attachments: [String] {
        let path = folder.path + "/test.cblite2/Attachments"
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    func saveBlob(_ text: String, in id: String? = nil) throws {
        let blob = Blob(contentType: "text/plain", data: Data(text.utf8))
        try database.saveBlob(blob: blob)
        if let id { try collection.save(id, "{\"list\":[{\"b\":\(blob.toJSON())}]}") }
    }

    @Test(arguments: MaintenanceType.allCases)
    func `each kind preserves the documents`(type: MaintenanceType) throws {
        for number in 0..<100 { try collection.save("\(number)", "{\"n\":\(number)}") }
        try database.performMaintenance(type: type)
        let read = try (0..<100).map { try collection.json("\($0)") }
        #expect(read == (0..<100).map { "{\"n\":\($0)}" })
    }

    @Test(arguments: MaintenanceType.allCases)
    func `each kind throws in a transaction or on a closed database`(type: MaintenanceType) throws {
        let inside = try database.inBatch {
            thrownCode { try database.performMaintenance(type: type) }
        }
        try database.close()
        let closed = thrownCode { try database.performMaintenance(type: type) }
        #expect(inside == .transactionNotClosed && closed == .notOpen)
    }

    @Test func `compacting removes unreferenced blobs`() throws {
        try saveBlob("used", in: "a")
        try saveBlob("unused")
        try database.performMaintenance(type: .compact)
        #expect(attachments.count == 1)
    }

    @Test func `a blob is removed with the last document that references it`() throws {
        try saveBlob("shared", in: "a")
        try saveBlob("shared", in: "b")
        try collection.delete(id: "a", expecting: .any)
        try database.performMaintenance(type: .compact)
        let before = attachments.count
        try collection.purge(id: "b")
        try database.performMaintenance(type: .compact)
        #expect(before == 1 && attachments == [])
    }

    @Test func `compacting keeps blobs that a damaged body or another revision may reference`()
        throws
    {
        for (id, text) in [("a", "of a damaged body"), ("b", "of another revision")] {
            try saveBlob(text, in: id)
        }
        try folder.sqlite().execute(
            """
            UPDATE kv_default SET body = x'FFFF' || body || x'FFFFFF' WHERE key = 'a';
            UPDATE kv_default SET extra = x'00000000' || body, body = x'70008001' WHERE key = 'b'
            """, purpose: "test")
        try database.performMaintenance(type: .compact)
        #expect(attachments.count == 2)
    }

    @Test func `compacting makes the file smaller`() throws {
        let text = String(repeating: "x", count: 10_000)
        try database.inBatch {
            for number in 0..<200 { try collection.save("\(number)", "{\"t\":\"\(text)\"}") }
        }
        for number in 0..<200 { try collection.purge(id: "\(number)") }
        try database.performMaintenance(type: .compact)
        let size =
            try FileManager.default.attributesOfItem(
                atPath: folder.path + "/test.cblite2/db.sqlite3")[.size] as? Int
        #expect(size ?? .max < 200_000)
    }

    @Test func `the integrity check finds a damaged index`() throws {
        for number in 0..<100 { try collection.save("\(number)", "{}") }
        let sqlite = try folder.sqlite()
        try sqlite.execute(
            "CREATE INDEX test ON kv_default (sequence)", purpose: "test")
        let root = try sqlite.integer(
            "SELECT rootpage FROM sqlite_master WHERE name = 'test'", purpose: "test")
        let page = try #require(root)
        try database.close()
        sqlite.close()
        let handle = try FileHandle(
            forWritingTo: URL(filePath: folder.path + "/test.cblite2/db.sqlite3"))
        try handle.seek(toOffset: UInt64(page - 1) * 4096 + 8)
        try handle.write(contentsOf: Data(repeating: 0x55, count: 64))
        try handle.close()
        let reopened = try folder.open()
        #expect(
            thrownCode { try reopened.performMaintenance(type: .integrityCheck) } == .corruptData)
    }

    @Test func `an index on properties is complete before anything was written`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        #expect(throws: Never.self) { try database.performMaintenance(type: .integrityCheck) }
    }

    @Test func `reindexing repairs a damaged index`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        let sqlite = try folder.sqlite("couchbase-made")
        _ = quire_sqlite3_db_config_switch(sqlite.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        try sqlite.execute(
            "DELETE FROM \"kv_default::by\\Description_segdir\"", purpose: "test")
        let before = thrownCode { try database.performMaintenance(type: .integrityCheck) }
        try database.performMaintenance(type: .reindex)
        try database.performMaintenance(type: .integrityCheck)
        #expect(before == .corruptData)
    }
}
