import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// Files that another connection opens or closes while they are read.
///
/// It creates and removes the write-ahead log and its index one after the other.
@Suite struct ChangingFilesTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        let database = try folder.open()
        try database.defaultCollection().save("a", #"{"n":1}"#)
        try database.close()
    }

    private var file: String { folder.path + "/test.cblite2/db.sqlite3" }

    @Test(arguments: ["-wal", "-shm"])
    func `reading waits for a file that another connection is creating`(suffix: String) throws {
        let other = try folder.sqlite()
        defer { other.close() }
        _ = try other.rows("SELECT * FROM kv_default")
        let (path, hidden) = (file + suffix, file + ".hidden")
        try FileManager.default.moveItem(atPath: path, toPath: hidden)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.3)
            try? FileManager.default.moveItem(atPath: hidden, toPath: path)
        }
        let start = ContinuousClock.now
        let reader = try UnchangedFile(StoredFile(file))
        #expect(!reader.isCopy && ContinuousClock.now - start < .seconds(5))
    }

    @Test func `a file with an empty log is read without a lock`() throws {
        #expect(FileManager.default.createFile(atPath: file + "-wal", contents: nil))
        let first = try Database(reading: "test", config: folder.configuration)
        let second = try Database(reading: "test", config: folder.configuration)
        #expect(
            try first.defaultCollection().json("a") == second.defaultCollection().json("a")
                && FileManager.default.fileExists(atPath: file + "-shm"))
    }

    @Test func `files can be read while other threads open and close them`() throws {
        let path = file
        let end = Date(timeIntervalSinceNow: 2)
        let failures = SendableBox<[String]>([])
        let group = DispatchGroup()
        for number in 0..<4 {
            group.enter()
            Thread.detachNewThread { [folder] in
                defer { group.leave() }
                do {
                    while Date() < end {
                        if number < 2 {
                            let other = try folder.sqlite()
                            _ = try other.rows("SELECT * FROM kv_default")
                            other.close()
                        } else {
                            _ = try UnchangedFile(StoredFile(path)).versioning()
                            let reader = try Database(
                                reading: "test", config: folder.configuration)
                            _ = try reader.defaultCollection().record(id: "a")
                            try reader.close()
                        }
                    }
                } catch {
                    failures.value.append("\(error)")
                }
            }
        }
        group.wait()
        #expect(failures.value == [])
    }
}
