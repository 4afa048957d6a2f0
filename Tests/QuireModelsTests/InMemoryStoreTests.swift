import Foundation
import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// The differences between in-memory stores and databases.
@Suite struct InMemoryStoreTests {
    @Test func `collections share only their transactions`() throws {
        struct Stop: Error {}
        let store = InMemoryStore(name: "inns")
        let inns = store.repository(of: Inn.self)
        let others = store.collection(named: "others").repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        #expect(throws: Stop.self) {
            try others.store.inBatch {
                try inns.delete(id: "a")
                try others.save(Inn(id: "b", name: "B"))
                throw Stop()
            }
        }
        #expect(try inns.count() == 1 && others.count() == 0)
        try others.save(Inn(id: "a", name: "B"))
        let same = store.collection(named: "inns").repository(of: Inn.self)
        #expect(try same.require("a").name == "A" && others.require("a").name == "B")
        #expect(try InMemoryStore(name: "inns").repository(of: Inn.self).count() == 0)
    }

    @Test func `errors name the store`() throws {
        let inns = InMemoryStore(name: "my inns").repository(of: Inn.self)
        let error = #expect(throws: QuireError.self) { try inns.require("a") }
        #expect(error?.message.contains("my inns") == true)
    }

    static let refused = [
        ("a search", "SELECT x FROM _ WHERE MATCH(words, 'a')"),
        ("a rank", "SELECT RANK(words) FROM _"),
        (
            "a search in a join",
            "SELECT a.x FROM _ AS a JOIN _ AS b ON a.x = b.x WHERE MATCH(a.words, 'a')"
        ),
        (
            "a search in EXISTS",
            "SELECT x FROM _ WHERE EXISTS (SELECT y FROM _ WHERE MATCH(w, 'a'))"
        ),
    ]

    @Test(arguments: refused)
    func `operations that require a database are rejected by name`(
        name: String, text: String
    ) throws {
        let store = InMemoryStore()
        try store.repository(of: Inn.self).save(Inn(id: "a", name: "A"))
        let statement = try SelectStatement.parse(text, knowing: QueryFunction.table)
        let error = #expect(throws: QuireError.self) { try store.rows(of: statement) }
        #expect(error?.code == .unsupportedOperation)
    }

    @Test func `a statement with a parameter without a value is rejected`() throws {
        let statement = try SelectStatement.parse(
            "SELECT x FROM _ WHERE x = $x", knowing: QueryFunction.table)
        let error = #expect(throws: QuireError.self) { try InMemoryStore().rows(of: statement) }
        #expect(error?.code == .invalidQueryParameter)
    }

    @Test func `releasing a store ends its change sequences`() async throws {
        var store: InMemoryStore? = InMemoryStore()
        let changes = try #require(store?.changedDocumentIDs())
        try await store?.repository(of: Inn.self).insert(Inn(id: "a", name: "A"))
        store = nil
        var told: [[String]] = []
        for await ids in changes { told.append(ids) }
        #expect(told == [["a"]])
    }

    @Test func `gaps left by deletions are closed`() throws {
        let memos = InMemoryStore().repository(of: Memo.self)
        for round in 0..<10 {
            let ids = try (0..<100).map {
                try memos.insert(Memo(text: "\($0)"), id: "\(round)-\($0)").id
            }
            for id in ids.dropFirst() { try memos.purge(id: id) }
        }
        #expect(try memos.all().map(\.text) == Array(repeating: "0", count: 10))
    }

    @Test func `blobs are stored`() throws {
        struct Photo: DocumentModel {
            @DocumentID var id: String?
            var image: Blob
        }
        let photos = InMemoryStore().repository(of: Photo.self)
        let content = Data([1, 2, 3])
        try photos.save(Photo(id: "a", image: Blob(contentType: "a/b", data: content)))
        #expect(try photos.require("a").image.content == content)
    }
}
