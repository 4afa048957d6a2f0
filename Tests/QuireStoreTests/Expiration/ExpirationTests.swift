import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite final class ExpirationTests {
    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection
    let recorder = ChangeRecorder()

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        collection.addChangeListener(queue: DispatchQueue(label: "test")) { [recorder] in
            recorder.note($0.documentIDs)
        }
    }

    // A purge in the background ends before the files are removed.
    deinit { try? database.close() }

    static let times: [Date?] = [
        nil, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -5.25),
        Date(timeIntervalSince1970: 4_102_444_800.123), .distantFuture,
        Date(timeIntervalSince1970: 9_007_199_254_740),
    ]

    @Test(arguments: times)
    func `an expiration date survives a round trip`(time: Date?) throws {
        let database = try Database(
            name: "early", config: folder.configuration, clock: { 0 })
        let collection = try database.defaultCollection()
        try collection.save("a", "{}")
        // In a transaction, because a date in the past takes effect after the commit.
        let read = try database.inBatch {
            try collection.setDocumentExpiration(id: "a", expiration: time)
            return try collection.getDocumentExpiration(id: "a")
        }
        #expect(read == time)
    }

    static let extremes: [(Double, Int64)] = [
        (.infinity, .max), (-.infinity, .min), (1e300, .max), (-1e300, .min),
        (1.0004, 1000), (1.0006, 1001),
    ]

    @Test(arguments: extremes)
    func `an expiration date is stored in whole milliseconds`(seconds: Double, stored: Int64) throws
    {
        try collection.save("a", "{}")
        let rows = try database.inBatch {
            try collection.setDocumentExpiration(
                id: "a", expiration: Date(timeIntervalSince1970: seconds))
            return try database.read {
                try $0.sqlite.rows("SELECT expiration FROM kv_default")
            }
        }
        #expect(rows == ["\(stored)"])
    }

    @Test func `a document has none before it is set and after it is cleared`() throws {
        try collection.save("a", "{}")
        let before = try collection.getDocumentExpiration(id: "a")
        try collection.setDocumentExpiration(id: "a", expiration: .distantFuture)
        try collection.setDocumentExpiration(id: "a", expiration: nil)
        #expect(try before == nil && collection.getDocumentExpiration(id: "a") == nil)
    }

    @Test func `a missing document has none, and setting it throws`() throws {
        #expect(try collection.getDocumentExpiration(id: "a") == nil)
        #expect(
            thrownCode { try collection.setDocumentExpiration(id: "a", expiration: nil) }
                == .notFound)
    }

    @Test func `setting it creates no revision and keeps the row's position`() throws {
        let saved = try collection.save("a", "{}")
        try collection.setDocumentExpiration(id: "a", expiration: .distantFuture)
        #expect(try collection.record(id: "a")?.revisionID == saved.revisionID)
        #expect(try folder.rows("SELECT sequence, flags FROM kv_default") == ["1|65536"])
    }

    @Test func `a save and a deletion preserve it`() throws {
        let time = Date(timeIntervalSince1970: 4_102_444_800)
        try collection.save("a", "{}")
        try collection.setDocumentExpiration(id: "a", expiration: time)
        try collection.save("a", #"{"n":1}"#)
        try collection.delete(id: "a", expecting: .any)
        #expect(try collection.getDocumentExpiration(id: "a") == time)
    }

    @Test func `an expired document is purged and listeners are notified`() throws {
        try collection.save("a", "{}")
        try collection.save("b", "{}")
        try collection.setDocumentExpiration(
            id: "a", expiration: Date(timeIntervalSinceNow: 0.1))
        let told = recorder.wait(for: 3)
        #expect(told == [["a"], ["b"], ["a"]])
        #expect(try collection.json("a") == nil && collection.count == 1)
        #expect(try folder.rows("SELECT key FROM kv_del_default") == [])
        #expect(try folder.rows("SELECT purgeCnt FROM kvmeta") == ["1"])
    }

    @Test func `a tombstone is purged when it expires`() throws {
        try collection.save("a", "{}")
        try collection.delete(id: "a", expecting: .any)
        try collection.setDocumentExpiration(id: "a", expiration: Date())
        #expect(recorder.wait(for: 3) == [["a"], ["a"], ["a"]])
        #expect(try folder.rows("SELECT key FROM kv_del_default") == [])
    }

    @Test func `the timer follows changes of the expiration date`() throws {
        for id in ["closer", "farther", "cleared"] {
            try collection.save(id, "{}")
            let time: TimeInterval = id == "closer" ? 1000 : 0.1
            try collection.setDocumentExpiration(
                id: id, expiration: Date(timeIntervalSinceNow: time))
        }
        try collection.setDocumentExpiration(id: "farther", expiration: .distantFuture)
        try collection.setDocumentExpiration(id: "cleared", expiration: nil)
        try collection.setDocumentExpiration(id: "closer", expiration: Date())
        let told = recorder.wait(for: 4)
        Thread.sleep(forTimeInterval: 0.3)
        #expect(told.last == ["closer"] && collection.count == 2)
    }

    @Test func `an expiration date set in a transaction that fails is discarded`() throws {
        struct Refusal: Error {}
        try collection.save("a", "{}")
        try? database.inBatch {
            try collection.setDocumentExpiration(id: "a", expiration: Date())
            throw Refusal()
        }
        Thread.sleep(forTimeInterval: 0.2)
        #expect(collection.count == 1)
    }

    @Test func `documents that expired in the meantime are purged when the database is opened`()
        throws
    {
        let clock = SendableBox<UInt64>(1_700_000_000_000_000_000)
        func open() throws -> Database {
            try Database(
                name: "clock", config: folder.configuration, clock: { clock.value })
        }
        do {
            let collection = try open().defaultCollection()
            for (id, seconds) in [("past", 10.0), ("future", 30), ("never", nil)] {
                try collection.save(id, "{}")
                try collection.setDocumentExpiration(
                    id: id,
                    expiration: seconds.map { Date(timeIntervalSince1970: 1_700_000_000 + $0) })
            }
            try collection.database.close()
        }
        clock.value += 20_000_000_000
        let reopened = try open()
        #expect(try reopened.defaultCollection().count == 2)
    }

    // One statement looks for dates in 50 tables, and a collection has two.
    @Test(arguments: [1, 24, 25, 60])
    func `expired documents in the last of many collections are purged when the database is opened`(
        count: Int
    ) throws {
        func open(at seconds: UInt64) throws -> Database {
            try Database(
                name: "many", config: folder.configuration, clock: { seconds * 1_000_000_000 })
        }
        let database = try open(at: 1_700_000_000)
        for number in 0..<count {
            try database.createCollection(name: "c\(number)").save("a", "{}")
        }
        let last = try database.createCollection(name: "last")
        try last.save("a", "{}")
        try last.setDocumentExpiration(
            id: "a", expiration: Date(timeIntervalSince1970: 1_700_000_010))
        try database.close()
        let reopened = try open(at: 1_700_000_020)
        let counts = try ["c0", "last"].map { try reopened.collection(name: $0)?.count }
        #expect(counts == [1, 0])
    }

    /// The clock adjustment in seconds, and whether a document that expires in 60 s is purged.
    static let steps: [(Int64, Bool)] = [
        (0, false), (59, false), (61, true), (315_360_000, true), (-315_360_000, false),
    ]

    @Test(arguments: steps)
    func `a change of the clock takes effect at the next check`(step: Int64, isGone: Bool) throws {
        let start: Int64 = 1_700_000_000
        let clock = SendableBox<Int64>(start)
        let database = try Database(
            name: "clock", config: folder.configuration,
            clock: { UInt64(clock.value) * 1_000_000_000 })
        let collection = try database.defaultCollection()
        try collection.save("a", "{}")
        try collection.setDocumentExpiration(
            id: "a", expiration: Date(timeIntervalSince1970: Double(start + 60)))
        clock.value += step
        try database.purgeExpired()
        #expect(collection.count == (isGone ? 0 : 1))
    }

    @Test func `another object continues when the one that set it is closed`() throws {
        let other = try folder.open()
        try other.defaultCollection().save("a", "{}")
        try other.defaultCollection().setDocumentExpiration(
            id: "a", expiration: Date(timeIntervalSinceNow: 0.2))
        try other.close()
        #expect(recorder.wait(for: 2) == [["a"], ["a"]])
    }

    @Test func `documents expire in every collection`() throws {
        let named = try database.createCollection(name: "Named", scope: "Scope")
        try named.save("a", "{}")
        try named.setDocumentExpiration(id: "a", expiration: Date())
        let deadline = Date(timeIntervalSinceNow: 60)
        while named.count > 0, Date() < deadline { Thread.sleep(forTimeInterval: 0.005) }
        #expect(named.count == 0)
    }
}
