import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

/// Reading changes creates the indexes by sequence, and doesn't wait for transactions.
@Suite struct SequenceIndexTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.createCollection(name: "hotels")
        try collection.save(document: MutableDocument(id: "first"))
    }

    private func indexCount() throws -> Int {
        try folder.rows("SELECT name FROM sqlite_master WHERE name LIKE '%hotels_seqs'").count
    }

    private func changedIDs() throws -> [String] {
        try collection.changes(since: 0, limit: 9).map(\.revision.id)
    }

    @Test func `reading changes does not wait for a transaction of another thread`() throws {
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hasRead = DispatchSemaphore(value: 0)
        let (database, collection) = (database, collection)
        let writer = OtherThread<Void> {
            try database.inBatch {
                try collection.save(document: MutableDocument(id: "second"))
                began.signal()
                mayEnd.wait()
            }
        }
        began.wait()
        let reader = OtherThread<[String]> {
            defer { hasRead.signal() }
            return try collection.changes(since: 0, limit: 9).map(\.revision.id)
        }
        #expect(hasRead.wait(timeout: .now() + 60) == .success)
        mayEnd.signal()
        try writer.wait()
        #expect(try reader.wait() == ["first"])
        #expect(try indexCount() == 0)
        #expect(try changedIDs() == ["first", "second"])
        #expect(try indexCount() == 2)
    }

    @Test func `reading changes does not wait for a transaction of another program`() throws {
        let other = try folder.sqlite()
        try other.execute("BEGIN IMMEDIATE", purpose: "test")
        let start = Date()
        #expect(try changedIDs() == ["first"])
        #expect(Date().timeIntervalSince(start) < 8)
        #expect(try indexCount() == 0)
        try other.execute("ROLLBACK", purpose: "test")
        #expect(try changedIDs() == ["first"])
        #expect(try indexCount() == 2)
        // Later writes wait for other programs again.
        try collection.save(document: MutableDocument(id: "second"))
    }

    @Test func `a collection that is created again gets the indexes`() throws {
        _ = try changedIDs()
        #expect(try indexCount() == 2)
        try database.deleteCollection(name: "hotels")
        #expect(throws: QuireError.self) { try changedIDs() }
        #expect(try indexCount() == 0)
        try database.createCollection(name: "hotels")
        try collection.save(document: MutableDocument(id: "again"))
        #expect(try changedIDs() == ["again"])
        #expect(try indexCount() == 2)
    }

    @Test func `an index that cannot be created is not tried again`() throws {
        try folder.sqlite().execute(
            """
            INSERT INTO "kv_.hotels" (key, sequence, flags, version, body, extra)
                SELECT 'repeated', sequence, flags, version, body, extra FROM "kv_.hotels"
            """, purpose: "test")
        #expect(try changedIDs().sorted() == ["first", "repeated"])
        #expect(collection.tables.hasTriedSequenceIndexes)
        #expect(try indexCount() == 0)
        #expect(try changedIDs().count == 2)
    }
}
