import DatabaseTestSupport
import Foundation
import Quire
import QuireInspection
import Testing

@testable import QuireStore

/// A database synchronized by Couchbase Lite 4: with a tree revision from a database that was not
/// upgraded, an open conflict, a tombstone, and checkpoints.
@Suite struct ReplicatedBundleTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        try folder.copyFixture("legacy-and-conflict.cblite2")
        collection = try folder.open("legacy-and-conflict").defaultCollection()
    }

    private func findings() throws -> [String] {
        var findings: [String] = []
        let path = folder.path + "/legacy-and-conflict.cblite2"
        _ = try BundleCheck.run(path: path) {
            if $0.isFault { findings.append("\($0.location): \($0.message)") }
        }
        return findings
    }

    /// Returns the items of the column `extra`, without the properties of item 0.
    private func items(_ id: String, _ table: String) throws -> [String]? {
        let sqlite = try folder.sqlite("legacy-and-conflict")
        let encoded = try InfoRow.sharedKeys.read(on: sqlite) ?? []
        let keys = try encoded.withUnsafeBytes { try SharedKeys(encoded: $0) }
        let statement = try sqlite.prepare(
            "SELECT extra, body FROM \(table) WHERE key = '\(id)'", purpose: "test")
        guard try statement.step() else { return nil }
        let body = FleeceStorage(statement.bytes(at: 1), sharedKeys: keys)
        let extra = FleeceStorage(statement.bytes(at: 0), sharedKeys: keys, extern: body)
        return try extra.root?.array?.map { try $0.json(.canonical) }
    }

    // A tree revision is 03 and 16 bytes of a digest.
    static let tree = "A6vN7wEjRWeJq83vASNFZ4k="

    /// The items after item 0 that each row must preserve: the revision of remote 1.
    static let documents: [(id: String, table: String)] = [
        ("d1", "kv_default"), ("d2", "kv_default"), ("q1", "kv_default"), ("q4", "kv_default"),
        ("new1", "kv_default"), ("z1", "kv_del_default"),
    ]

    static let histories = [
        ("d1", "18ea4a7000660000@AAAAAAAAAAAAAAAAAAAAAQ; 18ea4a5902b40001@W1CjMjs6Q1ea50VmbPxQzQ"),
        ("q1", "3-abcdef0123456789abcdef0123456789"),
    ]

    @Test(arguments: histories)
    func `the history of a document begins with its current revision`(
        id: String, history: String
    ) throws {
        #expect(try collection.revisionHistory(of: id) == history)
        #expect(try collection.revisionHistory(of: "none") == nil)
    }

    @Test func `the check finds no faults`() throws {
        #expect(try findings() == [])
    }

    @Test(arguments: documents)
    func `a document can be saved, and the remote revision is preserved`(
        id: String, table: String
    ) throws {
        let before = try #require(try items(id, table))
        try collection.save(id, #"{"changed":true}"#)
        let after = try #require(try items(id, "kv_default"))
        #expect(try collection.json(id) == #"{"changed":true}"#)
        #expect(after.dropFirst() == before.dropFirst() && after.count == 2)
        let current =
            id == "q1" ? "{\"~\":\"\(Self.tree)\"}" : #"{".":{"changed":true}}"#
        #expect(after.first == current)
        #expect(try findings() == [])
    }

    @Test(arguments: documents.filter { $0.id != "z1" })
    func `a document can be deleted and created again, and the remote revision is preserved`(
        id: String, table: String
    ) throws {
        let before = try #require(try items(id, table))
        try collection.delete(id: id, expecting: .any)
        let deleted = try #require(try items(id, "kv_del_default"))
        try collection.save(id, #"{"changed":true}"#)
        let after = try #require(try items(id, "kv_default"))
        #expect(
            deleted.dropFirst() == before.dropFirst() && after.dropFirst() == before.dropFirst())
        #expect(try findings() == [])
    }

    @Test func `a conflicted document stays conflicted`() throws {
        try collection.save("d2", "{}")
        let flags = try folder.rows(
            "SELECT flags FROM kv_default WHERE key = 'd2'", "legacy-and-conflict")
        #expect(flags == ["2"])
    }

    @Test func `the revision of remote 1 in a tree becomes its item`() throws {
        try folder.sqlite("legacy-and-conflict").execute(
            "UPDATE kv_default SET flags = 8 WHERE key = 'q1'", purpose: "test")
        let json = try #require(try collection.json("q1"))
        try collection.save("q1", "{}")
        #expect(
            try items("q1", "kv_default") == [
                "{\"~\":\"\(Self.tree)\"}", "{\".\":\(json),\"@\":\"\(Self.tree)\"}",
            ])
    }

    @Test func `other tables and rows are not changed`() throws {
        let sql = """
            SELECT * FROM kv_checkpoints UNION ALL SELECT * FROM kv_info
            WHERE key NOT IN ('SharedKeys', 'quire.fileOrigin')
            """
        let before = try folder.rows(sql, "legacy-and-conflict")
        for document in Self.documents { try collection.save(document.id, "{}") }
        #expect(try folder.rows(sql, "legacy-and-conflict") == before)
    }

    // Only the first byte distinguishes a list from an array.
    @Test func `a version vector next to a tree is an error, and nothing changes`() throws {
        try folder.sqlite("legacy-and-conflict").execute(
            "UPDATE kv_default SET extra = x'0000001EFFFF021501' WHERE key = 'd1'", purpose: "test")
        let sql = "SELECT * FROM kv_default WHERE key = 'd1'"
        let before = try folder.rows(sql, "legacy-and-conflict")
        let code = thrownCode { try collection.save("d1", "{}") }
        #expect(
            try code == .corruptRevisionData && folder.rows(sql, "legacy-and-conflict") == before)
    }
}
