import DatabaseTestSupport
import Quire
import Testing

/// The tables and rows after an upgrade.
@Suite struct UpgradedRowsTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    func upgrade(_ schema: Int, and more: String = "") throws {
        try LegacyBundle(schema: schema).write(to: folder, and: more)
        try folder.open().close()
    }

    static let rows = LegacyBundle.documents.map {
        "\($0.id)|\($0.sequence)|\($0.flags)|x'\($0.version.hexadecimal)'|"
            + "x'\($0.body.hexadecimal)'|NULL|x'\($0.extra.hexadecimal)'"
    }

    func rows(_ table: String) throws -> [String] {
        try folder.rows(
            "SELECT key, sequence, flags, version, body, expiration, extra FROM \(table) "
                + "ORDER BY sequence")
    }

    @Test func `the record of a new document conforms to the format`() {
        let digest = String(repeating: "11", count: 20)
        let extra = "0000001EFFFF021501\(digest)00" + "00000000" + "00000000"
        let list = "0000002AFFFF821501\(digest)00" + "700200004141000100018005" + "00000000"
        let document = LegacyBundle.documents[0]
        #expect(
            document.extra.hexadecimal == extra && document.list.hexadecimal == list)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `a copy of an old database is upgraded when it is opened`(schema: Int) throws {
        try LegacyBundle(schema: schema).write(to: folder)
        try Database.copy(
            fromPath: folder.path + "/test.cblite2", toDatabase: "copy",
            withConfig: folder.configuration)
        let count = try folder.open("copy").defaultCollection().count
        #expect(try count == folder.open().defaultCollection().count)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `live documents keep their revisions, in the current columns`(schema: Int) throws {
        try upgrade(schema)
        #expect(try rows("kv_default") == Array(Self.rows.dropLast()))
    }

    @Test(arguments: LegacyBundle.schemas)
    func `deleted documents are in a separate table`(schema: Int) throws {
        try upgrade(schema)
        #expect(try rows("kv_del_default") == Array(Self.rows.suffix(1)))
    }

    @Test(arguments: LegacyBundle.schemas)
    func `the removal of deleted documents is counted`(schema: Int) throws {
        try upgrade(schema)
        #expect(
            try folder.rows("SELECT name, lastSeq, purgeCnt FROM kvmeta")
                == ["default|8|\(schema < 500 ? 1 : 0)"])
    }

    @Test(arguments: LegacyBundle.schemas)
    func `the database has the current version`(schema: Int) throws {
        try upgrade(schema)
        let rows =
            try folder.rows("PRAGMA user_version")
            + folder.rows(
                """
                SELECT key, body FROM kv_info
                WHERE key IN ('versioning', 'maxRowidWithDeletedInDefault') ORDER BY key
                """)
        #expect(
            rows == [
                "503", "maxRowidWithDeletedInDefault|x'0000000000000000'",
                "versioning|x'0000000000000002'",
            ])
    }

    @Test(
        arguments: LegacyBundle.schemas,
        ["kv_default", "kv_del_default", "kv_info", "kv_checkpoints"])
    func `a table of rows has all columns and the index`(schema: Int, table: String) throws {
        try upgrade(schema)
        let columns = try folder.rows("SELECT name FROM pragma_table_info('\(table)')")
        let index = try folder.rows(
            "SELECT sql FROM sqlite_master WHERE name = '\(table)_expiration'")
        #expect(
            Set(columns) == [
                "key", "sequence", "flags", "version", "body", "extra", "expiration",
            ]
                && index == [
                    "CREATE INDEX \"\(table)_expiration\" ON \"\(table)\" (expiration) "
                        + "WHERE expiration not null"
                ])
    }

    @Test(arguments: LegacyBundle.schemas)
    func `the list of indexes, if any, has all columns`(schema: Int) throws {
        try upgrade(schema)
        let columns = try folder.rows("SELECT name FROM pragma_table_info('indexes') ORDER BY name")
        let expected = [
            "expression", "indexTableName", "keyStore", "lastSeq", "name", "type", "whereClause",
        ]
        #expect(columns == (schema == 201 ? [] : expected))
    }

    @Test(arguments: LegacyBundle.schemas)
    func `unknown data is preserved`(schema: Int) throws {
        let more = """
            CREATE TABLE notes (text); INSERT INTO notes VALUES ('x');
            CREATE TABLE "kv_default:unnest:list" (docid, i, body);
            INSERT INTO kv_fts_map VALUES ('a', 'b')
            """
        try upgrade(schema, and: more)
        let rows =
            try folder.rows("SELECT * FROM notes") + folder.rows("SELECT * FROM kv_fts_map")
            + folder.rows("SELECT key, body FROM kv_checkpoints")
            + folder.rows("SELECT name FROM pragma_table_info('kv_default:unnest:list')")
        #expect(rows == ["x", "a|b", "a|x'0102'", "docid", "i", "body"])
    }

    @Test(arguments: LegacyBundle.schemas)
    func `opening it again changes nothing`(schema: Int) throws {
        try upgrade(schema)
        let sql = """
            SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'
            UNION ALL SELECT key, hex(body) || ifnull(hex(extra), '') FROM kv_default
            UNION ALL SELECT key, body FROM kv_info
            UNION ALL SELECT user_version, 1 FROM pragma_user_version
            """
        let before = try folder.rows(sql)
        try folder.open().close()
        #expect(try folder.rows(sql) == before)
    }

    @Test(arguments: [201, 301, 302, 400, 500, 501, 502, 350, 499])
    func `a current file with an old version number is upgraded`(schema: Int) throws {
        try folder.sqlite().execute(
            """
            \(DatabaseSchema.creationScript)
            INSERT INTO kv_info (key, body) VALUES ('versioning', x'0000000000000002');
            INSERT INTO kv_default VALUES ('a', 1, 0, x'008297BC96C0BA0C80', x'7000', NULL, NULL);
            PRAGMA user_version = \(schema)
            """, purpose: "make a database")
        let json = try folder.open().defaultCollection().json("a")
        #expect(try json == "{}" && folder.rows("PRAGMA user_version") == ["503"])
    }

    @Test(arguments: [503, 504, 599], ["0", "1"])
    func `a later schema with revision trees is converted to version vectors`(
        schema: Int, versioning: String
    ) throws {
        let document = LegacyBundle.documents[0]
        let (body, extra) =
            versioning == "0"
            ? (document.list, "NULL") : (document.body, "x'\(document.extra.hexadecimal)'")
        try folder.sqlite().execute(
            """
            \(DatabaseSchema.creationScript)
            INSERT INTO kv_info (key, body) VALUES ('versioning', x'000000000000000\(versioning)'),
            ('SharedKeys', x'\(LegacyBundle.sharedKeys)');
            INSERT INTO kv_default VALUES
            ('one', 1, 0, x'\(document.version.hexadecimal)', x'\(body.hexadecimal)', NULL, \(extra));
            PRAGMA user_version = \(schema)
            """, purpose: "make a database")
        try folder.open().close()
        #expect(
            try rows("kv_default") == Array(Self.rows.prefix(1))
                && folder.rows("SELECT body FROM kv_info WHERE key = 'versioning'")
                    == ["x'0000000000000002'"]
                && folder.rows("PRAGMA user_version") == ["\(schema)"])
    }

    @Test func `all collections are upgraded`() throws {
        let document = LegacyBundle.documents[4]
        let more = """
            CREATE TABLE "kv_.\\Inventory.\\Hotels" (key TEXT PRIMARY KEY, sequence INTEGER,
            flags INTEGER DEFAULT 0, version BLOB, body BLOB, extra BLOB);
            INSERT INTO "kv_.\\Inventory.\\Hotels" VALUES ('gone', 8, 1,
            x'\(document.version.hexadecimal)', x'7000', x'\(document.extra.hexadecimal)')
            """
        try upgrade(500, and: more)
        #expect(
            try rows("\"kv_.\\Inventory.\\Hotels\"") == []
                && rows("\"kv_del_.\\Inventory.\\Hotels\"") == Array(Self.rows.suffix(1))
                && folder.rows("SELECT * FROM kvmeta WHERE name = '.Inventory.Hotels'")
                    == [".Inventory.Hotels|8|1"]
        )
    }

    @Test(arguments: [(9, "new"), (7, "old")])
    func `of two tombstones of one document, the newer one is kept`(
        sequence: Int, kept: String
    ) throws {
        let more = """
            INSERT INTO kv_del_default (key, sequence, flags, version, body)
            VALUES ('twice', 8, 1, x'0101', 'old');
            INSERT INTO kv_default (key, sequence, flags, version, body)
            VALUES ('twice', \(sequence), 1, x'0102', 'new')
            """
        try upgrade(500, and: more)
        #expect(
            try folder.rows("SELECT body FROM kv_del_default WHERE key = 'twice'") == [kept]
                && folder.rows("SELECT count(*) FROM kv_default") == ["4"])
    }
}
