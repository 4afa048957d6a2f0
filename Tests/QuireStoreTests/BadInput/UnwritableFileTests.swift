import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import QuireTestSupport
import Testing

@testable import QuireStore
@testable import QuireDocuments

/// Read-only folders and full disks.
///
/// Each test runs in a separate process, whose permissions or limits it reduces.
@Suite struct UnwritableFileTests {
    // MARK: Rights

    /// Drops the write permission everywhere, even for root, by changing to an unprivileged user.
    static func becomeNobody() throws {
        guard geteuid() == 0 else { return }
        try #require(setgid(65534) == 0 && setuid(65534) == 0)
    }

    static func setMode(_ mode: Int, of paths: String...) throws {
        for path in paths {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
    }

    /// Creates a closed database in a folder that everyone can read and no one can write.
    static func makeReadOnly() throws -> StoreFolder {
        let folder = try StoreFolder()
        let database = try folder.open()
        try database.defaultCollection().save("a", "{}")
        try database.close()
        let bundle = folder.path + "/test.cblite2"
        try setMode(0o444, of: bundle + "/db.sqlite3")
        try setMode(0o555, of: bundle, folder.path)
        return folder
    }

    /// Makes the folder removable again.
    static func undo(_ folder: StoreFolder) {
        try? setMode(0o755, of: folder.path, folder.path + "/test.cblite2")
    }

    @Test func `opening a database that cannot be written throws an error that names the file`()
        async throws
    {
        let folder = try Self.makeReadOnly()
        defer { Self.undo(folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try Self.becomeNobody()
            let config = DatabaseConfiguration(directory: path)
            let error = thrownError { _ = try Database(name: "test", config: config) }
            #expect(error?.code == .notWriteable)
            #expect(error?.message.contains(path + "/test.cblite2") == true)
        }
    }

    /// The files of a database that another user cannot write, while it is open or was left open.
    enum Unwritable: String, CaseIterable, Sendable, Codable {
        case everything, log, index, folder

        func apply(to bundle: String) throws {
            let file = bundle + "/db.sqlite3"
            let names = [file, file + "-wal", file + "-shm"]
            for name in names where FileManager.default.fileExists(atPath: name) {
                try UnwritableFileTests.setMode(0o666, of: name)
            }
            try UnwritableFileTests.setMode(0o777, of: bundle)
            switch self {
            case .everything:
                for name in names where FileManager.default.fileExists(atPath: name) {
                    try UnwritableFileTests.setMode(0o444, of: name)
                }
                try UnwritableFileTests.setMode(0o555, of: bundle)
            case .log: try UnwritableFileTests.setMode(0o444, of: file + "-wal")
            case .index: try UnwritableFileTests.setMode(0o444, of: file + "-shm")
            case .folder:
                for name in names.dropFirst() { try FileManager.default.removeItem(atPath: name) }
                try UnwritableFileTests.setMode(0o555, of: bundle)
            }
        }
    }

    // Waiting for a lock would take ten seconds.
    @Test(.timeLimit(.minutes(10)), arguments: Unwritable.allCases)
    func `a database that was left open is rejected immediately if a file cannot be written`(
        unwritable: Unwritable
    ) async throws {
        let folder = try StoreFolder()
        try folder.open().close()
        let bundle = folder.path + "/test.cblite2"
        try LeftFiles.logAndIndex.leave(in: bundle)
        try unwritable.apply(to: bundle)
        try Self.setMode(0o755, of: folder.path)
        defer { Self.undo(folder) }
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try Self.becomeNobody()
            let config = DatabaseConfiguration(directory: path)
            let start = ContinuousClock.now
            let error = thrownError { _ = try Database(name: "test", config: config) }
            #expect(error?.code == .notWriteable)
            #expect(error?.message.contains(path + "/test.cblite2") == true)
            #expect(ContinuousClock.now - start < .seconds(9))
        }
    }

    @Test(arguments: ["", "/more"])
    func `a database cannot be created in a folder that cannot be written`(
        inside: String
    ) async throws {
        let folder = try Self.makeReadOnly()
        defer { Self.undo(folder) }
        await #expect(processExitsWith: .success) { [path = (folder.path + inside) as String] in
            try Self.becomeNobody()
            let config = DatabaseConfiguration(directory: path)
            let error = thrownError { _ = try Database(name: "new", config: config) }
            #expect(error?.code == .cantOpenFile && error?.message.contains(path) == true)
        }
    }

