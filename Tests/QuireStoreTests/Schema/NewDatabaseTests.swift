import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import Testing

@testable import QuireStore

@Suite struct NewDatabaseTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        try folder.open().close()
    }

    // The SQL of the tables and indexes of Couchbase Lite 4.
    static let columns =
        "(  key TEXT PRIMARY KEY,  sequence INTEGER,  flags INTEGER DEFAULT 0,  version BLOB,  "
        + "body BLOB,  expiration INTEGER,  extra BLOB)"
    static let schema = [
        "CREATE TABLE kvmeta (name TEXT PRIMARY KEY, lastSeq INTEGER DEFAULT 0, "
            + "purgeCnt INTEGER DEFAULT 0) WITHOUT ROWID",
        "CREATE TABLE \"kv_default\" \(columns)",
        "CREATE INDEX \"kv_default_expiration\" ON \"kv_default\" (expiration) "
            + "WHERE expiration not null",
        "CREATE TABLE \"kv_del_default\" \(columns)",
        "CREATE INDEX \"kv_del_default_expiration\" ON \"kv_del_default\" (expiration) "
            + "WHERE expiration not null",
        "CREATE TABLE \"kv_info\" \(columns)",
        "CREATE INDEX \"kv_info_expiration\" ON \"kv_info\" (expiration) "
            + "WHERE expiration not null",
    ]

    @Test func `a new database has exactly Couchbase Lite's tables`() throws {
        let sql =
            "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_stat%'"
        #expect(try folder.rows(sql) == Self.schema)
    }

    @Test(arguments: [
        ("user_version", "503"), ("auto_vacuum", "2"), ("journal_mode", "wal"),
        ("page_size", "4096"), ("encoding", "UTF-8"), ("application_id", "0"),
    ])
    func `a new file has Couchbase Lite's settings`(pragma: String, value: String) throws {
        #expect(try folder.rows("PRAGMA \(pragma)") == [value])
    }

    @Test func `a new database records that it uses version vectors, and its identifiers`() throws {
        let rows = try folder.rows(
            """
            SELECT key, sequence, flags, version, expiration, extra, length(body) FROM kv_info
            WHERE key <> 'quire.fileOrigin' ORDER BY key
            """)
        #expect(
            rows == [
                "maxRowidWithDeletedInDefault|NULL|0|NULL|NULL|NULL|8",
                "privateUUID|NULL|0|NULL|NULL|NULL|16",
                "publicUUID|NULL|0|NULL|NULL|NULL|16",
                "versioning|NULL|0|NULL|NULL|NULL|8",
            ])
    }

    @Test func `the kind of revisions is 2 in eight bytes`() throws {
        let rows = try folder.rows("SELECT body FROM kv_info WHERE key = 'versioning'")
        #expect(rows == ["x'0000000000000002'"])
    }

    @Test func `the two random identifiers differ`() throws {
        let rows = try folder.rows(
            "SELECT count(DISTINCT body) FROM kv_info WHERE key LIKE '%UUID'")
        #expect(rows == ["2"])
    }

    @Test func `only the owner can access the folder`() throws {
        let path = folder.path + "/test.cblite2"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    // The last digit of the mode contains the permissions of other users.
    @Test(arguments: [0o755, 0o777, 0o700])
    func `only the owner can access the files, whatever the folder permits`(mode: Int) throws {
        let bundle = folder.path + "/shared.cblite2"
        try FileManager.default.createDirectory(
            atPath: bundle, withIntermediateDirectories: false,
            attributes: [.posixPermissions: mode])
        let database = try folder.open("shared")
        try database.defaultCollection().save("a", "{}")
        try Database.copy(
            fromPath: bundle, toDatabase: "copy", withConfig: folder.configuration)
        let names = try FileManager.default.contentsOfDirectory(atPath: bundle).sorted()
        #expect(names == ["db.sqlite3", "db.sqlite3-shm", "db.sqlite3-wal"])
        let files = names.map { bundle + "/" + $0 }
        for file in files + [folder.path + "/copy.cblite2/db.sqlite3"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
        }
    }

    @Test func `opening a database again does not change its schema and identifiers`() throws {
        let sql = "SELECT key, body FROM kv_info UNION ALL SELECT name, sql FROM sqlite_master"
        let before = try folder.rows(sql)
        try folder.open().close()
        #expect(try folder.rows(sql) == before)
    }

    @Test func `threads that create one database concurrently all open the same one`() throws {
        let folder = folder
        let threads = (0..<8).map { _ in
            OtherThread {
                let database = try folder.open("shared")
                defer { try? database.close() }
                return try database.readSnapshot {
                    try InfoRow.privateUUID.read(on: $0.sqlite) ?? []
                }
            }
        }
        #expect(Set(try threads.map { try $0.wait() }).count == 1)
    }

    @Test func `missing tables of another program are added`() throws {
        try folder.sqlite("bare").execute(
            """
            CREATE TABLE kv_default (key TEXT PRIMARY KEY, sequence INTEGER, flags INTEGER DEFAULT 0,
            version BLOB, body BLOB, expiration INTEGER, extra BLOB);
            CREATE TABLE kv_info (key TEXT PRIMARY KEY, sequence INTEGER, flags INTEGER DEFAULT 0,
            version BLOB, body BLOB, expiration INTEGER, extra BLOB);
            INSERT INTO kv_info (key, body) VALUES ('versioning', x'0000000000000002');
            INSERT INTO kv_default VALUES ('a', 7, 0, x'008297BC96C0BA0C80', NULL, NULL, NULL);
            PRAGMA user_version = 503
            """, purpose: "make a bare database")
        let database = try folder.open("bare")
        let saved = try database.defaultCollection().save("b", "{}")
        #expect(saved.sequence == 8)
    }
}
