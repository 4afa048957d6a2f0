import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct TransactionBehaviourTests {
    struct Stop: Error {}

    @Test(arguments: TestStore.all)
    func `a failed transaction changes nothing`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try inns.save(["a", "b", "c"].map { Inn(id: $0, name: $0) })
        try inns.setExpiration(Date(timeIntervalSince1970: 4e9), of: "a")
        try inns.delete(id: "c")
        let before = try inns.all()
        let sequences = try inns.sorted(by: \.name).allStored().map(\.sequence)
        #expect(throws: Stop.self) {
            try store.store.inBatch {
                try inns.update("a") { $0.stars = 9 }
                try inns.setExpiration(nil, of: "a")
                try inns.delete(id: "a")
                try inns.purge(id: "b")
                try inns.insert(Inn(id: "c", name: "again"))
                try inns.insert(Inn(id: "d", name: "new"))
                #expect(try inns.all().map(\.id) == ["c", "d"])
                throw Stop()
            }
        }
        #expect(try inns.all() == before)
        #expect(try inns.sorted(by: \.name).allStored().map(\.sequence) == sequences)
        #expect(try inns.expiration(of: "a") == Date(timeIntervalSince1970: 4e9))
        #expect(try inns.save(before[0]).stars == 3)
    }

    @Test(arguments: TestStore.all)
    func `a failed nested transaction is rolled back alone`(kind: TestStore) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.store.inBatch {
            try inns.save(Inn(id: "a", name: "A"))
            #expect(throws: Stop.self) {
                try store.store.inBatch {
                    try inns.update("a") { $0.name = "B" }
                    try inns.save(Inn(id: "b", name: "B"))
                    throw Stop()
                }
            }
            try store.store.inBatch { _ = try inns.save(Inn(id: "c", name: "C")) }
        }
        #expect(try inns.all().map(\.name) == ["A", "C"])
    }

    @Test(arguments: TestStore.all)
    func `an error caught in a transaction rolls back only the failed operation`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try store.store.inBatch {
            try inns.save(Inn(id: "a", name: "A"))
            #expect(throws: QuireError.self) {
                try inns.save([Inn(id: "b", name: "B"), Inn(id: "a", name: "taken")])
            }
            #expect(throws: QuireError.self) { try inns.insert(Inn(id: "a", name: "taken")) }
        }
        #expect(try inns.all().map(\.name) == ["A"])
    }

    @Test(arguments: TestStore.all)
    func `an asynchronous transaction is one transaction`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        await #expect(throws: Stop.self) {
            try await store.store.inBatch {
                try inns.save(Inn(id: "a", name: "A"))
                throw Stop()
            }
        }
        let saved = try await store.store.inBatch { try inns.save(Inn(id: "b", name: "B")) }
        #expect(saved.id == "b")
        #expect(try await inns.all().map(\.name) == ["B"])
    }

    @Test(arguments: TestStore.all)
    func `uncommitted changes are invisible to others`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        let reading = try? await store.store.inBatch { () -> Task<Int, any Error> in
            try inns.save(Inn(id: "a", name: "A"))
            let reading = Task.detached { try await inns.count() }
            // Gives the other threads time to read; a slow thread passes the test too.
            Thread.sleep(forTimeInterval: 0.02)
            try inns.delete(id: "a")
            return reading
        }
        #expect(try await reading?.value == 0)
    }

    @Test(arguments: TestStore.all)
    func `sequences count the changes`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let first = try inns.insert(Inn(name: "A"), id: "a")
        let second = try inns.insert(Inn(name: "B"), id: "b")
        #expect(second.sequence > first.sequence)
        try inns.update("a") { $0.stars = 1 }
        let third = try #require(try inns.findStored("a"))
        #expect(third.sequence > second.sequence)
        #expect(!kind.hasDenseSequences || third.sequence == first.sequence + 2)
        #expect(try inns.findStored("b")?.sequence == second.sequence)
        #expect(try inns.findStored("a")?.revisionID != first.revisionID)
    }

    @Test(arguments: TestStore.all)
    func `changes are delivered once per transaction`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try await inns.save(Inn(id: "before", name: ""))
        var changes = store.store.changedDocumentIDs().makeAsyncIterator()
        try await store.store.inBatch {
            try inns.save(Inn(id: "a", name: "A"))
            try inns.save(Inn(id: "b", name: "B"))
            try inns.update("a") { $0.stars = 1 }
        }
        try? await store.store.inBatch {
            try inns.save(Inn(id: "c", name: "C"))
            throw Stop()
        }
        try await inns.delete(id: "a")
        try await inns.purge(id: "b")
        #expect(await changes.next() == ["a", "b"])
        #expect(await changes.next() == ["a"])
        #expect(await changes.next() == ["b"])
    }

    @Test(arguments: TestStore.all)
    func `an expired document is purged, and listeners are notified`(kind: TestStore) async throws {
        let store = try kind.open()
        let inns = try store.repository(of: Inn.self)
        try await inns.save([
            Inn(id: "a", name: "A"), Inn(id: "b", name: "B"), Inn(id: "c", name: "C"),
        ])
        var changes = store.store.changedDocumentIDs().makeAsyncIterator()
        try await inns.setExpiration(Date(timeIntervalSinceNow: 3600), of: "b")
        try await inns.setExpiration(Date(timeIntervalSinceNow: 0.05), of: "a")
        #expect(await changes.next() == ["a"])
        #expect(try await inns.all().map(\.id) == ["b", "c"])
        // No tombstone is left either.
        try await inns.insert(Inn(id: "a", name: "A"))
        #expect(try await inns.expiration(of: "a") == nil)
    }

    @Test(arguments: TestStore.all)
    func `an expiration date stays with its document`(kind: TestStore) throws {
        let inns = try kind.open().repository(of: Inn.self)
        let time = Date(timeIntervalSince1970: 4e9)
        try inns.save(Inn(id: "a", name: "A"))
        try inns.setExpiration(time, of: "a")
        try inns.update("a") { $0.stars = 1 }
        #expect(try inns.expiration(of: "a") == time)
        try inns.delete(id: "a")
        #expect(try inns.expiration(of: "a") == nil)
        try inns.save(Inn(id: "a", name: "A"))
        #expect(try inns.expiration(of: "a") == time)
        try inns.purge(id: "a")
        try inns.save(Inn(id: "a", name: "A"))
        #expect(try inns.expiration(of: "a") == nil)
    }
}
