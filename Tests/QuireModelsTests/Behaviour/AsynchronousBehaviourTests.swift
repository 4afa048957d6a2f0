import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct AsynchronousBehaviourTests {
    @Test(arguments: TestStore.all)
    func `every call has an asynchronous form`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        var saved = try await inns.save(Inn(id: "a", name: "A"))
        saved.stars = 4
        try await inns.save(saved)
        try await inns.save([Inn(id: "b", name: "B"), Inn(id: "c", name: "C")])
        try await inns.insert(Inn(id: "d", name: "D"))
        try await inns.insert(Inn(name: "E"), id: "e")
        try await inns.update("a") { $0.stars += 1 }
        #expect(try await inns.find("a")?.stars == 5)
        #expect(try await inns.find(["a", "z", "b"]).count == 2)
        #expect(try await inns.require("b").name == "B")
        #expect(try await inns.exists("b"))
        #expect(try await inns.all().count == 5)
        #expect(try await inns.count() == 5)
        #expect(try await inns.first()?.id == "a")
        #expect(try await inns.json("a")?.contains("\"stars\":5") == true)
        if let stored = try await inns.findStored("b") {
            try await inns.save(stored)
            await #expect(throws: QuireError.self) { try await inns.delete(stored) }
        }
        try await inns.setExpiration(Date(timeIntervalSince1970: 4e9), of: "b")
        #expect(try await inns.expiration(of: "b") == Date(timeIntervalSince1970: 4e9))
        try await inns.delete(id: "b")
        try await inns.delete(inns.require("c"))
        try await inns.purge(id: "d")
        try await inns.purge(inns.require("e"))
        let five = inns.filter { $0.stars == 5 }
        #expect(try await five.all().count == 1)
        #expect(try await five.count() == 1)
        #expect(try await five.exists())
        #expect(try await five.first()?.id == "a")
        #expect(try await five.json().count == 1)
        #expect(try await five.allStored().first?.id == "a")
        #expect(try await five.page(size: 1).models.count == 1)
        #expect(try await five.update { $0.name = "five" } == 1)
        #expect(try await five.delete() == 1)
        #expect(try await five.purge() == 0)
    }

    @Test(arguments: TestStore.all)
    func `a canceled task does not write`(kind: TestStore) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await inns.save(Inn(id: "a", name: "A"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await inns.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `an asynchronous call throws the same error as the synchronous one`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        await #expect { try await inns.require("a") } throws: { QuireError.Code.notFound ~= $0 }
        await #expect { try await inns.delete(id: "a") } throws: { QuireError.Code.notFound ~= $0 }
    }
}
