import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// The file's contents after creating and deleting collections.
@Suite struct CollectionTableTests {
    let folder: StoreFolder
    let database: Database

    struct Refusal: Error {}

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
    }

    func schema() throws -> [String] {
        try folder.rows("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    }
    func meta() throws -> [String] { try folder.rows("SELECT * FROM kvmeta") }

    @Test(arguments: [
        ("plain", "_default", ".plain"), ("Reviews", "Inventory", ".\\Inventory.\\Reviews"),
        ("a%-_9", "S-1", ".\\S-1.a%-_9"),
    ])
    func `a collection has exactly two tables with an index each`(
        name: String, scope: String, stored: String
    ) throws {
        try database.createCollection(name: name, scope: scope)
        let expected = ["kv_\(stored)", "kv_del_\(stored)"].flatMap { table in
            [
                "CREATE TABLE \"\(table)\" \(NewDatabaseTests.columns)",
                "CREATE INDEX \"\(table)_expiration\" ON \"\(table)\" (expiration) "
                    + "WHERE expiration not null",
            ]
        }
        let sql =
            "SELECT sql FROM sqlite_master WHERE sql NOT NULL AND tbl_name LIKE '%\(stored)%'"
        #expect(try folder.rows(sql) == expected)
    }

    @Test func `the tables are identical to those of Couchbase Lite`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        try database.createCollection(name: "Reviews", scope: "Inventory")
        try database.createCollection(name: "plain")
        let sql =
            """
            SELECT type, name, tbl_name, sql FROM sqlite_master
            WHERE name LIKE '%kv_.%' OR name LIKE '%kv_del_.%' ORDER BY name
            """
        #expect(try folder.rows(sql) == folder.rows(sql, "couchbase-made"))
    }

    @Test func `creating an existing collection changes nothing`() throws {
        let first = try database.createCollection(name: "a")
        try first.save("x", "{}")
        let before = try schema()
        let second = try database.createCollection(name: "a")
        #expect(try first == second && second.count == 1 && schema() == before)
    }

    @Test func `the default collection always exists`() throws {
        let before = try schema()
        #expect(
            try database.createCollection(name: "_default") == database.defaultCollection()
                && schema() == before)
    }

    @Test func `the default collection cannot be deleted`() throws {
        let code = thrownCode { try database.deleteCollection(name: "_default") }
        #expect(try code == .invalidParameter && database.defaultCollection().count == 0)
    }

    @Test func `deleting a collection restores the file as it was before`() throws {
        try database.createCollection(name: "b").save("x", "{}")
        let before = try (schema(), meta())
        try database.createCollection(name: "a").save("x", "{}")
        try database.deleteCollection(name: "a")
        #expect(try schema() == before.0 && meta() == before.1)
    }

    @Test func `deleting a missing collection changes nothing`() throws {
        let before = try schema()
        try database.deleteCollection(name: "a")
        try database.deleteCollection(name: "a", scope: "b")
        #expect(try schema() == before)
    }

    @Test func `deleting a collection in a transaction leaves no row for its sequence`() throws {
        let collection = try database.createCollection(name: "a")
        try database.inBatch {
            try collection.save("x", "{}")
            try database.deleteCollection(name: "a")
        }
        #expect(try meta() == [])
    }

    /// Couchbase Lite's list of indexes, and the tables of each kind of index.
    static let indexes = """
        CREATE TABLE indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL, keyStore TEXT NOT NULL,
        expression TEXT, whereClause TEXT, indexTableName TEXT, lastSeq TEXT);
        CREATE INDEX byName ON "kv_.\\A" (fl_value(body, 'name'));
        CREATE VIRTUAL TABLE "kv_.\\A::by\\Text" USING fts4("text");
        CREATE TRIGGER "kv_.\\A::by\\Text::del" AFTER DELETE ON "kv_.\\A"
        BEGIN DELETE FROM "kv_.\\A::by\\Text" WHERE docid = old.rowid; END;
        CREATE TABLE "kv_.\\A:unnest:list" (docid, i, body);
        CREATE TABLE "0123456789abcdef0123456789abcdef01234567" (docid, i, body);
        CREATE TABLE "fedcba9876543210fedcba9876543210fedcba98" (docid, i, body);
        CREATE VIRTUAL TABLE "kv_.\\B::by\\Text" USING fts4("text");
        INSERT INTO indexes (name, type, keyStore, indexTableName) VALUES
        ('byName', 0, '.A', NULL), ('byText', 1, '.A', 'kv_.\\A::by\\Text'),
        ('byList', 2, '.A', '0123456789abcdef0123456789abcdef01234567'),
        ('wrong', 2, '.A', 'kv_default'),
        ('byOther', 2, '.B', 'fedcba9876543210fedcba9876543210fedcba98'),
        ('byTextB', 1, '.B', 'kv_.\\B::by\\Text');
        """

    @Test func `deleting a collection deletes only its own indexes and their tables`() throws {
        try database.createCollection(name: "A").save("x", "{}")
        try database.createCollection(name: "B")
        try database.write { try $0.connection.sqlite.execute(Self.indexes, purpose: "test") }
        try database.deleteCollection(name: "A")
        let tables = try folder.rows(
            """
            SELECT name FROM sqlite_master WHERE type <> 'index' AND name NOT LIKE '%B%\\_%'
            ESCAPE '\\' ORDER BY name
            """)
        let isUnharmed = try database.defaultCollection().save("x", "{}").sequence == 1
        #expect(
            try isUnharmed
                && tables == [
                    "fedcba9876543210fedcba9876543210fedcba98", "indexes", "kv_.\\B",
                    "kv_.\\B::by\\Text", "kv_default", "kv_del_.\\B", "kv_del_default", "kv_info",
                    "kvmeta",
                ]
                && folder.rows("SELECT name FROM indexes ORDER BY name") == ["byOther", "byTextB"])
    }

    @Test func `a collection is kept completely if one of its indexes cannot be removed`() throws {
        try database.createCollection(name: "a").save("x", "{}")
        try database.write {
            try $0.connection.sqlite.execute(
                "CREATE VIRTUAL TABLE \"kv_.a::t\" USING fts4(t, tokenize=porter)", purpose: "test")
        }
        try database.close()
        // A tokenizer of another program.
        let file = URL(filePath: folder.path + "/test.cblite2/db.sqlite3")
        var bytes = try Data(contentsOf: file)
        let location = try #require(bytes.range(of: Data("tokenize=porter".utf8)))
        bytes.replaceSubrange(location, with: Data("tokenize=foreig".utf8))
        try bytes.write(to: file)
        let reopened = try folder.open()
        let error = thrownError { try reopened.deleteCollection(name: "a") }
        #expect(
            try error?.code == .notWriteable && error?.message.contains("foreig") == true
                && reopened.collection(name: "a")?.count == 1)
    }

    @Test(arguments: [["a", "a_expiration"], ["a_expiration", "a"]])
    func `two collections that would need the same table name are rejected`(names: [String]) throws
    {
        try database.createCollection(name: names[0])
        let before = try schema()
        let error = thrownError { try database.createCollection(name: names[1]) }
        #expect(
            try error?.code == .invalidParameter
                && error?.message.contains("kv_.a_expiration") == true && schema() == before)
    }

    @Test func `a missing table of deleted documents is created`() throws {
        try folder.sqlite().execute(
            "CREATE TABLE \"kv_.a\" \(NewDatabaseTests.columns)", purpose: "test")
        let collection = try #require(try database.collection(name: "a"))
        try collection.save("x", "{}")
        _ = try collection.delete(id: "x", expecting: .any)
        #expect(try folder.rows("SELECT key FROM \"kv_del_.a\"") == ["x"])
    }
}
