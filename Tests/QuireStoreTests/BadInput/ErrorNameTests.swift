import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// Errors identify their database, collection and document.
@Suite final class ErrorNameTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().createCollection(name: "Hotels", scope: "Inventory")
        for id in ["a", "b"] { try collection.save(id, #"{"n":1}"#) }
    }

    // A purge in the background ends before the files are removed.
    deinit { try? collection.database.close() }

    static let longID = String(repeating: "x", count: 241)

    static let identifiers: [(id: String, words: [String])] = [
        ("", [#""""#, "empty"]),
        ("_a", [#""_a""#, "underscore"]),
        ("a\nb", [#""a\nb""#, "control character"]),
        ("a\0b", [#""a\0b""#, "control character"]),
        ("a\u{7F}b", [#""a\u{7F}b""#, "control character"]),
        (longID, [String(longID.prefix(60)), "241 bytes, but at most 240 are allowed"]),
        (String(repeating: "é", count: 121), ["é", "242 bytes"]),
    ]

    @Test(arguments: identifiers)
    func `the error for an invalid ID contains its collection and the rule`(
        id: String, words: [String]
    ) {
        let error = thrownError { try collection.save(id, "{}") }
        let names = ["collection Inventory.Hotels of database test"] + words
        #expect(error?.code == .badDocumentID)
        #expect(names.allSatisfy { error?.message.contains($0) == true }, "\(error?.message ?? "")")
    }

    /// All operations on a document.
    static let uses: [(name: String, run: @Sendable (DocumentCollection) throws -> Void)] = [
        ("read", { _ = try $0.record(id: "a") }),
        ("body", { _ = try $0.body(id: "a") }),
        ("save", { try $0.save("a", "{}") }),
        ("delete", { try $0.delete(id: "a", expecting: .any) }),
        ("purge", { try $0.purge(id: "a") }),
        ("set its expiration", { try $0.setDocumentExpiration(id: "a", expiration: Date()) }),
        ("get its expiration", { _ = try $0.getDocumentExpiration(id: "a") }),
    ]

    @Test(arguments: uses.indices)
    func `the error for a SQLite failure contains the document and its collection`(
        index: Int
    ) throws {
        // A missing column represents any failure of SQLite.
        try folder.sqlite().execute(
            #"ALTER TABLE "kv_.\Inventory.\Hotels" RENAME COLUMN key TO other"#, purpose: "test")
        let error = thrownError { try Self.uses[index].run(collection) }
        let beginning = #"Document "a" in collection Inventory.Hotels of database test: "#
        #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
        #expect(error?.underlyingError is SQLiteError)
    }

    @Test(arguments: uses.indices)
    func `an error in one document names it, and others are not affected`(
        index: Int
    ) throws {
        try folder.sqlite().execute(
            #"UPDATE "kv_.\Inventory.\Hotels" SET version = x'', body = x'FF' WHERE key = 'a'"#,
            purpose: "test")
        let error = thrownError { try Self.uses[index].run(collection) }
        let place = #"Document "a" in collection Inventory.Hotels of database test"#
        #expect(error == nil || error?.message.contains(place) == true)
        #expect(try collection.json("b") == #"{"n":1}"#)
    }

    @Test(arguments: ["purge", "set its expiration"])
    func `the error for a missing document contains its collection`(use: String) throws {
        try collection.purge(id: "a")
        let run = try #require(Self.uses.first { $0.name == use }).run
        let error = thrownError { try run(collection) }
        let place = #"Document "a" in collection Inventory.Hotels of database test"#
        #expect(error?.code == .notFound && error?.message.contains(place) == true)
    }

    @Test
    func `if the table of deleted documents is missing, deleting does nothing and does not throw`()
        throws
    {
        try folder.sqlite().execute(
            #"DROP TABLE "kv_del_.\Inventory.\Hotels""#, purpose: "test")
        #expect(try collection.getDocumentExpiration(id: "c") == nil)
        #expect(thrownCode { try collection.purge(id: "c") } == .notFound)
        #expect(
            thrownCode { try collection.setDocumentExpiration(id: "c", expiration: nil) }
                == .notFound)
        try collection.purge(id: "a")
        #expect(collection.count == 1)
    }
}
