import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireModels
@testable import QuireQuery

@Suite struct BatchTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    struct Refusal: Error, Equatable {}

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    func ids() throws -> [String] {
        try folder.rows("SELECT key FROM kv_default ORDER BY sequence")
    }
    func sequences() throws -> [String] {
        try folder.rows("SELECT sequence FROM kv_default ORDER BY sequence")
    }

    @Test func `a transaction returns the result of its closure`() throws {
        #expect(try database.inBatch { 42 } == 42)
    }

    @Test func `a transaction that throws is rolled back and rethrows the error unchanged`() throws
    {
        try collection.save("before", "{}")
        #expect(throws: Refusal()) {
            try database.inBatch {
                try collection.save("a", "{}")
                _ = try collection.delete(id: "before", expecting: .any)
                throw Refusal()
            }
        }
        #expect(try ids() == ["before"] && collection.save("next", "{}").sequence == 2)
    }

    @Test func `the thread of a transaction sees its changes, others see the last commit`() throws {
        try collection.save("a", #"{"n":1}"#)
        let collection = collection
        let seen = try database.inBatch {
            try collection.save("a", #"{"n":2}"#)
            try collection.save("b", "{}")
            return [
                try collection.json("a"), "\(collection.count)",
                try onOtherThread { try collection.json("a") },
                try onOtherThread { "\(collection.count)" },
            ]
        }
        #expect(seen == [#"{"n":2}"#, "2", #"{"n":1}"#, "1"])
    }

    @Test func `the changes of a transaction are visible to all when it has returned`() throws {
        let collection = collection
        try database.inBatch { try collection.save("a", "{}") }
        #expect(try onOtherThread { collection.count } == 1)
    }

    @Test func `a nested transaction that throws is rolled back alone`() throws {
        try database.inBatch {
            try collection.save("a", "{}")
            #expect(throws: Refusal()) {
                try database.inBatch {
                    try collection.save("b", "{}")
                    try collection.save("c", "{}")
                    throw Refusal()
                }
            }
            try collection.save("d", "{}")
        }
        #expect(try ids() == ["a", "d"] && sequences() == ["1", "2"])
    }

    @Test func `a nested transaction is rolled back with the outer one`() throws {
        _ = try? database.inBatch {
            try database.inBatch { try collection.save("a", "{}") }
            throw Refusal()
        }
        #expect(try ids() == [])
    }

    @Test func `transactions can be nested to any depth`() throws {
        func nest(_ depth: Int) throws {
            guard depth > 0 else { return }
            try database.inBatch {
                try collection.save("\(depth)", "{}")
                try nest(depth - 1)
                // Every level except the outermost rolls back its odd documents.
                if depth % 2 == 1 {
                    try? database.inBatch {
                        try collection.save("undone \(depth)", "{}")
                        throw Refusal()
                    }
                }
            }
        }
        try nest(50)
        #expect(try ids() == (1...50).reversed().map(String.init))
    }

    @Test func `a rejected save in a transaction does not affect the others`() throws {
        try database.inBatch {
            try collection.save("a", "{}")
            _ = try? collection.save("a", "{}", expecting: .absent)
            _ = try? collection.save(id: "b", expecting: .any) { _ in throw Refusal() }
            try collection.save("c", "{}")
        }
        #expect(try ids() == ["a", "c"] && sequences() == ["1", "2"])
    }

    @Test func `a closure that writes a body can save documents`() throws {
        try collection.save(id: "outer", expecting: .any) { writer in
            writer.beginDictionary()
            writer.writeKey("outer")
            try collection.save("inner", #"{"inner":1}"#)
            writer.write(Int64(2))
            writer.endDictionary()
        }
        #expect(
            try [collection.json("inner"), collection.json("outer")]
                == [#"{"inner":1}"#, #"{"outer":2}"#])
    }

    @Test func `after SQLite aborted the transaction, nothing is committed`() throws {
        let error = thrownError {
            try database.inBatch {
                try collection.save("a", "{}")
                // Simulates a full disk.
                try database.write {
                    try $0.connection.sqlite.execute("ROLLBACK", purpose: "test")
                }
                _ = try? collection.save("b", "{}")
            }
        }
        #expect(try error?.code == .notInTransaction && ids() == [])
        #expect(try collection.save("c", "{}").sequence == 1)
    }

    @Test func `an asynchronous transaction is a single transaction`() async throws {
        let (database, collection) = (database, collection)
        let count = try await database.inBatch {
            try collection.save("a", "{}")
            return collection.count
        }
        await #expect(throws: Refusal()) {
            try await database.inBatch {
                try collection.save("b", "{}")
                throw Refusal()
            }
        }
        #expect(try count == 1 && ids() == ["a"])
    }

    @Test func `each of many concurrent transactions sees the count that it left`() async throws {
        let (database, collection) = (database, collection)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try await database.inBatch {
                        let count = collection.count
                        try collection.save("\(count)", "{}")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try ids() == (0..<40).map(String.init))
    }
}
