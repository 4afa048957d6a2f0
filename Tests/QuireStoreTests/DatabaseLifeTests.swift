import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

@Suite struct DatabaseLifeTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    func exists() -> Bool { Database.exists(withName: "test", inDirectory: folder.path) }

    @Test func `a database exists once it is opened`() throws {
        let before = exists()
        _ = try folder.open()
        #expect(!before && exists())
    }

    @Test func `a closed database has no path, and closing it again has no effect`() throws {
        let database = try folder.open()
        try database.close()
        try database.close()
        #expect(database.path == nil)
    }

    @Test func `after the last object is closed, only the database file remains`() throws {
        let database = try folder.open()
        try database.defaultCollection().save("a", "{}")
        _ = try database.defaultCollection().record(id: "a")
        try database.close()
        let files = try FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/test.cblite2")
        #expect(files == ["db.sqlite3"])
    }

    @Test func `releasing an object closes the database`() throws {
        try folder.open().defaultCollection().save("a", "{}")
        let files = try FileManager.default.contentsOfDirectory(
            atPath: folder.path + "/test.cblite2")
        #expect(files == ["db.sqlite3"])
    }

    static let uses: [(String, @Sendable (Database, DocumentCollection) throws -> Void)] = [
        ("defaultCollection", { database, _ in _ = try database.defaultCollection() }),
        ("inBatch", { database, _ in try database.inBatch {} }),
        ("delete", { database, _ in try database.delete() }),
        ("record", { _, collection in _ = try collection.record(id: "a") }),
        ("save", { _, collection in try collection.save("a", "{}") }),
        ("delete document", { _, collection in try collection.delete(id: "a", expecting: .any) }),
        ("forEachRecord", { _, collection in try collection.forEachRecord { _ in } }),
        ("countDocuments", { _, collection in _ = try collection.countDocuments() }),
    ]

    @Test(arguments: uses.indices)
    func `a closed database cannot be used`(index: Int) throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try database.close()
        #expect(thrownCode { try Self.uses[index].1(database, collection) } == .notOpen)
    }

    @Test func `the count of a closed database is zero`() throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.save("a", "{}")
        try database.close()
        #expect(collection.count == 0)
    }

    @Test func `closing a database in a transaction throws, and the database stays open`() throws {
        let database = try folder.open()
        let code = try database.inBatch {
            let code = thrownCode { try database.close() }
            try database.defaultCollection().save("a", "{}")
            return code
        }
        #expect(try code == .transactionNotClosed && database.defaultCollection().count == 1)
    }

    @Test func `a thread that is reading a database cannot close it`() throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.save("a", "{}")
        var codes: [QuireError.Code?] = []
        try collection.forEachRecord { _ in codes.append(thrownCode { try database.close() }) }
        #expect(codes == [.busy] && collection.count == 1)
    }

    @Test func `closing waits for another thread's transaction`() throws {
        let database = try folder.open()
        let began = DispatchSemaphore(value: 0)
        let other = OtherThread {
            try database.inBatch {
                began.signal()
                Thread.sleep(forTimeInterval: 0.05)
                try database.defaultCollection().save("a", "{}")
            }
        }
        began.wait()
        try database.close()
        try other.wait()
        #expect(try folder.open().defaultCollection().count == 1)
    }

    @Test func `a deleted database does not exist`() throws {
        let database = try folder.open()
        try database.delete()
        #expect(!exists() && database.path == nil)
    }

    @Test func `a database that is open in another object cannot be deleted`() throws {
        let database = try folder.open()
        let other = try folder.open()
        let codes = [
            thrownCode { try database.delete() },
            thrownCode { try Database.delete(withName: "test", inDirectory: folder.path) },
        ]
        #expect(try codes == [.busy, .busy] && other.defaultCollection().count == 0)
    }

    @Test func `a database is deleted by its name, and deleting a missing one is no error`() throws
    {
        try folder.open().close()
        try Database.delete(withName: "test", inDirectory: folder.path)
        try Database.delete(withName: "test", inDirectory: folder.path)
        #expect(!exists())
    }

    /// A file name has at most 255 bytes, including 8 for `.cblite2`.
    static let longNames = [String(repeating: "n", count: 247), String(repeating: "é", count: 123)]

    @Test(arguments: ["test"] + longNames)
    func `a copied and deleted database leaves nothing behind`(name: String) throws {
        try folder.open("source").close()
        try Database.copy(
            fromPath: folder.path + "/source.cblite2", toDatabase: name,
            withConfig: folder.configuration)
        try Database.delete(withName: name, inDirectory: folder.path)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files == ["source.cblite2"])
    }

    @Test(arguments: [(false, "1"), (true, "2")])
    func `a commit waits for the disk only if configured`(
        fullSync: Bool, synchronous: String
    ) throws {
        let config = DatabaseConfiguration(directory: folder.path, fullSync: fullSync)
        let database = try Database(name: "test", config: config)
        let rows = try database.write { try $0.connection.sqlite.rows("PRAGMA synchronous") }
        #expect(rows == [synchronous])
    }

    static let caches: [(configured: Int, reader: String, other: String)] = [
        (1 << 20, "-1024", "-1024"), (64 << 20, "-65536", "-10240"), (0, "-1", "-1"),
        (-1, "-1", "-1"), (.min, "-1", "-1"),
    ]

    @Test(arguments: caches)
    func `two readers have the configured cache, and the writer one of 10 MB at most`(
        configured: Int, reader: String, other: String
    ) throws {
        var config = DatabaseConfiguration(directory: folder.path)
        config.cacheSize = configured
        let database = try Database(name: "test", config: config)
        let readers = try #require(database.readers)
        let borrowed = try [readers.borrow(), readers.borrow(), readers.borrow()]
        defer { for case let connection? in borrowed { readers.giveBack(connection) } }
        let sizes = try borrowed.map { try $0?.sqlite.rows("PRAGMA cache_size") ?? [] }
        #expect(sizes == [[reader], [reader], [other]])
        let writer = try database.write { try $0.connection.sqlite.rows("PRAGMA cache_size") }
        #expect(writer == [other])
    }

    @Test(arguments: [([0, 5], 5), ([7, 3], 7), ([-1, .min], 0)])
    func `objects of a file share the largest configured memory for codes`(
        sizes: [Int], limit: Int
    ) throws {
        let databases = try sizes.map { size in
            var config = DatabaseConfiguration(directory: folder.path)
            config.vectorCacheSize = size
            return try Database(name: "test", config: config)
        }
        #expect(databases.map(\.file.codes.limit) == [limit, limit])
    }

    @Test func `objects for one collection are equal, and those of two databases are not`() throws {
        let database = try folder.open()
        let other = try folder.open()
        #expect(
            try database.defaultCollection() == database.defaultCollection()
                && database.defaultCollection() != other.defaultCollection())
    }
}
