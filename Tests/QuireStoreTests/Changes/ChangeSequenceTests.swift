import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct ChangeSequenceTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    @Test func `a sequence contains every change from the call until the database is closed`()
        async throws
    {
        let changes = collection.changes()
        try await database.inBatch { [collection] in
            try collection.save("a", "{}")
            try collection.save("b", "{}")
        }
        try collection.delete(id: "a", expecting: .any)
        try database.close()
        var told: [[String]] = []
        for await change in changes { told.append(change.documentIDs) }
        #expect(told == [["a", "b"], ["a"]])
    }

    @Test func `a document's sequence contains only its changes`() async throws {
        let changes = collection.changes(ofDocument: "b")
        for id in ["a", "b", "c", "b"] { try collection.save(id, "{}") }
        try database.close()
        var told: [String] = []
        for await change in changes { told.append(change.documentID) }
        #expect(told == ["b", "b"])
    }

    @Test func `the sequence of a closed database is empty`() async throws {
        try database.close()
        for await _ in collection.changes() { Issue.record("a change of a closed database") }
    }

    @Test func `leaving the loop ends the observation`() async throws {
        let changes = collection.changes()
        try collection.save("a", "{}")
        for await _ in changes { break }
        let task = Task { for await _ in changes {} }
        task.cancel()
        await task.value
        #expect(!database.file.changes.hasSubscriptions)
    }
}
