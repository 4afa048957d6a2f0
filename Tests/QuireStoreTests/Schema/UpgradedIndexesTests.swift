import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStore

/// Upgrading databases with triggers and indexes of another program.
@Suite struct UpgradedIndexesTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// Objects on the table of documents as created by an earlier version of Couchbase Lite, with a
    /// function that does not exist here.
    static let objects = """
        CREATE VIRTUAL TABLE "kv_default::text" USING fts4("name", tokenize=unicodesn);
        INSERT INTO "kv_default::text" (docid, name) VALUES (1, 'A');
        CREATE TRIGGER "kv_default::text::ins" AFTER INSERT ON kv_default BEGIN
        INSERT INTO "kv_default::text" (docid, name) VALUES (new.rowid, missing(new.body)); END;
        CREATE TRIGGER "kv_default::text::del" AFTER DELETE ON kv_default WHEN missing(old.body)
        BEGIN DELETE FROM "kv_default::text" WHERE docid = old.rowid; END;
        CREATE TRIGGER "kv_default::text::upd" AFTER UPDATE ON kv_default BEGIN
        INSERT INTO "kv_default::text" (docid, name) VALUES (new.rowid, missing(new.body)); END;
        CREATE UNIQUE INDEX "kv_default_seqs" ON "kv_default" (sequence);
        CREATE INDEX "kv_default_conflicts" ON "kv_default" (flags) WHERE (flags & 2) != 0
        """

    func objects() throws -> [String] {
        try folder.rows(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_master
            WHERE name LIKE '%text%' OR name LIKE '%seqs' OR name LIKE '%conflicts' ORDER BY name
            """)
    }

    @Test(arguments: [201, 302, 400, 502])
    func `triggers and full-text tables are preserved and do not run`(schema: Int) throws {
        try write(schema, index: Self.objects)
        let before = try objects()
        let database = try folder.open()
        let count = try database.defaultCollection().count
        let error = thrownError { try database.defaultCollection().save("new", "{}") }
        try database.close()
        let connection = try folder.sqlite()
        try connection.applySettings(fullSync: false)
        let text = try connection.rows("SELECT docid, name FROM \"kv_default::text\"")
        #expect(try count == 4 && objects() == before && text == ["1|A"])
        #expect(error?.code == .notWriteable && error?.message.contains("missing") == true)
    }

    /// Creates an expression index on a connection that has its functions.
    func write(_ schema: Int, index: String) throws {
        try LegacyBundle(schema: schema).write(to: folder)
        let connection = try folder.sqlite()
        try FunctionRegistry.register(on: connection)
        connection.keys.current = try [UInt8](hex: LegacyBundle.sharedKeys).withUnsafeBytes {
            try SharedKeys(encoded: $0)
        }
        try connection.execute(index, purpose: "make an index")
    }

    // The deleted document has the last row of the table, whose row ID is reused.
    @Test(arguments: [201, 302, 400])
    func `a deleted document is removed from a full-text index`(schema: Int) throws {
        let insertion = #"INSERT INTO "kv_default::text" (docid, "name")"#
        try write(
            schema,
            index: """
                CREATE VIRTUAL TABLE "kv_default::text" USING fts4("name", tokenize=unicodesn);
                \(insertion) SELECT rowid, 'old' FROM kv_default;
                CREATE TRIGGER "kv_default::text::ins" AFTER INSERT ON "kv_default"   BEGIN
                \(insertion) VALUES (new.rowid, fl_fts_value(new.body, 'name')); END
                """)
        try folder.open().defaultCollection().save("new", #"{"name":"new"}"#)
        let connection = try folder.sqlite()
        try connection.applySettings(fullSync: false)
        #expect(
            try connection.rows(#"SELECT docid, name FROM "kv_default::text" ORDER BY 1"#)
                == ["1|old", "2|old", "3|old", "4|old", "5|new"])
    }

    @Test(arguments: [201, 302, 400, 502])
    func `an index on bodies is complete and used`(schema: Int) throws {
        let index = "CREATE INDEX byName ON kv_default (fl_value(body, 'name'))"
        try write(schema, index: index)
        let collection = try folder.open().defaultCollection()
        try collection.save("one", #"{"name":"Z"}"#)
        let (check, found) = try collection.database.readSnapshot { connection in
            (
                try connection.sqlite.rows("PRAGMA integrity_check"),
                try connection.sqlite.rows(
                    """
                    SELECT key FROM kv_default INDEXED BY byName
                    WHERE fl_value(body, 'name') IN ('B', 'Z') ORDER BY fl_value(body, 'name')
                    """)
            )
        }
        let stored = try folder.rows("SELECT sql FROM sqlite_master WHERE name = 'byName'")
        #expect(check == ["ok"] && found == ["two", "one"] && stored == [index])
    }

    @Test func `an unsupported index is removed from the list`() throws {
        try LegacyBundle(schema: 302).write(
            to: folder,
            and: """
                INSERT INTO indexes VALUES ('byName', 0, 'default', '', NULL), ('b', 1, 'default', '', '')
                """)
        let connection = try folder.sqlite()
        try FunctionRegistry.register(on: connection)
        try connection.register(function: "foreign_value", argumentCount: 1, use: .schema) {
            context, _, _ in
            SQLiteResult(context: context).setMissing()
        }
        try connection.execute(
            "CREATE INDEX byName ON kv_default (foreign_value(body))", purpose: "make an index")
        let count = try folder.open().defaultCollection().count
        #expect(
            try count == 4 && folder.rows("SELECT name FROM indexes") == ["b"]
                && folder.rows("SELECT 1 FROM sqlite_master WHERE name = 'byName'") == [])
    }
}
