import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Couchbase Lite's requirements for a file, checked with plain SQL and without the library.
@Suite struct MinimumFormatTests {
    let bundle: WrittenBundle

    init() throws {
        bundle = try WrittenBundle()
    }

    private var path: String { bundle.folder.path + "/test.cblite2" }

    // MARK: 1

    @Test func `rule 1, a folder with only the database's file and the attachment directory`()
        throws
    {
        let files = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(files == ["Attachments", "db.sqlite3"])
    }

    // MARK: 2

    @Test(arguments: [
        ("user_version", "503"), ("auto_vacuum", "2"), ("journal_mode", "wal"),
        ("page_size", "4096"), ("integrity_check", "ok"),
    ])
    func `rule 2, the file has the settings of a new one`(
        pragma: String, value: String
    )
        throws
    {
        #expect(try bundle.folder.rows("PRAGMA \(pragma)") == [value])
    }

    // MARK: 3

    @Test func `rule 3, kvmeta contains the last sequence and the purge count of each collection`()
        throws
    {
        let rows = try bundle.folder.rows("SELECT * FROM kvmeta ORDER BY name")
        #expect(rows == [".Inventory.Hotels|2|0", ".plain|1|0", "default|18|4"])
    }

    @Test(arguments: WrittenBundle.collections)
    func `rule 3, no row has a later sequence than the last one`(collection: String) throws {
        let last = try bundle.folder.rows(
            "SELECT lastSeq FROM kvmeta WHERE name = '\(collection)'")
        let sequences = try bundle.rows("sequence", of: collection).compactMap(Int.init)
        #expect(sequences.max().map { ["\($0)"] } == last)
    }

    // MARK: 4

    @Test func `rule 4, every collection has exactly the tables and indexes of the format`()
        throws
    {
        let names = [
            "kv_default", "kv_del_default", "kv_info", "kv_.plain", "kv_del_.plain",
            #"kv_.\Inventory.\Hotels"#, #"kv_del_.\Inventory.\Hotels"#,
        ]
        let pairs = names.flatMap {
            [
                "CREATE TABLE \"\($0)\" \(NewDatabaseTests.columns)",
                "CREATE INDEX \"\($0)_expiration\" ON \"\($0)\" (expiration) "
                    + "WHERE expiration not null",
            ]
        }
        let metadata =
            "CREATE TABLE kvmeta (name TEXT PRIMARY KEY, lastSeq INTEGER DEFAULT 0, "
            + "purgeCnt INTEGER DEFAULT 0) WITHOUT ROWID"
        let stored = try bundle.folder.rows(
            "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND name NOT LIKE 'sqlite_stat%'")
        #expect(stored.sorted() == (pairs + [metadata]).sorted())
    }

    // MARK: 5

    @Test func `rule 5, kv_info has only the known rows, each of its size`() throws {
        let rows = try bundle.folder.rows(
            """
            SELECT key, typeof(key), typeof(body),
              iif(key = 'SharedKeys', 'any', iif(key LIKE '%UUID', length(body), hex(body))),
              sequence, flags, version, expiration, extra FROM kv_info
            WHERE key <> 'quire.fileOrigin' ORDER BY key
            """)
        let rest = "NULL|0|NULL|NULL|NULL"
        #expect(
            rows == [
                "SharedKeys|text|blob|any|\(rest)",
                "maxRowidWithDeletedInDefault|text|blob|0000000000000000|\(rest)",
                "privateUUID|text|blob|16|\(rest)", "publicUUID|text|blob|16|\(rest)",
                "versioning|text|blob|0000000000000002|\(rest)",
            ])
    }

    // MARK: 6

    @Test func `rule 6, live documents have their flags, and 4 while a revision has a blob`()
        throws
    {
        let rows = try bundle.rows(
            "key, flags & 65535, expiration, extra", of: "default", where: "(flags & 1) = 0")
        #expect(
            rows == [
                "new|0|NULL|NULL", "empty|0|NULL|NULL", "updated|0|NULL|NULL", "wide|0|NULL|NULL",
                "many|0|NULL|NULL", "expiring|0|4102444800000|NULL", "again|0|NULL|NULL",
                "photo|4|NULL|NULL", "no photo|0|NULL|NULL", "kept|0|NULL|NULL",
                "kept too|0|NULL|NULL",
            ])
    }

    @Test func `rule 6, a deleted document is a row without a body in the other table`() throws {
        let rows = try bundle.folder.rows(
            "SELECT key, flags, typeof(version), body, expiration, extra FROM kv_del_default")
        #expect(rows == ["deleted|1|blob|NULL|NULL|NULL"])
    }

    @Test(arguments: WrittenBundle.collections)
    func `rule 6, the columns have their types`(collection: String) throws {
        let rows = try bundle.rows(
            "typeof(key), typeof(sequence), typeof(flags), typeof(version)", of: collection)
        #expect(Set(rows) == ["text|integer|integer|blob"])
    }

    @Test(arguments: WrittenBundle.collections)
    func `rule 6, sequences are positive and unique`(collection: String) throws {
        let sequences = try bundle.rows("sequence", of: collection).compactMap(Int.init)
        #expect(Set(sequences).count == sequences.count && sequences.allSatisfy { $0 > 0 })
    }

    @Test func `rule 6, a version is exactly 00, a time and 80`() throws {
        let versions = try bundle.bytes("version")
        let areRight = versions.map { bytes in
            var offset = 1
            let number = PlainVarint.read(bytes, &offset)
            return bytes[0] == 0 && number > 0 && Array(bytes[offset...]) == [0x80]
        }
        #expect(areRight == Array(repeating: true, count: 15))
    }

    @Test func `rule 6, a version's time is that of the save`() throws {
        let times = try bundle.bytes("version").map { bytes in
            var offset = 1
            let number = PlainVarint.read(bytes, &offset)
            return number & 1 == 1 ? number >> 1 : number << 15
        }
        let written = (bundle.times.lowerBound & ~0xFFFF)...bundle.times.upperBound
        #expect(times.allSatisfy(written.contains) && Set(times).count == times.count)
    }

    @Test func `rule 6, the order of the versions' times is that of the sequences`() throws {
        let sql =
            "SELECT sequence, version FROM kv_default UNION ALL "
            + "SELECT sequence, version FROM kv_del_default"
        let versions = try bundle.folder.rows("SELECT hex(version) FROM (\(sql)) ORDER BY sequence")
        let times = versions.map { text in
            let bytes = [UInt8](hex: text)
            var offset = 1
            let number = PlainVarint.read(bytes, &offset)
            return number & 1 == 1 ? number >> 1 : number << 15
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `rule 6, a body is a dictionary in Fleece`() throws {
        let bodies = try bundle.bytes("body")
        let areDictionaries = bodies.map { bytes in
            if case .dictionary = PlainFleece(bytes) {
                bytes.count.isMultiple(of: 2)
            } else {
                false
            }
        }
        #expect(areDictionaries == Array(repeating: true, count: 14))
    }
}
