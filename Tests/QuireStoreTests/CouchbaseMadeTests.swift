import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// A database written by Couchbase Lite's engine, and the data that the engine reads from it.
@Suite struct CouchbaseMadeTests {
    struct Expected: Sendable, Equatable, CustomTestStringConvertible {
        var collection: String
        var id: String
        var revisionID: String
        var sequence: UInt64
        var flags: UInt16
        var json: String

        var testDescription: String { "\(collection) \(id)" }
    }

    static let expected = ["_default", "plain", "Inventory.Reviews"].flatMap(documents)

    static func documents(of collection: String) -> [Expected] {
        let file = StoreFolder.fixtures
            .appending(path: "couchbase-made.\(collection).tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 5, let sequence = UInt64(fields[2].dropFirst(4)),
                let flags = UInt16(fields[3].dropFirst(8), radix: 16)
            else { return nil }
            // 0x1000 is the engine's flag for existing documents.
            return Expected(
                collection: collection, id: fields[0], revisionID: fields[1], sequence: sequence,
                flags: flags & ~0x1000, json: fields[4])
        }
    }

    static let live = expected.filter { $0.flags & 1 == 0 }

    let collection: DocumentCollection
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        try folder.copyFixture("couchbase-made.cblite2")
        collection = try folder.open("couchbase-made").defaultCollection()
    }

    /// Returns the collection for the name of a fixture's list of documents.
    func named(_ name: String) throws -> DocumentCollection {
        let parts = name.split(separator: ".").map(String.init)
        return try #require(
            try collection.database.collection(
                name: parts[parts.count - 1], scope: parts.count == 2 ? parts[0] : nil))
    }

    @Test func `the list of expectations is complete`() {
        #expect(Self.expected.count == 52 && Self.live.count == 51)
    }

    @Test func `its collections are found`() throws {
        let names = try collection.database.scopes().flatMap { try $0.collections() }
            .map(\.fullName)
        #expect(names == ["_default._default", "_default.plain", "Inventory.Reviews"])
    }

    @Test(arguments: live)
    func `a document has the same contents as in the original`(document: Expected) throws {
        let record = try #require(try named(document.collection).record(id: document.id))
        let read = Expected(
            collection: document.collection, id: record.id,
            revisionID: record.revisionID.description, sequence: record.sequence,
            flags: record.flags.rawValue, json: record.json ?? "")
        #expect(read == document)
    }

    @Test(arguments: [("_default", 40 as UInt64), ("plain", 1), ("Inventory.Reviews", 10)])
    func `exactly the live documents exist`(name: String, count: UInt64) throws {
        let collection = try named(name)
        var ids: [String] = []
        try collection.forEachRecord { ids.append($0.id) }
        let expected = Self.live.filter { $0.collection == name }.map(\.id)
        #expect(ids.sorted() == expected.sorted() && collection.count == count)
    }

    @Test func `a tombstone is not a document`() throws {
        #expect(try collection.record(id: "hotel-005") == nil)
    }

    @Test func `opening and reading it does not change any row`() throws {
        let tables = [
            "kv_default", "kv_del_default", "kv_info", "kvmeta", "\"kv_.plain\"",
            "\"kv_.\\Inventory.\\Reviews\"", "indexes", "sqlite_master",
        ]
        func rows() throws -> [String] {
            try tables.flatMap { try folder.rows("SELECT * FROM \($0)", "couchbase-made") }
        }
        let before = try rows()
        for scope in try collection.database.scopes() {
            for collection in try scope.collections() { try collection.forEachRecord { _ in } }
        }
        try collection.database.close()
        #expect(try rows() == before)
    }
}
