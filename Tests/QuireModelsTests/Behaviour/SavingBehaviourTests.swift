import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct SavingBehaviourTests {
    @Test(arguments: TestStore.all)
    func `a save returns the model with its identity`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        // Properties that are not stored or rounded by the encoding are unchanged.
        let inn = Inn(
            id: "a", name: "A", opened: Date(timeIntervalSince1970: 0.123_456), note: "kept")
        let saved = try inns.save(inn)
        #expect(saved == inn && saved.$id != nil)
    }

    @Test(arguments: TestStore.all)
    func `a model without an ID gets one`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let id = try #require(try inns.save(Inn(name: "A")).id)
        #expect(try inns.find(id)?.name == "A")
    }

    @Test(arguments: TestStore.all)
    func `the returned model can be saved again`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        var inn = try inns.save(Inn(id: "a", name: "A"))
        for stars in 4...6 {
            inn.stars = stars
            inn = try inns.save(inn)
        }
        #expect(try inns.find("a")?.stars == 6)
    }

    @Test(arguments: TestStore.all)
    func `copies do not share a revision`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let first = try inns.save(Inn(id: "a", name: "A"))
        let second = first
        try inns.save(second)
        #expect { try inns.save(first) } throws: { QuireError.Code.conflict ~= $0 }
    }

    @Test(arguments: TestStore.all)
    func `an identity in a value that codes the model is filled in`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Wrapped.self)
        var model = try models.save(Wrapped(content: .init(text: "a")))
        model.content.text = "b"
        model = try models.save(model)
        let id = try #require(model.content.id)
        #expect(try models.find(id)?.content.text == "b" && models.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `a nested model's ID is an ordinary property`(kind: TestStore) throws {
        let store = try kind.open()
        let pairs = try store.repository(of: Pair.self)
        let saved = try pairs.save(Pair(inner: .init(id: "x"), id: "a"))
        #expect(saved.id == "a" && saved.inner.id == "x" && saved.inner.$id == nil)
        #expect(try store.body("a") == #"{"inner":{"id":"x"},"type":"pair"}"#)
    }

    @Test(arguments: TestStore.all)
    func `an identity that is not coded is still preserved`(kind: TestStore) throws {
        let secrets = try kind.open().repository(of: Secret.self)
        var secret = try secrets.save(Secret(text: "a"))
        secret.text = "b"
        secret = try secrets.save(secret)
        let id = try #require(secret.id)
        let found = try secrets.find(id)
        #expect(try found?.id == id && found?.text == "b" && secrets.count() == 1)
    }

    @Test(arguments: TestStore.all)
    func `either all models are saved or none`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try inns.save([Inn(id: "a", name: "A"), Inn(id: "b", name: "B")])
        #expect(saved.allSatisfy { $0.$id != nil })
        #expect {
            try inns.save([Inn(id: "c", name: "C"), Inn(id: "a", name: "again")])
        } throws: {
            QuireError.Code.conflict ~= $0
        }
        #expect(try inns.all().map(\.id) == ["a", "b"])
    }

    @Test(arguments: TestStore.all)
    func `an insert fails if the document exists`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let saved = try inns.insert(Inn(id: "a", name: "A"))
        #expect { try inns.insert(saved) } throws: { QuireError.Code.conflict ~= $0 }
        let seats = try store.repository(of: Seat.self)
        try seats.insert(Seat(id: 1, row: 1))
        #expect { try seats.insert(Seat(id: 1, row: 2)) } throws: { QuireError.Code.conflict ~= $0 }
        #expect(try seats.require("1").row == 1)
    }

    @Test(arguments: TestStore.all)
    func `an insert of a deleted model works`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let saved = try inns.insert(Inn(id: "a", name: "A"))
        try inns.delete(saved)
        #expect { try inns.save(saved) } throws: { QuireError.Code.conflict ~= $0 }
        try inns.insert(saved)
        #expect(try inns.exists("a"))
    }

    @Test(arguments: TestStore.all)
    func `a model without identity can be saved with an explicit ID`(kind: TestStore) throws {
        let memos = try kind.open().repository(of: Memo.self)
        var memo = try memos.insert(Memo(text: "a"), id: "m")
        memo.text = "b"
        try memos.save(memo)
        #expect { try memos.save(memo) } throws: { QuireError.Code.conflict ~= $0 }
        let found = try #require(try memos.findStored("m"))
        #expect(found.value == Memo(text: "b"))
        #expect(!kind.hasDenseSequences || found.sequence == 2)
        try memos.delete(found)
        #expect(try !memos.exists("m"))
    }

    @Test(arguments: TestStore.all)
    func `an update reads, changes and saves a model`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let stale = try inns.save(Inn(id: "a", name: "A"))
        let updated = try inns.update("a") { $0.stars += 2 }
        #expect(try updated.stars == 5 && inns.find("a") == updated)
        #expect { try inns.save(stale) } throws: { QuireError.Code.conflict ~= $0 }
        try inns.save(updated)
    }

    @Test(arguments: TestStore.all)
    func `an update works on models of every identity`(kind: TestStore) throws {
        let store = try kind.open()
        let seats = try store.repository(of: Seat.self)
        try seats.save(Seat(id: 1, row: 1))
        try seats.update("1") { $0.row = 9 }
        let memos = try store.repository(of: Memo.self)
        try memos.insert(Memo(text: "a"), id: "m")
        try memos.update("m") { $0.text += "b" }
        #expect(try seats.require("1").row == 9 && memos.require("m").text == "ab")
    }

    @Test(arguments: TestStore.all)
    func `an update whose closure throws saves nothing`(kind: TestStore) throws {
        struct Stop: Error {}
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        #expect(throws: Stop.self) {
            try inns.update("a") {
                $0.name = "B"
                throw Stop()
            }
        }
        #expect(try inns.require("a").name == "A")
    }

    @Test(arguments: TestStore.all)
    func `an update of a missing document throws notFound`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        #expect { try inns.update("a") { _ in } } throws: { QuireError.Code.notFound ~= $0 }
    }

    @Test(arguments: TestStore.all)
    func `an update must not change the ID`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        let errors = ["b", "", nil].map { id in thrownCode { try inns.update("a") { $0.id = id } } }
        #expect(errors == [.invalidParameter, .invalidParameter, .invalidParameter])
    }

    @Test(arguments: TestStore.all)
    func `an update is retried if its document changed in the meantime`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A", stars: 1))
        var calls = 0
        try inns.update("a") {
            calls += 1
            if calls == 1 { try inns.update("a") { $0.stars = 10 } }
            $0.stars += 1
        }
        #expect(try inns.require("a").stars == 11)
        #expect(calls == 2)
    }

    @Test(arguments: TestStore.all)
    func `an update gives up after repeated conflicts`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save(Inn(id: "a", name: "A"))
        #expect {
            try inns.update("a") { _ in try inns.update("a") { $0.stars += 1 } }
        } throws: {
            QuireError.Code.conflict ~= $0
        }
    }
}
