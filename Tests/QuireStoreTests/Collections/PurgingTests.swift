import DatabaseTestSupport
import Quire
import Testing

@testable import QuireModels
@testable import QuireQuery

@Suite struct PurgingTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
    }

    @Test func `a purge leaves no row and is counted`() throws {
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

    @Test func `a missing document cannot be purged, nor a document twice`() throws {
        try collection.save("a", "{}")
        try collection.purge(id: "a")
        #expect(thrownCode { try collection.purge(id: "a") } == .notFound)
    }

    @Test func `after a purge, a document with the same ID starts from scratch`() throws {
        try collection.save("a", "{}")
        try collection.purge(id: "a")
        let saved = try collection.save("a", "{}", expecting: .absent)
        #expect(saved.sequence == 2)
    }
}
