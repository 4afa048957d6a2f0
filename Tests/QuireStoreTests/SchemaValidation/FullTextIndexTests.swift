import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@testable import QuireStore

/// A full-text index created by Couchbase Lite's engine, and writes to its collection.
@Suite struct FullTextIndexTests {
    static let index = #""kv_default::by\Description""#

    let folder: StoreFolder
    let writer: SQLiteConnection

    init() throws {
        folder = try StoreFolder()
        try folder.copyFixture("couchbase-made.cblite2")
        writer = try folder.sqlite("couchbase-made")
        try writer.applySettings(fullSync: false)
        let keys = try InfoRow.sharedKeys.read(on: writer) ?? []
        writer.keys.current = try keys.withUnsafeBytes { try SharedKeys(encoded: $0) }
    }

    func trust() throws {
        var watch = SchemaWatch()
        try #require(try watch.refresh(writer) == .recognized)
    }

    func body(_ json: String) throws -> [UInt8] {
        try FleeceStorage(json: json).withUnsafeBytes { Array($0) }
    }

    func run(_ sql: String, _ body: [UInt8]) throws {
        let statement = try writer.prepare(sql, purpose: "test")
        try statement.bind(body, at: 1)
        try statement.run()
    }

    /// Whether the full-text index is consistent with its stored texts.
    var isWhole: Bool {
        let sql = "INSERT INTO \(Self.index) (\(Self.index)) VALUES ('integrity-check')"
        return thrownError { try writer.execute(sql, purpose: "check") } == nil
    }

    func matches(_ word: String) throws -> [String] {
        try writer.rows(
            """
            SELECT key FROM kv_default WHERE rowid IN
                (SELECT docid FROM \(Self.index) WHERE \(Self.index) MATCH '\(word)') ORDER BY key
            """)
    }

    @Test func `it is consistent with this tokenizer`() {
        #expect(isWhole)
    }

    @Test func `it contains the text of every document as computed by Quire`() throws {
        let sql = """
            SELECT count(*), sum(f.description IS fl_fts_value(d.body, 'description'))
            FROM kv_default d JOIN \(Self.index) f ON f.docid = d.rowid
            """
        #expect(try writer.rows(sql) == ["40|40"])
    }

    @Test func `inserting fails in an untrusted schema`() throws {
        let error = thrownError {
            try run("INSERT INTO kv_default (key, body) VALUES ('new', ?1)", try body("{}"))
        }
        #expect(error?.message.contains("unsafe use of virtual table") == true)
    }

    @Test func `a new document is found and the index stays consistent`() throws {
        try trust()
        try run(
            "INSERT INTO kv_default (key, body) VALUES ('new', ?1)",
            try body(#"{"description": "A quokka, Ærøskøbing."}"#))
        #expect(try isWhole && matches("QUOKKA") == ["new"] && matches("ærøskøbing") == ["new"])
    }

    @Test func `a changed document is found only by its new words`() throws {
        try trust()
        try run(
            "INSERT INTO kv_default (key, body) VALUES ('new', ?1)",
            try body(#"{"description": "quokka"}"#))
        try run(
            "UPDATE kv_default SET body = ?1 WHERE key = 'new'",
            try body(#"{"description": "numbat"}"#))
        #expect(try isWhole && matches("quokka") == [] && matches("numbat") == ["new"])
    }

    @Test func `a deleted document is not found`() throws {
        try trust()
        try run(
            "INSERT INTO kv_default (key, body) VALUES ('new', ?1)",
            try body(#"{"description": "quokka"}"#))
        try writer.execute("DELETE FROM kv_default WHERE key = 'new'", purpose: "test")
        #expect(try isWhole && matches("quokka") == [])
    }

    @Test func `every document can be deleted, and the index is empty and consistent`() throws {
        try trust()
        try writer.execute("DELETE FROM kv_default", purpose: "test")
        let rows = try writer.rows("SELECT count(*) FROM \(Self.index)")
        #expect(isWhole && rows == ["0"])
    }

    @Test func `a schema that becomes hostile is detected`() throws {
        var watch = SchemaWatch()
        let before = try watch.refresh(writer)
        let other = try folder.sqlite("couchbase-made")
        try other.execute(
            "CREATE TRIGGER x AFTER INSERT ON kv_default BEGIN DELETE FROM kv_info; END",
            purpose: "test")
        let after = try watch.refresh(writer)
        let isTrusted = try writer.rows("PRAGMA trusted_schema") == ["1"]
        #expect(before == .recognized && after.reason != nil && !isTrusted)
    }

    @Test func `an unchanged schema is validated once`() throws {
        var watch = SchemaWatch()
        let before = try watch.refresh(writer)
        // Set directly, to detect a second validation.
        try writer.trustSchema(false)
        let again = try watch.refresh(writer)
        let isTrusted = try writer.rows("PRAGMA trusted_schema") == ["1"]
        #expect(before == .recognized && again == .recognized && !isTrusted)
    }
}