    @Test func `a read-only attachment directory prevents saving blobs but not documents`()
        async throws
    {
        let folder = try StoreFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let config = DatabaseConfiguration(directory: path)
            let database = try Database(name: "test", config: config)
            let first = Blob(contentType: "text/plain", data: Data("content".utf8))
            try database.saveBlob(blob: first)
            let bundle = path + "/test.cblite2"
            try Self.setMode(0o777, of: bundle, bundle + "/db.sqlite3", bundle + "/db.sqlite3-wal")
            try Self.setMode(0o777, of: bundle + "/db.sqlite3-shm", path)
            try Self.setMode(0o555, of: bundle + "/Attachments")
            try Self.becomeNobody()
            let second = Blob(contentType: "text/plain", data: Data("another".utf8))
            let error = thrownError { try database.saveBlob(blob: second) }
            #expect(error?.code == .ioError)
            #expect(error?.message.contains(bundle + "/Attachments") == true)
            #expect(try database.defaultCollection().save("a", "{}").sequence == 1)
        }
    }

    // MARK: Room

    /// Limits the length of files, like a full disk.
    static func limitFiles(to bytes: UInt) {
        var limit = rlimit()
        getrlimit(fileSize, &limit)
        limit.rlim_cur = rlim_t(bytes)
        setrlimit(fileSize, &limit)
        // Without the signal, which would end the process, writing fails.
        signal(SIGXFSZ, SIG_IGN)
    }

    #if os(Linux)
        private static var fileSize: __rlimit_resource_t {
            __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        }
    #else
        private static var fileSize: Int32 { RLIMIT_FSIZE }
    #endif

    @Test
    func `on a full disk, a save throws an error that names the document`()
        async
    {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let database = try folder.open()
            let collection = try database.defaultCollection()
            try collection.save("before", #"{"n":1}"#)
            Self.limitFiles(to: 400_000)
            let long = String(repeating: "x", count: 1_000_000)
            let error = thrownError { try collection.save("long", "{\"text\":\"\(long)\"}") }
            #expect(error?.code == .ioError)
            #expect(
                error?.message.hasPrefix("Document \"long\" in collection _default._default of")
                    == true)
            #expect(try collection.json("before") == #"{"n":1}"#)
            Self.limitFiles(to: 100_000_000)
            #expect(try collection.save("after", "{}").sequence == 2)
            #expect(collection.count == 2)
            try database.performMaintenance(type: .integrityCheck)
        }
    }

    private struct Album: DocumentModel {
        @DocumentID var id: String?
        var photos: [Blob]
    }

    @Test func `on a full disk, saving a model with a blob throws ioError`() async {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let database = try folder.open()
            let albums = try database.repository(of: Album.self)
            Self.limitFiles(to: 400_000)
            let photo = Blob(contentType: "image/png", data: Data(count: 1_000_000))
            let album = Album(id: "a", photos: [photo])
            #expect(thrownCode { try albums.save(album) } == .ioError)
            #expect(try albums.count() == 0)
            Self.limitFiles(to: 100_000_000)
            #expect(try albums.save(album).photos[0].content?.count == 1_000_000)
        }
    }

    @Test
    func `on a full disk, a transaction is rolled back completely, and listeners are not notified`()
        async
    {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let database = try folder.open()
            let collection = try database.defaultCollection()
            let recorder = ChangeRecorder()
            collection.addChangeListener(queue: DispatchQueue(label: "test")) {
                recorder.note($0.documentIDs)
            }
            Self.limitFiles(to: 400_000)
            let text = String(repeating: "x", count: 10_000)
            let code = thrownCode {
                try database.inBatch {
                    for number in 0..<1000 {
                        try collection.save("\(number)", "{\"key\(number)\":\"\(text)\"}")
                    }
                }
            }
            Self.limitFiles(to: 100_000_000)
            try collection.save("after", #"{"key7":1}"#)
            #expect(code == .ioError && collection.count == 1)
            #expect(try collection.json("after") == #"{"key7":1}"#)
            #expect(recorder.wait(for: 1) == [["after"]])
            #expect(
                try folder.rows("SELECT length(body) > 20 FROM kv_info WHERE key = 'SharedKeys'")
                    == ["0"])
        }
    }

    @Test func `on a full disk, catching an error in a transaction does not save the rest`() async {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let database = try folder.open()
            let collection = try database.defaultCollection()
            Self.limitFiles(to: 400_000)
            let long = String(repeating: "x", count: 20_000_000)
            let code = thrownCode {
                try database.inBatch {
                    try collection.save("first", "{}")
                    _ = try? database.inBatch {
                        try collection.save("long", "{\"text\":\"\(long)\"}")
                    }
                    try collection.save("last", "{}")
                }
            }
            Self.limitFiles(to: 100_000_000)
            // SQLite has rolled back either everything or only the nested transaction.
            #expect(collection.count == (code == nil ? 2 : 0))
            #expect(try collection.json("long") == nil)
        }
    }

    @Test
    func `on a full disk, saving a blob fails and leaves no partial file`()
        async
    {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            let database = try folder.open()
            let collection = try database.defaultCollection()
            Self.limitFiles(to: 400_000)
            let blob = Blob(
                contentType: "image/png", data: Data(repeating: 1, count: 1_000_000))
            let error = thrownError {
                try collection.save(id: "photo", expecting: .any) { writer in
                    writer.beginDictionary()
                    writer.writeKey("blob")
                    try blob.write(to: writer, storage: database.blobs)
                    writer.endDictionary()
                }
            }
            let blobs = folder.path + "/test.cblite2/Attachments"
            #expect(error?.code == .ioError && error?.message.contains(blobs) == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: blobs) == [])
            #expect(collection.count == 0)
        }
    }

    @Test func `a database cannot be created on a full disk, but when there is space again`() async
    {
        await #expect(processExitsWith: .success) {
            let folder = try StoreFolder()
            Self.limitFiles(to: 5000)
            let error = thrownError { _ = try folder.open() }
            #expect(
                error?.code == .ioError
                    && error?.message.contains(folder.path + "/test.cblite2") == true)
            Self.limitFiles(to: 100_000_000)
            #expect(try folder.open().defaultCollection().save("a", "{}").sequence == 1)
        }
    }
}
