import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import QuirePlatform
import Testing

@Suite struct InMemoryTests {
    let database: Database
    let collection: DocumentCollection

    struct Refusal: Error {}

    init() throws {
        database = try Database(inMemoryNamed: "test")
        collection = try database.defaultCollection()
    }

    @Test func `documents are saved, read, deleted and counted`() throws {
        try collection.save("a", #"{"n":1}"#)
        try collection.save("b", "{}")
        try collection.delete(id: "b", expecting: .any)
        #expect(try collection.json("a") == #"{"n":1}"# && collection.count == 1)
    }

    @Test func `it has no path, and another one with the same name is separate`() throws {
        try collection.save("a", "{}")
        let other = try Database(inMemoryNamed: "test")
        #expect(try database.path == nil && other.defaultCollection().count == 0)
    }

    @Test func `a transaction that throws is rolled back, including its shared keys`() throws {
        try? database.inBatch {
            try collection.save("a", #"{"first":1}"#)
            throw Refusal()
        }
        try collection.save("b", #"{"second":2}"#)
        #expect(try collection.count == 1 && collection.json("b") == #"{"second":2}"#)
    }

    @Test func `a reader waits for a transaction and never sees uncommitted changes`() throws {
        let collection = collection
        let seen = Mutex<[UInt64]>([])
        let reader = DispatchQueue(label: "reader")
        let hasStarted = DispatchSemaphore(value: 0)
        try? database.inBatch {
            try collection.save("a", "{}")
            reader.async {
                hasStarted.signal()
                seen.withLock { $0.append(collection.count) }
            }
            hasStarted.wait()
            Thread.sleep(forTimeInterval: 0.05)
            throw Refusal()
        }
        reader.sync {}
        #expect(seen.withLock { $0 } == [0])
    }

    @Test func `documents can be saved during an enumeration`() throws {
        for id in ["a", "b", "c"] { try collection.save(id, "{}") }
        try collection.forEachRecord { record in
            if record.id.count == 1 { try collection.save("\(record.id)2", "{}") }
        }
        #expect(collection.count == 6)
    }

    @Test func `documents can be saved and rolled back during an enumeration`() throws {
        for id in ["a", "b"] { try collection.save(id, "{}") }
        try collection.forEachRecord { record in
            try? database.inBatch {
                try collection.delete(id: record.id, expecting: .any)
                throw Refusal()
            }
        }
        #expect(collection.count == 2)
    }

    @Test func `queries run`() throws {
        try collection.save("a", #"{"n":1}"#)
        try collection.save("b", #"{"n":2}"#)
        let rows = try database.createQuery("SELECT n FROM _ WHERE n > 1").execute()
        #expect(rows.map { $0.toJSON() } == [#"{"n":2}"#])
    }

    @Test func `it cannot be closed while it is being read`() throws {
        try collection.save("a", "{}")
        try collection.forEachRecord { _ in
            #expect(thrownCode { try database.close() } == .busy)
        }
    }

    @Test func `it is discarded when it is closed`() throws {
        try collection.save("a", "{}")
        try database.close()
        #expect(thrownCode { _ = try collection.record(id: "a") } == .notOpen)
    }

    @Test func `eight threads can use it concurrently`() async throws {
        let collection = collection
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        try collection.save("\(thread)", "{\"n\":\(number)}")
                        _ = try collection.json("\((thread + 1) % 8)")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try collection.save("last", "{}").sequence == 401)
    }

    @Test func `listeners are notified and documents expire`() throws {
        let recorder = ChangeRecorder()
        collection.addChangeListener(queue: DispatchQueue(label: "test")) {
            recorder.note($0.documentIDs)
        }
        try collection.save("a", "{}")
        try collection.setDocumentExpiration(id: "a", expiration: Date())
        #expect(recorder.wait(for: 2) == [["a"], ["a"]])
    }
}
