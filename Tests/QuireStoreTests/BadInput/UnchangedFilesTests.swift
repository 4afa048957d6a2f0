import CSQLite
import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import QuireInspection
import Testing

@testable import QuireStore

/// Bundles that are rejected or only read: all of their files remain unchanged, including those
/// left
/// by another process.
@Suite struct UnchangedFilesTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private var bundle: String { folder.path + "/test.cblite2" }
    private var file: String { bundle + "/db.sqlite3" }

    /// A kind of bundle that cannot be opened.
    enum Refused: String, CaseIterable, Sendable {
        case encrypted, couchbaseLite1, tooNew, unknownRevisions, anotherProgram, hostile

        var code: QuireError.Code {
            switch self {
            case .encrypted: .unreadableDatabase
            case .couchbaseLite1: .databaseTooOld
            case .tooNew: .databaseTooNew
            case .unknownRevisions: .unsupportedOperation
            case .anotherProgram: .wrongFormat
            case .hostile: .cantUpgradeDatabase
            }
        }

        func make(in folder: StoreFolder) throws {
            switch self {
            case .couchbaseLite1:
                try folder.sqlite().execute(
                    "CREATE TABLE docs (x); CREATE TABLE revs (x); PRAGMA user_version = 18",
                    purpose: "test")
            case .anotherProgram:
                try folder.sqlite().execute("CREATE TABLE notes (x)", purpose: "test")
            case .hostile:
                try LegacyBundle(schema: 302).write(
                    to: folder, and: "CREATE VIEW evil AS SELECT 1")
            case .encrypted, .tooNew, .unknownRevisions:
                let database = try folder.open()
                try database.defaultCollection().save("a", #"{"n":1}"#)
                try database.close()
            }
            if self == .tooNew {
                try folder.sqlite().execute("PRAGMA user_version = 600", purpose: "test")
            }
            if self == .unknownRevisions {
                try folder.sqlite().execute(
                    "UPDATE kv_info SET body = x'0000000000000007' WHERE key = 'versioning'",
                    purpose: "test")
            }
        }
    }

    /// Replaces the file by an encrypted one: no page can be read, not even in the log.
    private func encrypt() throws {
        let count = try Data(contentsOf: URL(filePath: file)).count
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
        try bytes.write(to: URL(filePath: file))
    }

    // A journal that must be rolled back would make the file readable again.
    static let refusals = Refused.allCases.flatMap { kind in
        LeftFiles.allCases.filter { kind != .encrypted || $0 != .journal }.map { (kind, $0) }
    }

    @Test(arguments: refusals)
    func `a rejected bundle is not changed`(kind: Refused, left: LeftFiles) throws {
        try kind.make(in: folder)
        try left.leave(in: bundle)
        if kind == .encrypted { try encrypt() }
        let before = try FolderContent(of: bundle)
        let code = thrownCode { _ = try folder.open() }
        #expect(code == kind.code)
        #expect(try FolderContent(of: bundle).differences(from: before) == [])
    }

    /// Creates a database with a blob, an index, an expired document and a deleted one.
    private func makeDatabase() throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.save("a", #"{"n":1}"#)
        try collection.save("gone", "{}")
        try collection.delete(id: "gone", expecting: .any)
        try collection.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
        try database.saveBlob(blob: Blob(contentType: "text/plain", data: Data("blob".utf8)))
        try database.close()
        try folder.sqlite().execute("UPDATE kv_default SET expiration = 1", purpose: "test")
    }

    @Test(arguments: LeftFiles.allCases)
    func `inspecting a bundle does not change it`(left: LeftFiles) throws {
        try makeDatabase()
        try left.leave(in: bundle)
        let before = try FolderContent(of: bundle)
        let summary = try BundleSummary(BundleReader(path: bundle))
        var faults = 0
        let totals = try BundleCheck.run(path: bundle) { faults += $0.isFault ? 1 : 0 }
        #expect(
            summary.collections.map(\.documentCount) == [1]
                && summary.indexes.map(\.name) == ["byN"])
        #expect(totals.documents == 1 && faults == 0)
        #expect(try FolderContent(of: bundle).differences(from: before) == [])
    }

    @Test(arguments: [LeftFiles.nothing, .logAndIndex])
    func `opening a database for reading does not change it`(left: LeftFiles) throws {
        try makeDatabase()
        try left.leave(in: bundle)
        let before = try FolderContent(of: bundle)
        let database = try Database(reading: "test", config: folder.configuration)
        let collection = try database.defaultCollection()
        let rows = try database.createQuery("SELECT n FROM _ WHERE n = 1").execute().map {
            $0.toJSON()
        }
        let token = collection.addChangeListener { _ in }
        #expect(try collection.json("a") == #"{"n":1}"# && rows == [#"{"n":1}"#])
        let codes = [
            thrownCode { try collection.save("b", "{}") },
            thrownCode { try collection.purge(id: "a") },
            thrownCode { try database.performMaintenance(type: .compact) },
            thrownCode { _ = try database.createCollection(name: "new") },
        ]
        #expect(codes == [.notWriteable, .notWriteable, .notWriteable, .notWriteable])
        token.remove()
        try database.close()
        #expect(try FolderContent(of: bundle).differences(from: before) == [])
    }

    @Test(arguments: [LeftFiles.log, .index, .journal, .logHeaderAndIndex])
    func `a database that cannot be read in place without changes is not opened for reading`(
        left: LeftFiles
    ) throws {
        try makeDatabase()
        try left.leave(in: bundle)
        let before = try FolderContent(of: bundle)
        #expect(try BundleReader(path: bundle).reasonToCopy() != nil)
        #expect(try FolderContent(of: bundle).differences(from: before) == [])
    }

    @Test(arguments: LeftFiles.allCases)
    func `copying a database does not change it`(left: LeftFiles) throws {
        try makeDatabase()
        try left.leave(in: bundle)
        var before = try FolderContent(of: bundle)
        try Database.copy(
            fromPath: bundle, toDatabase: "copy", withConfig: folder.configuration)
        var after = try FolderContent(of: bundle)
        // While blobs are copied, a lock in the log's index blocks writers.
        before.files["db.sqlite3-shm"]? = Data()
        after.files["db.sqlite3-shm"]? = Data()
        #expect(after.differences(from: before) == [])
        #expect(try folder.rows("SELECT a FROM left_files", "copy") == [left.committed])
    }

    @Test(arguments: LeftFiles.allCases)
    func `files left by a process do not delay opening a database`(
        left: LeftFiles
    ) throws {
        try makeDatabase()
        try left.leave(in: bundle)
        let time = try ContinuousClock().measure { try folder.open().close() }
        #expect(time < .seconds(9))
    }

    @Test func `a database with an empty log can be read while another connection is open`()
        throws
    {
        try makeDatabase()
        try LeftFiles.logHeaderAndIndex.leave(in: bundle)
        let other = try folder.sqlite()
        defer { other.close() }
        _ = try other.rows("SELECT * FROM kv_default")
        let start = ContinuousClock.now
        let summary = try BundleSummary(BundleReader(path: bundle))
        #expect(
            summary.collections.count == 1 && ReadingMode(of: StoredFile(file)) == .sharedMemory)
        #expect(ContinuousClock.now - start < .seconds(9))
    }

    @Test func `a database in use is read in place, with all committed changes`() throws {
        try makeDatabase()
        let writer = try folder.open()
        let reader = try Database(reading: "test", config: folder.configuration)
        try writer.defaultCollection().save("b", #"{"n":2}"#)
        #expect(try reader.defaultCollection().json("b") == #"{"n":2}"#)
        try reader.close()
        try writer.defaultCollection().save("c", "{}")
        try writer.close()
        #expect(
            try FolderContent(of: bundle).files.keys.filter { $0.hasPrefix("db") } == ["db.sqlite3"]
        )
    }

    // MARK: Nothing in it

    static let empties = [
        "", "CREATE TABLE t (a); DROP TABLE t",
        "PRAGMA journal_mode = WAL; CREATE TABLE t (a); DROP TABLE t",
    ]

    @Test(arguments: empties)
    func `an empty file is not a readable database, and stays empty`(sql: String) throws {
        try DatabaseFolder(name: "test", directory: folder.path).prepare(durably: false)
        if sql.isEmpty {
            try Data().write(to: URL(filePath: file))
        } else {
            try folder.sqlite().execute(sql, purpose: "test")
        }
        let before = try FolderContent(of: bundle)
        let codes = [
            thrownCode { _ = try BundleReader(path: bundle).reasonToCopy() },
            thrownCode { _ = try BundleSummary(BundleReader(path: bundle)) },
            thrownCode { _ = try BundleSummary.Index.list(BundleReader(path: bundle)) },
            thrownCode { _ = try BundleCheck.run(path: bundle) { _ in } },
        ]
        #expect(codes == [.cantOpenFile, .cantOpenFile, .cantOpenFile, .cantOpenFile])
        #expect(try FolderContent(of: bundle).differences(from: before) == [])
    }
}

extension LeftFiles {
    /// The number of committed documents that a copy of the database must contain.
    fileprivate var committed: String {
        switch self {
        case .nothing, .journal, .index, .logHeaderAndIndex: "1"
        case .logAndIndex, .log: "2"
        }
    }
}
