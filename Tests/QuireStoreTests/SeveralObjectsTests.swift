import DatabaseTestSupport
import Dispatch
import Foundation
import Quire
import QuireTestSupport
import Testing

/// Several objects in one process for one file, and other programs that use it.
@Suite struct SeveralObjectsTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private var files: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/test.cblite2")
                .sorted()
        }
    }

    @Test func `an object released in a transaction of another one closes`() throws {
        let database = try folder.open()
        var other: Database? = try folder.open()
        try other?.defaultCollection().save("a", "{}")
        let start = Date()
        try database.inBatch {
            try database.defaultCollection().save("b", "{}")
            other = nil
        }
        // It must not have waited for its own transaction.
        #expect(Date().timeIntervalSince(start) < 5)
        #expect(try database.defaultCollection().count == 2)
        try database.delete()
    }

    private func changesOfAnObjectLetGo() throws -> AsyncStream<CollectionChange> {
        let database = try folder.open()
        var other: Database? = try folder.open()
        let changes = try #require(other).defaultCollection().changes()
        try database.inBatch { other = nil }
        return changes
    }

    @Test func `a listener ends if its object is released in a transaction of another one`()
        async throws
    {
        let changes = try changesOfAnObjectLetGo()
        let ended = SendableBox(false)
        let task = Task {
            for await _ in changes {}
            ended.value = !Task.isCancelled
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(5))
            task.cancel()
        }
        await task.value
        limit.cancel()
        #expect(ended.value)
    }

    @Test func `a database with listeners leaves only its file, too`() throws {
        for round in 0..<20 {
            let database = try folder.open()
            let collection = try database.defaultCollection()
            collection.addChangeListener(queue: DispatchQueue(label: "test")) { _ in }
            try collection.save("a\(round)", "{}")
            // Long enough for a check for changes by other programs.
            if round == 0 { Thread.sleep(forTimeInterval: 0.15) }
            try database.close()
            #expect(try files == ["db.sqlite3"])
        }
    }

    @Test func `a database that was only observed leaves only its file`() throws {
        let database = try folder.open()
        let token = try database.defaultCollection().addChangeListener(
            queue: DispatchQueue(label: "test")
        ) { _ in }
        // Long enough for a check for changes by other programs.
        Thread.sleep(forTimeInterval: 0.3)
        token.remove()
        try database.close()
        #expect(try files == ["db.sqlite3"])
    }

    // MARK: Waiting

    @Test func `a save waits for another program's transaction`() throws {
        let collection = try folder.open().defaultCollection()
        let folder = folder
        let began = DispatchSemaphore(value: 0)
        let other = OtherThread {
            let sqlite = try folder.sqlite()
            try sqlite.execute("BEGIN IMMEDIATE", purpose: "test")
            began.signal()
            Thread.sleep(forTimeInterval: 0.2)
            try sqlite.execute("COMMIT", purpose: "test")
        }
        began.wait()
        try collection.save("a", "{}")
        try other.wait()
        #expect(collection.count == 1)
    }

    @Test func `a save waits no longer than the limit, and reads do not wait`() throws {
        let collection = try folder.open().defaultCollection()
        try collection.save("a", "{}")
        // The limit is ten seconds; the behavior is the same with a shorter one.
        try collection.database.write {
            try $0.connection.sqlite.execute("PRAGMA busy_timeout=200", purpose: "test")
        }
        let sqlite = try folder.sqlite()
        try sqlite.execute("BEGIN IMMEDIATE", purpose: "test")
        let start = Date()
        let error = thrownError { try collection.save("b", "{}") }
        let waited = Date().timeIntervalSince(start)
        let read = try collection.json("a")
        try sqlite.execute("COMMIT", purpose: "test")
        #expect(error?.code == .busy && 0.15...5 ~= waited && read == "{}")
        #expect(try collection.save("b", "{}").sequence == 2)
    }

    @Test func `a connection waits for ten seconds`() throws {
        let rows = try folder.open().write { try $0.connection.sqlite.rows("PRAGMA busy_timeout") }
        #expect(rows == ["10000"])
    }

    // MARK: Shared keys

    @Test
    func `the next save uses keys that another program added, and no number is assigned twice`()
        throws
    {
        let collection = try folder.open().defaultCollection()
        try collection.save("a", #"{"first":1}"#)
        try folder.open().defaultCollection().save("x", #"{"theirs":1}"#)
        // Simulates a change by another process with SQL.
        try folder.sqlite().execute(
            "UPDATE kv_info SET body = \(Self.keys(["first", "theirs", "foreign"])) "
                + "WHERE key = 'SharedKeys'", purpose: "test")
        try collection.save("b", #"{"foreign":1,"ours":2,"theirs":3}"#)
        let rows = try folder.rows("SELECT hex(body) FROM kv_info WHERE key = 'SharedKeys'")
        let stored = PlainFleece([UInt8](hex: try #require(rows.first)))
        #expect(
            stored
                == .array(["first", "theirs", "foreign", "ours"].map { PlainFleece.string($0) }))
    }

    /// Returns a handwritten Fleece array of strings of 2 to 14 bytes.
    static func keys(_ keys: [String]) -> String {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        for key in keys {
            starts.append(bytes.count)
            bytes += [0x40 | UInt8(key.utf8.count)] + Array(key.utf8)
            if bytes.count % 2 == 1 { bytes.append(0) }
        }
        let array = bytes.count
        bytes += [0x60, UInt8(keys.count)]
        for start in starts {
            let offset = (bytes.count - start) / 2
            bytes += [0x80 | UInt8(offset >> 8), UInt8(offset & 0xFF)]
        }
        let offset = (bytes.count - array) / 2
        bytes += [0x80, UInt8(offset)]
        return "x'\(bytes.hexadecimal)'"
    }
}
