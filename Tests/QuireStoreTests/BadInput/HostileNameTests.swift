import CSQLite
import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Files whose tables, indexes and triggers have names that would be executed if they were inserted
/// into SQL without quoting.
@Suite struct HostileNameTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private static let evil =
        "CREATE TEMP TRIGGER evil BEFORE INSERT ON main.kv_default BEGIN SELECT RAISE(IGNORE); END; --"

    /// Suffixes of table names that resemble those of collections.
    static let names = [
        "x\" ON kv_default(key); \(evil)", "x' ON kv_default(key); \(evil)",
        "x` ON kv_default(key); \(evil)", "x] ON kv_default(key); \(evil)",
        "x ON kv_default(key); \(evil)", "x\"\u{301} ON kv_default(key); \(evil)",
        "x\n\" ON kv_default(key); \(evil)", "x\"; DROP TABLE kv_default; --", "\"", "\"\"", "'",
        "`", "[",
        "]", "\n", "\\", ";", ";--", "/*", "--", " ", "x\"_", "del_\"",
        "del_x\"; DROP TABLE kv_info; --",
        ".\"; DROP TABLE kv_info; --", "x\u{0}y",
    ]

    private static func quoted(_ name: String) -> String {
        SQLIdentifier(name).quoted.string
    }

    /// Returns SQL for a table with the columns of documents.
    private static func table(_ name: String) -> String {
        "CREATE TABLE \(quoted("kv_" + name)) (key TEXT PRIMARY KEY, sequence, flags, version, body)"
    }

    /// Returns whether the schema contains only objects of the format and of the test.
    private static func isClean(_ connection: SQLiteConnection) throws -> Bool {
        try connection.rows("SELECT name FROM sqlite_temp_master").isEmpty
            && connection.rows(
                "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
            ).isEmpty
            && connection.rows("SELECT count(*) FROM kv_info WHERE key = 'versioning'") == ["1"]
    }

    @Test(arguments: names.filter { !$0.utf8.contains(0) }, [201, 302, 400, 501])
    func `a table name in an older bundle is not executed by an upgrade`(
        name: String, schema: Int
    ) throws {
        try LegacyBundle(schema: schema).write(to: folder, and: Self.table(name))
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.save("saved", #"{"n":1}"#)
        #expect(try collection.json("saved") == #"{"n":1}"# && collection.count == 5)
        let isClean = try database.write { try Self.isClean($0.connection.sqlite) }
        let columns = try folder.rows(
            "SELECT name FROM pragma_table_info(\(SQLText.constant("kv_" + name).string)) WHERE cid > 4"
        )
        #expect(isClean && columns == ["expiration", "extra"])
    }

    @Test(arguments: names.filter { !$0.utf8.contains(0) })
    func `a table name is not executed by any operation`(
        name: String
    ) throws {
        let database = try folder.open()
        try database.defaultCollection().save("a", #"{"n":1}"#)
        try folder.sqlite().execute(Self.table(name), purpose: "test")
        try folder.sqlite().execute(
            """
            CREATE INDEX \(Self.quoted("kv_default_" + name)) ON kv_default (flags);
            CREATE INDEX \(Self.quoted(name + "!")) ON \(Self.quoted("kv_" + name)) (flags)
            """, purpose: "test")
        let collection = try database.defaultCollection()
        try collection.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
        try collection.save("b", #"{"n":2}"#)
        try collection.setDocumentExpiration(id: "a", expiration: .distantPast)
        try database.purgeExpired()
        for type in MaintenanceType.allCases { try database.performMaintenance(type: type) }
        for index in try collection.indexes() { try collection.deleteIndex(forName: index) }
        let isClean = try database.write { try Self.isClean($0.connection.sqlite) }
        #expect(try isClean && collection.count == 1 && collection.indexes() == [])
        try database.close()
        try Database.copy(
            fromPath: folder.path + "/test.cblite2", toDatabase: "copy",
            withConfig: folder.configuration)
        #expect(try Self.isClean(folder.sqlite("copy")))
    }

    /// Rows of the list of indexes with hostile names of objects to remove with an index.
    @Test(arguments: names.filter { !$0.utf8.contains(0) }, 0...2)
    func `a name in the list of indexes is not executed when the index is deleted`(
        name: String, kind: Int
    ) throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        try collection.createIndex(withName: "byN", config: ValueIndexConfiguration(["n"]))
        let constant = SQLText.constant(name).string
        for table in ["NULL", constant, SQLText.constant("kv_default::" + name).string] {
            try folder.sqlite().execute(
                "INSERT OR REPLACE INTO indexes VALUES (\(constant), \(kind), 'default', '', '', \(table), '')",
                purpose: "test")
            try collection.deleteIndex(forName: name)
            let isClean = try database.write { try Self.isClean($0.connection.sqlite) }
            #expect(try isClean && collection.indexes() == ["byN"])
        }
        try collection.save("a", "{}")
        #expect(collection.count == 1)
    }

    // SQLite does not write such a name, but a program can.
    @Test(arguments: [201, 503])
    func `a name with NUL in a forged schema is rejected or ignored`(schema: Int) throws {
        let table = "CREATE TABLE \"kv_x\" (key, sequence, flags, version, body)"
        if schema == 503 {
            try folder.open().close()
            try folder.sqlite().execute(table, purpose: "test")
        } else {
            try LegacyBundle(schema: schema).write(to: folder, and: table)
        }
        try folder.sqlite().forge(
            "UPDATE sqlite_master SET name = 'kv_x' || char(0) || '\" ON' WHERE name = 'kv_x'")
        let code = thrownCode {
            let database = try folder.open()
            try database.defaultCollection().save("a", #"{"n":1}"#)
            #expect(try database.defaultCollection().json("a") == #"{"n":1}"#)
        }
        #expect(
            code == nil || [.corruptData, .cantUpgradeDatabase, .unexpectedError].contains(code))
    }
}

extension SQLiteConnection {
    /// Modifies the schema table directly.
    func forge(_ sql: String) throws {
        try execute("PRAGMA writable_schema = ON", purpose: "test")
        quire_sqlite3_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        try execute(
            "PRAGMA writable_schema = ON; \(sql); PRAGMA writable_schema = OFF", purpose: "test")
        close()
    }
}
