import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireModels
@testable import QuireQuery

/// A database written by Couchbase Lite 2.0 (schema 201, revision trees), compared with the output
/// of
/// an independent reader.
///
/// The tests are skipped if the published database does not exist.
@Suite(.enabled(if: PublishedData.file("travel-sample.cblite2") != nil))
struct TravelSampleTests {
    private let folder: StoreFolder
    private let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        let original = try #require(PublishedData.file("travel-sample.cblite2/db.sqlite3"))
        let copy = URL(filePath: folder.path + "/travel-sample.cblite2/db.sqlite3")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: original, to: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        collection = try folder.open("travel-sample").defaultCollection()
    }

    private static func expected() throws -> [String: String] {
        let file = try #require(PublishedData.file("travel-sample.expected.jsonl"))
        var bodies: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let root = try #require(FleeceStorage(json: String(line)).root?.dictionary)
            bodies[try #require(root["id"]?.string)] = try root["body"]?.json(.canonical)
        }
        return bodies
    }

    private func bodies(_ collection: DocumentCollection) throws -> [String: String] {
        var bodies: [String: String] = [:]
        try collection.forEachRecord { bodies[$0.id] = $0.json }
        return bodies
    }

    /// Returns only the IDs, because the bodies are megabytes.
    private func differences(_ left: [String: String], _ right: [String: String]) -> [String] {
        Set(left.keys).union(right.keys).filter { left[$0] != right[$0] }.sorted()
    }

    @Test func `every document equals the output of an independent reader`() throws {
        let expected = try Self.expected()
        let wrong = try differences(bodies(collection), expected)
        #expect(wrong == [] && expected.count == 2885 && collection.count == 2885)
    }

    @Test func `changing some documents changes nothing else`() throws {
        var expected = try Self.expected()
        try collection.database.inBatch {
            for id in expected.keys.filter({ $0.hasPrefix("hotel_1") }) {
                try collection.save(id, #"{"new":"\#(id)"}"#)
                expected[id] = #"{"new":"\#(id)"}"#
            }
            for id in expected.keys.filter({ $0.hasPrefix("hotel_2") }) {
                _ = try collection.delete(id: id, expecting: .any)
                expected[id] = nil
            }
            for id in expected.keys.filter({ $0.hasPrefix("hotel_3") }) {
                _ = try collection.delete(id: id, expecting: .any)
                try collection.save(id, "{}", expecting: .absent)
                expected[id] = "{}"
            }
            try collection.save("quire", #"{"type":"hotel"}"#, expecting: .absent)
            expected["quire"] = #"{"type":"hotel"}"#
        }
        try collection.database.close()
        let reopened = try folder.open("travel-sample").defaultCollection()
        let wrong = try differences(bodies(reopened), expected)
        let check = try folder.rows("PRAGMA integrity_check", "travel-sample")
        #expect(wrong == [] && reopened.count == UInt64(expected.count) && check == ["ok"])
    }

    @Test func `unchanged documents keep their revision trees`() throws {
        try collection.save("hotel_10025", "{}")
        let rows = try folder.rows(
            """
            SELECT count(*) FROM kv_default WHERE hex(substr(version, 1, 1)) = '01'
            AND length(extra) = 38 AND hex(substr(extra, 1, 8)) = '0000001EFFFF0215'
            """, "travel-sample")
        #expect(rows == ["2884"])
    }
}
