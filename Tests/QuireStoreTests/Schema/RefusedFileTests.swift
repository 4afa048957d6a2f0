import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct RefusedFileTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var sql: String
        var code: QuireError.Code
        var word: String
    }

    static let tables = DatabaseSchema.creationScript
    static func document(version: Int, versioning: String) -> String {
        """
        \(tables) INSERT INTO kv_info (key, body) VALUES ('versioning', x'\(versioning)');
        PRAGMA user_version = \(version)
        """
    }

    static let cases = [
        Case(
            testDescription: "tables of another program", sql: "CREATE TABLE notes (text)",
            code: .wrongFormat, word: "not a document database"),
        Case(
            testDescription: "a negative version", sql: "PRAGMA user_version = -1",
            code: .wrongFormat, word: "not a document database"),
        Case(
            testDescription: "version 1", sql: document(version: 1, versioning: ""),
            code: .cantUpgradeDatabase, word: "1"),
        Case(
            testDescription: "version 200", sql: document(version: 200, versioning: ""),
            code: .cantUpgradeDatabase, word: "200"),
        Case(
            testDescription: "Couchbase Lite 1.x",
            sql: "CREATE TABLE docs (x); CREATE TABLE revs (x); PRAGMA user_version = 18",
            code: .databaseTooOld, word: "1.x"),
        Case(
            testDescription: "version 201 without a kind of revisions",
            sql: document(version: 201, versioning: ""), code: .wrongFormat, word: "versioning"),
        Case(
            testDescription: "version 502 with an unknown kind of revisions",
            sql: document(version: 502, versioning: "0000000000000003"),
            code: .unsupportedOperation, word: "versioning 3"),
        Case(
            testDescription: "version 201 without documents",
            sql: "CREATE TABLE kv_info (key, body); PRAGMA user_version = 201",
            code: .wrongFormat, word: "kv_default"),
        Case(
            testDescription: "version 600",
            sql: document(version: 600, versioning: "0000000000000002"),
            code: .databaseTooNew, word: "600"),
        Case(
            testDescription: "an unknown kind of revisions",
            sql: document(version: 503, versioning: "0000000000000003"),
            code: .unsupportedOperation, word: "versioning 3"),
        Case(
            testDescription: "a damaged kind of revisions",
            sql: document(version: 503, versioning: "02"), code: .wrongFormat, word: "versioning"),
        Case(
            testDescription: "no kind of revisions", sql: "\(tables) PRAGMA user_version = 503",
            code: .wrongFormat, word: "versioning"),
        Case(
            testDescription: "no kv_info",
            sql: "CREATE TABLE kv_default (key); PRAGMA user_version = 503", code: .wrongFormat,
            word: "kv_info"),
        Case(
            testDescription: "no kv_default",
            sql: "CREATE TABLE kv_info (key, body); PRAGMA user_version = 503",
            code: .wrongFormat, word: "kv_default"),
    ]

    @Test(arguments: cases)
    func `the error for a file that cannot be opened contains the reason`(_ refused: Case) throws {
        try folder.sqlite().execute(refused.sql, purpose: "make a file")
        let error = thrownError { _ = try folder.open() }
        #expect(error?.code == refused.code && error?.message.contains(refused.word) == true)
    }

    @Test(arguments: cases)
    func `a file that cannot be opened is not changed`(_ refused: Case) throws {
        try folder.sqlite().execute(refused.sql, purpose: "make a file")
        let file = folder.path + "/test.cblite2/db.sqlite3"
        let before = FileManager.default.contents(atPath: file)
        _ = try? folder.open()
        #expect(FileManager.default.contents(atPath: file) == before)
    }

    @Test(arguments: [503, 504, 599])
    func `versions from 503 to 599 can be opened`(version: Int) throws {
        let sql = Self.document(version: version, versioning: "0000000000000002")
        try folder.sqlite().execute(sql, purpose: "make a file")
        #expect(try folder.open().defaultCollection().count == 0)
    }

    @Test func `an encrypted or unrelated file is unreadable, and the error says so`()
        throws
    {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/test.cblite2", withIntermediateDirectories: true)
        let bytes = Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
        try bytes.write(to: URL(filePath: folder.path + "/test.cblite2/db.sqlite3"))
        let error = thrownError { _ = try folder.open() }
        #expect(
            error?.code == .unreadableDatabase && error?.message.contains("encrypted") == true)
    }

    @Test(arguments: [
        "test.cblite", "test.cblite2/db.forest", "test.cblite2/db.forest.0",
        "test.cblite2/db.forest.1", "test.cblite2/db.forest.meta",
    ])
    func `files of Couchbase Lite 1.x are recognized`(file: String) throws {
        let url = URL(filePath: folder.path).appending(path: file)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: url)
        let error = thrownError { _ = try folder.open() }
        #expect(error?.code == .databaseTooOld && error?.message.contains("1.x") == true)
    }

    @Test(arguments: ["db.forest", "db.forest.1"])
    func `a folder of ForestDB is not changed, even if its SQLite file is empty`(
        file: String
    ) throws {
        let bundle = URL(filePath: folder.path).appending(path: "test.cblite2")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: bundle.appending(path: file))
        try Data().write(to: bundle.appending(path: "db.sqlite3"))
        let codes = [
            thrownCode { _ = try folder.open() },
            thrownCode { _ = try Database(reading: "test", config: folder.configuration) },
            thrownCode {
                try Database.copy(
                    fromPath: bundle.path, toDatabase: "copy", withConfig: folder.configuration)
            },
        ]
        #expect(codes.allSatisfy { $0 == .databaseTooOld }, "\(codes)")
        let names = try FileManager.default.contentsOfDirectory(atPath: bundle.path).sorted()
        #expect(names == [file, "db.sqlite3"].sorted())
    }

    // Earlier versions created a database in such a folder.
    @Test func `a database in a folder of ForestDB can be opened`() throws {
        try folder.open().defaultCollection().save("a", "{}")
        try Data("x".utf8).write(to: URL(filePath: folder.path + "/test.cblite2/db.forest.1"))
        #expect(try folder.open().defaultCollection().count == 1)
    }

    @Test func `a file with a name similar to a file of ForestDB has no effect`() throws {
        try folder.open().close()
        for name in ["db.forestry", "my.db.forest"] {
            try Data("x".utf8).write(to: URL(filePath: folder.path + "/test.cblite2/" + name))
        }
        #expect(try folder.open().defaultCollection().count == 0)
    }
}
