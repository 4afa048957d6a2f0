import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import Testing

/// What a program sees of inserted revisions.
@Suite struct InsertionObservationTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let queue = DispatchQueue(label: "InsertionObservationTests")

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
    }

    private func insert(_ ids: [String], _ number: UInt64, _ body: String = #"{"n":1}"#) throws {
        _ = try collection.insert(
            ids.map {
                IncomingRevision(
                    id: $0, version: InsertionTests.version(number), body: Array(body.utf8))
            }, from: 1)
    }

    @Test func `listeners are notified once for a batch`() throws {
        let recorder = ChangeRecorder()
        let token = collection.addChangeListener(queue: queue) { recorder.note($0.documentIDs) }
        defer { token.remove() }
        try insert(["a", "b", "c"], 1)
        #expect(recorder.wait(for: 1) == [["a", "b", "c"]])
    }

    @Test func `a live query shows inserted revisions`() throws {
        let recorder = ResultRecorder()
        let query = try database.createQuery(QuerySource(verbatim: "SELECT n FROM _ ORDER BY n"))
        let token = query.addChangeListener(withQueue: queue) { recorder.note($0) }
        defer { token.remove() }
        _ = recorder.wait(for: 1)
        try insert(["a"], 1)
        _ = recorder.wait(for: 2)
        try insert(["a"], 2, #"{"n":2}"#)
        #expect(recorder.wait(for: 3) == [[], [#"{"n":1}"#], [#"{"n":2}"#]])
    }

    @Test func `another object on the same file reads inserted revisions`() throws {
        let other = try folder.open().defaultCollection()
        try insert(["a"], 1, #"{"quite new key":1,"another":2}"#)
        #expect(try other.json("a") == #"{"another":2,"quite new key":1}"#)
    }

    @Test func `no unique index refuses a revision`() throws {
        try collection.createIndex(
            withName: "unique", config: ValueIndexConfiguration(["n"], isUnique: true))
        try collection.save("a", #"{"n":1}"#)
        try insert(["b", "c"], 1)
        #expect(collection.count == 3)
        #expect(thrownCode { try collection.save("d", #"{"n":1}"#) } == .duplicateValue)
    }

    @Test func `an index contains inserted and replaced revisions`() throws {
        try collection.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
        try insert(["a", "b"], 1)
        try insert(["a"], 2, #"{"n":2}"#)
        let rows = try database.query("SELECT META().id FROM _ WHERE n = 2")
        #expect(rows.map { $0.toJSON() } == [#"{"id":"a"}"#])
    }

    @Test func `a transaction that fails removes inserted revisions`() throws {
        struct Refusal: Error {}
        try? database.inBatch {
            try insert(["a"], 1)
            throw Refusal()
        }
        #expect(collection.count == 0)
        try insert(["a"], 1)
        #expect(collection.count == 1)
    }

    @Test func `a snapshot refuses insertion`() throws {
        #expect(thrownCode { try database.snapshot { try insert(["a"], 1) } } == .notWriteable)
    }

    @Test func `a closed database refuses all calls`() throws {
        try database.close()
        #expect(thrownCode { try insert(["a"], 1) } == .notOpen)
        #expect(thrownCode { _ = try collection.openConflicts() } == .notOpen)
        #expect(thrownCode { _ = try ReplicationStore(database).hasBlob("x") } == .notOpen)
    }

    @Test func `a deleted collection refuses all calls`() throws {
        let hotels = try database.createCollection(name: "hotels")
        try database.deleteCollection(name: "hotels")
        let revision = IncomingRevision(
            id: "a", version: InsertionTests.version(1), body: [0x7B, 0x7D])
        #expect(thrownCode { _ = try hotels.insert([revision], from: 1) } == .notOpen)
        #expect(
            thrownCode { _ = try hotels.replicationChanges(since: 0, limit: 1, remote: 1) }
                == .notOpen)
    }
}
