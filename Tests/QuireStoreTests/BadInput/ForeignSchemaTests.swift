import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Files with executable schema objects, which must be detected before anything is written.
@Suite struct ForeignSchemaTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private var file: String { folder.path + "/test.cblite2/db.sqlite3" }
    private var bytes: Data? { FileManager.default.contents(atPath: file) }

    /// Objects that the format does not contain, each with a fragment of the error message.
    static let objects = [
        ("CREATE TRIGGER evil BEFORE INSERT ON kv_default BEGIN SELECT RAISE(IGNORE); END", "evil"),
        ("CREATE TRIGGER evil AFTER INSERT ON kv_info BEGIN DELETE FROM kv_default; END", "evil"),
        ("CREATE TRIGGER evil AFTER UPDATE ON kv_info BEGIN DELETE FROM kv_default; END", "evil"),
        ("CREATE TRIGGER evil AFTER UPDATE ON kvmeta BEGIN DELETE FROM kv_default; END", "evil"),
        ("CREATE VIEW evil AS SELECT * FROM kv_default", "evil"),
        ("CREATE INDEX evil ON kv_info (hex(zeroblob(1000)))", "evil"),
        ("CREATE TABLE evil (a, b AS (hex(zeroblob(a))))", "evil"),
        ("CREATE TABLE evil (a DEFAULT (hex(zeroblob(1000))))", "evil"),
        ("CREATE VIRTUAL TABLE evil USING fts4(a)", "evil"),
        ("CREATE VIRTUAL TABLE evil USING rtree(a, b, c)", "evil"),
    ]

    @Test(arguments: objects, [201, 302, 400, 502])
    func `an older bundle with executable schema objects is rejected and not changed`(
        object: (sql: String, name: String), schema: Int
    ) throws {
        try LegacyBundle(schema: schema).write(to: folder, and: object.sql)
        let before = bytes
        let error = thrownError { _ = try folder.open() }
        #expect(
            error?.code == .cantUpgradeDatabase && error?.message.contains(object.name) == true
                && error?.message.contains(file) == true)
        #expect(bytes == before)
    }

    /// Creates a current database whose journal mode is not a write-ahead log.
    private func makeCurrent(_ sql: String) throws {
        let database = try folder.open()
        for number in 0..<20 { try database.defaultCollection().save("\(number)", #"{"n":1}"#) }
        try database.close()
        try folder.sqlite().execute("PRAGMA journal_mode = DELETE; \(sql)", purpose: "test")
    }

    @Test(arguments: objects)
    func `a database with executable schema objects is read-only`(
        object: (sql: String, name: String)
    ) throws {
        try makeCurrent(object.sql)
        let before = bytes
        let database = try folder.open()
        let collection = try database.defaultCollection()
        #expect(collection.count == 20)
        let error = thrownError { try collection.save("new", "{}") }
        #expect(
            error?.code == .notWriteable && error?.message.contains(object.name) == true,
            "\(error?.message ?? "saved")")
        try? database.performMaintenance(type: .integrityCheck)
        try database.close()
        #expect(bytes == before)
    }

    @Test(arguments: objects)
    func `a database with executable schema objects is not copied, and no partial copy remains`(
        object: (sql: String, name: String)
    ) throws {
        try makeCurrent(object.sql)
        let error = thrownError {
            try Database.copy(
                fromPath: folder.path + "/test.cblite2", toDatabase: "copy",
                withConfig: folder.configuration)
        }
        #expect(error?.code == .notWriteable && error?.message.contains(object.name) == true)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["test.cblite2"])
    }

    @Test func `an incomplete database with executable schema objects is rejected`() throws {
        try makeCurrent("DROP TABLE kv_del_default; CREATE VIEW evil AS SELECT 1")
        let before = bytes
        let error = thrownError { _ = try folder.open() }
        #expect(error?.code == .cantUpgradeDatabase && bytes == before)
    }

    // SQLite never stores such a schema, but reads it from a file.
    @Test(
        arguments: [
            ("CREATE TEMP TRIGGER evil BEFORE INSERT ON main.kv_default BEGIN SELECT RAISE(IGNORE); END"),
            "CREATE TRIGGER evil BEFORE INSERT ON kv_default BEGIN SELECT 1; END; DROP TABLE kv_info",
        ], [201, 503])
    func `a forged trigger never runs`(sql: String, schema: Int) throws {
        if schema == 503 {
            try folder.open().close()
        } else {
            try LegacyBundle(schema: schema).write(to: folder)
        }
        try folder.sqlite().becomeHostile(sql, type: "trigger", name: "evil", table: "kv_default")
        let codes = [
            thrownCode { try folder.open().defaultCollection().save("a", "{}") },
            thrownCode {
                try Database.copy(
                    fromPath: folder.path + "/test.cblite2", toDatabase: "copy",
                    withConfig: folder.configuration)
            },
        ]
        let refusals: [QuireError.Code] = [.cantUpgradeDatabase, .notWriteable, .corruptData]
        #expect(codes.allSatisfy { $0.map(refusals.contains) == true }, "\(codes)")
    }

    @Test(arguments: ["TRIGGER", "VIEW", "TABLE"])
    func `a schema object that exists only on a connection is found`(kind: String) throws {
        let database = try folder.open()
        try database.defaultCollection().save("a", "{}")
        let definition =
            switch kind {
            case "TRIGGER": "evil BEFORE INSERT ON main.kv_default BEGIN SELECT RAISE(IGNORE); END"
            case "VIEW": "evil AS SELECT 1"
            default: "kv_default (key, sequence, flags, version, body)"
            }
        let sqlite = try folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        try sqlite.execute("CREATE TEMP \(kind) \(definition)", purpose: "test")
        let reason = try SchemaTrust.judge(sqlite).refusal
        #expect(reason?.hasPrefix("the connection has the temporary \(kind.lowercased()) ") == true)
    }

    @Test func `reading leaves nothing to clean up`() throws {
        try makeCurrent("PRAGMA journal_mode = WAL; DELETE FROM kv_default")
        let before = bytes
        let database = try folder.open()
        #expect(try database.defaultCollection().count == 0)
        try database.close()
        #expect(bytes == before)
    }
}
