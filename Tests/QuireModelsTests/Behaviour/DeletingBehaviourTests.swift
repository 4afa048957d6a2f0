import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct DeletingBehaviourTests {
    @Test(arguments: TestStore.all)
    func `a model is deleted only at its revision`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let stale = try inns.save(Inn(id: "a", name: "A"))
        let current = try inns.save(stale)
        #expect { try inns.delete(stale) } throws: { QuireError.Code.conflict ~= $0 }
        try inns.delete(current)
        #expect(try inns.find("a") == nil)
    }

    @Test(arguments: TestStore.all)
    func `a model is deleted without being encoded`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"unencodable","number":1}"#)
        let models = try store.repository(of: Unencodable.self)
        try models.delete(Unencodable(id: "a"))
        #expect(try models.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `deleting a model does not store the contents of its blobs`(kind: TestStore) throws {
        struct Photo: DocumentModel {
            @DocumentID var id: String?
            var image: Blob
        }
        let store = try kind.open()
        let photos = try store.repository(of: Photo.self)
        try photos.save(Photo(id: "a", image: Blob(contentType: "a/b", data: Data([1]))))
        let blob = Blob(contentType: "a/b", data: Data([2, 3]))
        try photos.delete(Photo(id: "a", image: blob))
        #expect(blob.digest == nil)
    }

    @Test(arguments: TestStore.all)
    func `a model without an ID cannot be deleted`(kind: TestStore) throws {
        let store = try kind.open()
        #expect { try store.repository(of: Memo.self).delete(Memo(text: "")) } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
        #expect { try store.repository(of: Inn.self).purge(Inn(name: "")) } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    @Test(arguments: TestStore.all)
    func `a document of another type is not found`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"other"}"#)
        let inns = try store.repository(of: Inn.self)
        #expect { try inns.delete(id: "a") } throws: { QuireError.Code.notFound ~= $0 }
        #expect { try inns.purge(id: "a") } throws: { QuireError.Code.notFound ~= $0 }
        #expect { try inns.setExpiration(.now, of: "a") } throws: {
            QuireError.Code.notFound ~= $0
        }
        #expect(try inns.expiration(of: "a") == nil && store.body("a") != nil)
    }

    @Test(arguments: TestStore.all)
    func `a purge leaves no trace`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try inns.save(Inn(id: "a", name: "A"))
        try inns.purge(saved)
        // For a deleted document, this would be a conflict.
        #expect { try inns.save(saved) } throws: { QuireError.Code.notFound ~= $0 }
        try inns.save(Inn(id: "b", name: "B"))
        try inns.purge(id: "b")
        #expect(try inns.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `deleting, purging and updating a selection respects its bounds`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save((1...6).map { Inn(id: "\($0)", name: "", stars: $0) })
        #expect(try inns.filter { $0.stars > 2 }.sorted(by: \.stars).limit(2).delete() == 2)
        #expect(try inns.all().map(\.stars) == [1, 2, 5, 6])
        #expect(try inns.filter { $0.stars < 2 }.purge() == 1)
        #expect(try inns.filter { $0.stars > 4 }.update { $0.stars += 10 } == 2)
        #expect(try inns.all().map(\.stars) == [2, 15, 16])
    }

    @Test(arguments: TestStore.all)
    func `updating a selection is atomic`(kind: TestStore) throws {
        struct Stop: Error {}
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save((1...3).map { Inn(id: "\($0)", name: "", stars: $0) })
        #expect(throws: Stop.self) {
            try inns.filter { $0.stars > 0 }.update {
                if $0.stars == 3 { throw Stop() }
                $0.stars = 9
            }
        }
        #expect(try inns.all().map(\.stars) == [1, 2, 3])
    }

    @Test(arguments: TestStore.all)
    func `an expiration date is set, read and cleared`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try inns.save(Inn(id: "a", name: "A"))
        let time = Date(timeIntervalSince1970: 4e9)
        try inns.setExpiration(time, of: "a")
        #expect(try inns.expiration(of: "a") == time)
        try inns.setExpiration(nil, of: "a")
        #expect(try inns.expiration(of: "a") == nil)
        // The document has no new revision.
        try inns.save(saved)
    }
}
