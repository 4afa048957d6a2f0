import Testing

@testable import Quire

@Suite struct PurgingTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
    }

    @Test func `a purge leaves no row and counts`() throws {
        try collection.save("a", "{}")
        try collection.purge(id: "a")
        #expect(
            try folder.rows(
                "SELECT key FROM kv_default UNION ALL SELECT key FROM kv_del_default") == [])
        #expect(try folder.rows("SELECT lastSeq, purgeCnt FROM kvmeta") == ["1|1"])
    }

    @Test func `a deleted document can be purged`() throws {
        try collection.save("a", "{}")
        try collection.delete(id: "a", expecting: .any)
        try collection.purge(id: "a")
        #expect(try folder.rows("SELECT key FROM kv_del_default") == [])
    }

    @Test func `a document that is not there cannot be purged, nor twice`() throws {
        try collection.save("a", "{}")
        try collection.purge(id: "a")
        #expect(thrownCode { try collection.purge(id: "a") } == .notFound)
    }

    @Test func `after a purge a document of that ID begins anew`() throws {
        try collection.save("a", "{}")
        try collection.purge(id: "a")
        let saved = try collection.save("a", "{}", expecting: .absent)
        #expect(saved.sequence == 2)
    }
}
