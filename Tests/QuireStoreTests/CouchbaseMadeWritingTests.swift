import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// A database with indexes written by Couchbase Lite's engine, modified by this library.
@Suite struct CouchbaseMadeWritingTests {
    static let fullText = #""kv_default::by\Description""#

    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        try folder.copyFixture("couchbase-made.cblite2")
        database = try folder.open("couchbase-made")
        collection = try database.defaultCollection()
    }

    /// Returns rows found by the two indexes and plain SQLite, with the functions that they need.
    func rows(_ sql: String) throws -> [String] {
        try database.readSnapshot { try $0.sqlite.rows(sql) }
    }

    func matches(_ word: String) throws -> [String] {
        try rows(
            """
            SELECT key FROM kv_default WHERE rowid IN (SELECT docid FROM \(Self.fullText) \
            WHERE \(Self.fullText) MATCH '\(word)') ORDER BY key
            """)
    }

    func inValueIndex(_ rate: Double) throws -> [String] {
        try rows(
            """
            SELECT key FROM kv_default INDEXED BY byTypeRate \
            WHERE fl_value(body, 'type') = 'hotel' AND fl_value(body, 'room_rate') = \(rate)
            """)
    }

    /// Changes of the database, and the documents then found by word and by the rates 1 and 2.
    static let changes:
        [(
            String, words: [String], rates: [String], @Sendable (DocumentCollection) throws -> Void
        )] = [
            (
                "a new document", ["new"], ["new"],
                {
                    try $0.save(
                        "new", #"{"type":"hotel","room_rate":1.5,"description":"Quokka tamed"}"#)
                }
            ),
            (
                "an update", ["hotel-001"], ["hotel-001"],
                {
                    try $0.save(
                        "hotel-001",
                        #"{"type":"hotel","room_rate":1.5,"description":"a QUOKKA's"}"#)
                }
            ),
            (
                "a deletion", [], [],
                { collection in
                    try collection.save(
                        "new", #"{"type":"hotel","room_rate":1.5,"description":"quokka"}"#)
                    try collection.delete(id: "new", expecting: .any)
                }
            ),
            (
                "a deleted document that is there again", ["hotel-005"], ["hotel-005"],
                {
                    try $0.save(
                        "hotel-005",
                        #"{"type":"hotel","room_rate":1.5,"description":"quokka"}"#)
                }
            ),
            (
                "a purge", [], [],
                { collection in
                    try collection.save(
                        "hotel-001", #"{"type":"hotel","room_rate":1.5,"description":"quokka"}"#)
                    try collection.purge(id: "hotel-001")
                }
            ),
        ]

    @Test(arguments: changes.indices)
    func `its indexes stay current`(index: Int) throws {
        let (name, words, rates, change) = Self.changes[index]
        try change(collection)
        #expect(try matches("quokka") == words && inValueIndex(1.5) == rates, "\(name)")
        try database.performMaintenance(type: .integrityCheck)
    }

    @Test func `its collections accept new documents with additional shared keys`() throws {
        for (name, scope) in [("plain", nil), ("Reviews", "Inventory")] as [(String, String?)] {
            let collection = try #require(try database.collection(name: name, scope: scope))
            try collection.save("new", #"{"a_new_key":1,"type":"review"}"#)
            #expect(try collection.json("new") == #"{"a_new_key":1,"type":"review"}"#)
        }
    }

    @Test func `existing documents have the same contents as before`() throws {
        let before = CouchbaseMadeTests.live.filter { $0.collection == "_default" }.map(\.json)
        for number in 0..<50 {
            try collection.save("new-\(number)", "{\"key_\(number)\":\(number)}")
        }
        let after = try CouchbaseMadeTests.live.filter { $0.collection == "_default" }.map {
            try collection.json($0.id) ?? "missing"
        }
        #expect(before == after)
    }

    @Test func `with an unknown index, it is read-only`() throws {
        try folder.sqlite("couchbase-made").execute(
            #"CREATE VIRTUAL TABLE "kv_.plain::text" USING fts4("t", tokenize=porter)"#,
            purpose: "test")
        let error = thrownError { try collection.save("a", "{}") }
        #expect(
            try error?.code == .notWriteable && error?.message.contains("kv_.plain::text") == true
                && collection.record(id: "hotel-001") != nil)
    }

    @Test func `a foreign trigger does not run`() throws {
        try folder.sqlite("couchbase-made").execute(
            "CREATE TRIGGER evil AFTER INSERT ON kv_default BEGIN DELETE FROM kv_info; END",
            purpose: "test")
        let code = thrownCode { try collection.save("a", "{}") }
        #expect(try code == .notWriteable && rows("SELECT count(*) FROM kv_info") != ["0"])
    }
}
