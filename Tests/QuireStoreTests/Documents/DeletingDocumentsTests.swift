import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct DeletingDocumentsTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    @Test func `a document that was never saved is not found`() {
        let document = MutableDocument(id: "a")
        #expect(thrownCode { try collection.delete(document: document) } == .notFound)
        #expect(thrownCode { try collection.purge(document: document) } == .notFound)
        #expect(thrownCode { try collection.purge(id: "a") } == .notFound)
        #expect(document.revisionID == nil)
    }

    @Test func `a deleted document is not found, and its object keeps its values`() throws {
        let document = try MutableDocument(id: "a", data: ["n": 1]).saved(in: collection)
        try collection.delete(document: document)
        #expect(try collection.document(id: "a") == nil)
        #expect(collection.count == 0 && !collection["a"].exists)
        #expect(document.int(forKey: "n") == 1 && document.sequence == 2)
        try collection.save(document: document.setInt(2, forKey: "n"))
        #expect(document.sequence == 3)
        #expect(try collection.document(id: "a")?.int(forKey: "n") == 2)
    }

    @Test func `deleting an object twice creates two tombstones`() throws {
        let document = try MutableDocument(id: "a").saved(in: collection)
        try collection.delete(document: document)
        let first = document.revisionID
        try collection.delete(document: document)
        #expect(document.sequence == 3 && document.revisionID != first)
    }

    @Test func `an immutable document can be deleted and purged`() throws {
        _ = try MutableDocument(id: "a").saved(in: collection)
        _ = try MutableDocument(id: "b").saved(in: collection)
        try collection.delete(document: try #require(try collection.document(id: "a")))
        try collection.purge(document: try #require(try collection.document(id: "b")))
        #expect(collection.count == 0)
    }

    @Test func `a purged document cannot be deleted, purged or found by ID`() throws {
        let document = try MutableDocument(id: "a").saved(in: collection)
        let other = try #require(try collection.document(id: "a"))
        try collection.purge(document: document)
        #expect(thrownCode { try collection.purge(document: document) } == .notFound)
        #expect(thrownCode { try collection.purge(document: other) } == .notFound)
        #expect(thrownCode { try collection.purge(id: "a") } == .notFound)
        #expect(thrownCode { try collection.delete(document: document) } == .notFound)
        #expect(thrownCode { try collection.delete(document: other) } == .notFound)
        try collection.save(document: document)
        #expect(document.sequence == 2 && collection.count == 1)
    }

    @Test func `a deleted document can be purged`() throws {
        let document = try MutableDocument(id: "a").saved(in: collection)
        try collection.delete(document: document)
        try collection.purge(document: document)
        #expect(try folder.rows("SELECT count(*) FROM kv_del_default") == ["0"])
    }

    @Test func `a count in a transaction includes its changes`() throws {
        for index in 0..<5 { _ = try MutableDocument(id: "doc\(index)").saved(in: collection) }
        try database.inBatch {
            for index in 0..<5 {
                try collection.delete(
                    document: try #require(try collection.document(id: "doc\(index)")))
                #expect(collection.count == UInt64(4 - index))
            }
        }
        #expect(collection.count == 0)
    }
}
