import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import QuireTestSupport
import Testing

@testable import QuireStore

@Suite struct CopyingTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    var source: String { folder.path + "/test.cblite2" }

    func copy(_ source: String? = nil) throws {
        try Database.copy(
            fromPath: source ?? self.source, toDatabase: "copy", withConfig: folder.configuration)
    }

    @discardableResult
    func makeSource() throws -> Database {
        let database = try folder.open()
        let blob = Blob(contentType: "text/plain", data: Data("content".utf8))
        try database.saveBlob(blob: blob)
        try database.defaultCollection().save("a", "{\"b\":\(blob.toJSON())}")
        try database.createCollection(name: "Other").save("b", #"{"n":1}"#)
        return database
    }

    func checkCopy() throws {
        let copy = try folder.open("copy")
        let a = try #require(try copy.defaultCollection().record(id: "a"))
        let digest = try #require(a.body["b"]?.dictionary?["digest"]?.string)
        let blob = try copy.getBlob(properties: ["@type": "blob", "digest": digest])
        let b = try copy.collection(name: "Other")?.json("b")
        #expect(blob?.content == Data("content".utf8) && b == #"{"n":1}"#)
    }

    // MARK: Drafts

    /// Changes the age of folders to be older or newer than the time that a process needs to lock
    /// one.
    private func setAge(_ seconds: Double, of names: [String]) throws {
        for name in names {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -seconds)],
                ofItemAtPath: folder.path + "/" + name)
        }
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(arguments: [true, false])
    func `a temporary copy of a killed process is removed by the next copy or deletion`(
        copies: Bool
    ) async throws {
        try makeSource().close()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
            let target = try DatabaseFolder(name: "copy", directory: path)
            let draft = try DatabaseDraft(for: target)
            try PrivateFile.create(draft.folder.databaseFile)
            kill(getpid(), SIGKILL)
        }
        let left = try names()
        #expect(left.count == 2 && left[0].hasPrefix(".quire-draft-copy-"))
        // A new folder may not be locked yet.
        try setAge(-3600, of: [left[0]])
        try Database.delete(withName: "missing", inDirectory: folder.path)
        #expect(try names() == left)
        try setAge(120, of: [left[0]])
        if copies {
            try copy()
            #expect(try names() == ["copy.cblite2", "test.cblite2"])
        } else {
            try Database.delete(withName: "missing", inDirectory: folder.path)
            #expect(try names() == ["test.cblite2"])
        }
    }

    @Test func `a temporary copy in use and a database with a similar name are kept`() throws {
        try makeSource().close()
        let similar = "quire-draft-copy-\(UUID().uuidString)"
        try folder.open(similar).close()
        let draft = try DatabaseDraft(
            for: DatabaseFolder(name: "copy", directory: folder.path))
        try setAge(120, of: names())
        let before = try names()
        try Database.delete(withName: "missing", inDirectory: folder.path)
        #expect(try names() == before && before.count == 3)
        try draft.discard()
    }

    // MARK: Copies

    @Test func `copying an open database copies its committed state`() throws {
        let database = try makeSource()
        try database.inBatch {
            try database.defaultCollection().save("later", "{}")
            try copy()
        }
        try checkCopy()
        #expect(try folder.open("copy").defaultCollection().json("later") == nil)
    }

    @Test func `a copy has the blobs of its documents, even during compaction`() throws {
        let database = try folder.open()
        // Provides time for concurrent changes.
        try folder.sqlite().execute(
            "INSERT INTO kv_info (key, body) VALUES ('filler', zeroblob(3000000))",
            purpose: "test")
        let isOver = Atomic(false)
        let writer = OtherThread {
            for number in 0... {
                if isOver.load(ordering: .relaxed) { return }
                let blob = Blob(contentType: "text/plain", data: Data("\(number)".utf8))
                try database.inBatch {
                    try database.saveBlob(blob: blob)
                    try database.defaultCollection().save("a", "{\"b\":\(blob.toJSON())}")
                }
                try database.performMaintenance(type: .compact)
            }
        }
        for _ in 0..<5 {
            try copy()
            let copy = try folder.open("copy")
            let a = try copy.defaultCollection().record(id: "a")
            if let blob = a?.body["b"]?.dictionary {
                let digest = try #require(blob["digest"]?.string)
                #expect(try copy.getBlob(properties: ["@type": "blob", "digest": digest]) != nil)
            }
            try copy.delete()
        }
        isOver.store(true, ordering: .relaxed)
        try writer.wait()
    }

    @Test func `a copy waits for another program's transaction`() throws {
        try makeSource().close()
        let isHeld = DispatchSemaphore(value: 0)
        let holder = OtherThread { [folder] in
            let sqlite = try folder.sqlite()
            try sqlite.execute(
                "BEGIN IMMEDIATE; UPDATE kv_default SET expiration = 5", purpose: "test")
            isHeld.signal()
            Thread.sleep(forTimeInterval: 0.2)
            try sqlite.execute("COMMIT", purpose: "test")
        }
        isHeld.wait()
        try copy()
        try holder.wait()
        #expect(try folder.rows("SELECT expiration FROM kv_default", "copy") == ["5"])
    }

    @Test func `a closed database is copied and no files are left next to it`() throws {
        try makeSource().close()
        let files = try FileManager.default.contentsOfDirectory(atPath: source)
        try copy()
        try checkCopy()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: source).sorted() == files.sorted())
    }

    @Test func `a database in a read-only folder can be copied`() throws {
        try makeSource().close()
        let fileManager = FileManager.default
        try fileManager.setAttributes(
            [.posixPermissions: 0o400], ofItemAtPath: source + "/db.sqlite3")
        try fileManager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: source)
        defer {
            try? fileManager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: source)
        }
        try copy()
        try checkCopy()
    }

    @Test func `a copy has new identifiers and records the old one`() throws {
        try makeSource()
        try copy()
        func value(_ key: String, _ name: String) throws -> [String] {
            try folder.rows("SELECT hex(body) FROM kv_info WHERE key = '\(key)'", name)
        }
        for key in ["publicUUID", "privateUUID"] {
            #expect(try value(key, "copy") != value(key, "test"))
        }
        #expect(try value("previousPrivateUUID", "copy") == value("privateUUID", "test"))
    }

    @Test func `a copy can be written without changing the source`() throws {
        let database = try makeSource()
        try copy()
        let copied = try folder.open("copy").defaultCollection()
        try copied.save("a", "{}")
        #expect(try database.defaultCollection().json("a") != "{}")
    }

    /// Invalid sources and targets, and the errors.
    static let refusals: [(String, QuireError.Code, @Sendable (Self) throws -> Void)] = [
        ("no source", .cantOpenFile, { try $0.copy("/nowhere/x.cblite2") }),
        (
            "a target that is there", .cantOpenFile,
            { test in
                try test.makeSource()
                _ = try test.folder.open("copy")
                try test.copy()
            }
        ),
        (
            "a source that is no database", .unreadableDatabase,
            { test in
                let path = test.folder.path + "/bad.cblite2"
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true)
                try Data(repeating: 7, count: 5000).write(to: URL(filePath: path + "/db.sqlite3"))
                try test.copy(path)
            }
        ),
        (
            "a source of something else", .wrongFormat,
            { test in
                try test.folder.sqlite("other").execute("CREATE TABLE t (x)", purpose: "test")
                try test.copy(test.folder.path + "/other.cblite2")
            }
        ),
        (
            "a name that is a path", .invalidParameter,
            { test in
                try test.makeSource()
                try Database.copy(
                    fromPath: test.source, toDatabase: "../x", withConfig: test.folder.configuration
                )
            }
        ),
    ]

    @Test(arguments: refusals.indices)
    func `a failed copy leaves nothing behind`(index: Int) throws {
        let (name, code, attempt) = Self.refusals[index]
        let thrown = thrownCode { try attempt(self) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("copy-") }
        #expect(thrown == code && left == [], "\(name)")
    }
}
