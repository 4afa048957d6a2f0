import Fleece
import Foundation
import QuireTestSupport
import Testing

@testable import Quire

/// The bodies of a database that Couchbase Lite 2.0 wrote, against what an independent reader made
/// of them.
///
/// It runs where that published database is.
@Suite(.enabled(if: PublishedData.file("travel-sample.cblite2") != nil))
struct TravelSampleTests {
    private let folder: TemporaryFolder
    private let connection: SQLiteConnection

    init() throws {
        folder = try TemporaryFolder()
        let original = try #require(PublishedData.file("travel-sample.cblite2/db.sqlite3"))
        let copy = folder.url.appending(path: "db.sqlite3")
        try FileManager.default.copyItem(at: original, to: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy.path)
        connection = try SQLiteConnection(path: copy.path, access: .readWriteCreate)
    }

    /// The body in a row of schema 201: a list of revisions, of which the first is the current one.
    ///
    ///     u32 size · u16 parent · u8 flags · u8 length, revision ID · varint sequence · body
    private static func currentBody(_ record: [UInt8]) -> ArraySlice<UInt8> {
        let size = record[..<4].reduce(0) { $0 << 8 | Int($1) }
        var start = 8 + Int(record[7])
        while record[start] & 0x80 != 0 { start += 1 }
        return record[(start + 1)..<size]
    }

    @Test func `every body is what the independent reader read`() throws {
        let keys = try connection.prepare(
            "SELECT body FROM kv_info WHERE key = 'SharedKeys'", purpose: "read the shared keys")
        _ = try keys.step()
        let sharedKeys = try keys.withBytes(at: 0) { try SharedKeys(encoded: $0) }
        let documents = try connection.prepare(
            "SELECT key, body FROM kv_default WHERE flags & 1 = 0", purpose: "read the documents")
        var bodies: [String: String] = [:]
        while try documents.step() {
            let body = Array(Self.currentBody(documents.bytes(at: 1)))
            let storage = try body.withUnsafeBytes {
                try FleeceStorage(validating: $0, sharedKeys: sharedKeys)
            }
            bodies[documents.string(at: 0)] = try storage.root?.json(.canonical)
        }
        let expected = try #require(PublishedData.file("travel-sample.expected.jsonl"))
        var expectedBodies: [String: String] = [:]
        for line in try String(contentsOf: expected, encoding: .utf8).split(separator: "\n") {
            let root = try #require(FleeceStorage(json: String(line)).root?.dictionary)
            let id = try #require(root["id"]?.string)
            expectedBodies[id] = try root["body"]?.json(.canonical)
        }
        // The IDs only: the bodies are megabytes.
        let wrong = expectedBodies.filter { bodies[$0.key] != $0.value }.keys.sorted()
        #expect(bodies.count == 2885)
        #expect(expectedBodies.count == 2885)
        #expect(wrong == [])
    }
}
