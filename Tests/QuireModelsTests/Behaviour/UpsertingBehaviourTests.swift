import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct UpsertingBehaviourTests {
    @Test(arguments: TestStore.all)
    func `an upsert inserts a new model and replaces a stored one`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let first = try inns.upsert(Inn(id: "a", name: "A", phone: "1"))
        let second = try inns.upsert(Inn(id: "a", name: "B"))
        #expect(try inns.all() == [second] && second.phone == nil && second.$id != first.$id)
        try inns.save(second)
    }

    @Test(arguments: TestStore.all)
    func `an upsert ignores the revision of the model`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let stale = try inns.upsert(Inn(id: "a", name: "A"))
        try inns.update("a") { $0.name = "B" }
        #expect(try inns.upsert(stale).name == "A")
        try inns.delete(id: "a")
        try inns.upsert(stale)
        try inns.purge(id: "a")
        try inns.upsert(stale)
        #expect(try inns.all().map(\.name) == ["A"])
    }

    @Test(arguments: TestStore.all)
    func `an upsert of a model without an ID creates a document`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let inn = try inns.upsert(Inn(name: "A"))
        #expect(try inns.find(try #require(inn.id)) == inn)
        let keyed = try store.repository(of: Keyed<UUID?>.self)
        let model = try keyed.upsert(Keyed(id: nil, name: "a"))
        try keyed.upsert(model)
        #expect(try model.id != nil && keyed.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `several models are upserted atomically`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.upsert(Inn(id: "a", name: "A"))
        try inns.upsert([Inn(id: "a", name: "B"), Inn(id: "b", name: "B")])
        #expect(try inns.all().map(\.name) == ["B", "B"])
        #expect { try inns.upsert([Inn(id: "a", name: "C"), Inn(id: "_", name: "C")]) } throws: {
            QuireError.Code.badDocumentID ~= $0
        }
        #expect(try inns.all().map(\.name) == ["B", "B"])
        #expect(try inns.upsert([]) == [])
    }

    @Test(arguments: TestStore.all)
    func `a model without identity can be upserted with an explicit ID`(kind: TestStore) throws {
        let memos = try kind.open().repository(of: Memo.self)
        try memos.upsert(Memo(text: "a"), id: "m")
        var stored = try memos.upsert(Memo(text: "b"), id: "m")
        stored.text = "c"
        try memos.save(stored)
        #expect(try memos.all() == [Memo(text: "c")])
    }

    @Test(arguments: TestStore.all)
    func `an upsert does not replace a document of another type`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"other"}"#)
        let inns = try store.repository(of: Inn.self)
        #expect { try inns.upsert(Inn(id: "a", name: "A")) } throws: {
            QuireError.Code.conflict ~= $0
        }
        #expect(try store.body("a") == #"{"type":"other"}"#)
    }

    @Test(arguments: TestStore.all)
    func `an upsert preserves unknown fields`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("m", #"{"type":"memo","text":"a","new":1}"#)
        try store.repository(of: Memo.self).upsert(Memo(text: "b"), id: "m")
        #expect(try store.body("m") == #"{"new":1,"text":"b","type":"memo"}"#)
    }

    @Test(arguments: TestStore.all)
    func `middleware is called around an upsert`(kind: TestStore) throws {
        struct Refusal: Error {}
        let date = Date(timeIntervalSince1970: 5)
        let tasks = try kind.open().repository(of: Task.self)
            .validated { if $0.name.isEmpty { throw Refusal() } }
            .timestamped(updated: \.updatedAt, now: { date })
        #expect(throws: Refusal.self) { try tasks.upsert(Task(id: "a", name: "")) }
        try tasks.upsert(Task(id: "a", name: "A"))
        #expect(try tasks.upsert(Task(id: "a", name: "B")).updatedAt == date)
        #expect(try tasks.require("a").updatedAt == date && tasks.count() == 1)
    }

    struct Task: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var updatedAt: Date?
    }

    @Test(arguments: TestStore.all)
    func `every upsert has an asynchronous form`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try await inns.upsert(Inn(id: "a", name: "A"))
        try await inns.upsert([Inn(id: "a", name: "B"), Inn(id: "b", name: "C")])
        let memos = try store.repository(of: Memo.self)
        let stored = try await memos.upsert(Memo(text: "a"), id: "m")
        let names = try await inns.all().map(\.name)
        #expect(names == ["B", "C"] && stored.id == "m")
    }

    // MARK: Conflicts

    @Test(arguments: TestStore.all)
    func `the error for a conflict suggests a solution`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let stale = try inns.save(Inn(id: "a", name: "A"))
        let messages = [
            thrownError { try inns.save(Inn(id: "a", name: "B")) },
            thrownError { try inns.insert(Inn(id: "a", name: "B")) },
            {
                _ = try? inns.update("a") { $0.name = "C" }
                return thrownError { try inns.save(stale) }
            }(),
        ].map { $0?.message ?? "" }
        for message in messages {
            #expect(message.contains("\"a\"") && message.contains("upsert"))
            #expect(message.contains("Load it"))
        }
        try inns.delete(id: "a")
        let deleted = try #require(thrownError { try inns.save(stale) })
        #expect(deleted.message.contains("deleted") && deleted.message.contains("insert(_:)"))
        try inns.insert(Inn(id: "a", name: "D"))
        try inns.purge(id: "a")
        let purged = try #require(thrownError { try inns.save(stale) })
        #expect(purged.code == .notFound && purged.message.contains("insert(_:)"))
    }
}
