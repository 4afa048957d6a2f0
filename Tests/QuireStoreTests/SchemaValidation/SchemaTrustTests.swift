import CSQLite
import DatabaseTestSupport
import Quire
import Testing

@testable import QuireStore

@Suite struct SchemaTrustTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// Returns a connection to a database with Couchbase Lite's schema and additional objects.
    func connection(_ sql: String) throws -> SQLiteConnection {
        // A trusting connection without the library's functions, like another program.
        let maker = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try maker.register(function: "N1QL_foo", argumentCount: 1, use: .schema) { _, _, _ in }
        for function in ["fl_value", "fl_fts_value", "contains"] {
            try maker.register(function: function, argumentCount: 2, use: .schema) { _, _, _ in }
        }
        for function in ["fl_root", "array_length", "type", "N1QL_lower"] {
            try maker.register(function: function, argumentCount: 1, use: .schema) { _, _, _ in }
        }
        for collation in ["LCUnicode_____", "evil"] {
            try maker.register(collation: collation) { _, _, _, _, _ in 0 }
        }
        try FullTextTokenizers.register(on: maker)
        try maker.trustSchema()
        try maker.execute(DatabaseSchema.creationScript + sql, purpose: "test")
        maker.close()
        let connection = try SQLiteConnection(
            StoredFile(folder.path + "/file"), access: .readWriteCreate)
        try connection.applySettings(fullSync: false)
        return connection
    }

    @Test(arguments: SchemaCase.plain)
    func `a schema without triggers needs no trust`(schema: SchemaCase) throws {
        #expect(try SchemaTrust.judge(connection(schema.sql)) == .plain)
    }

    @Test(arguments: SchemaCase.recognized)
    func `the triggers of indexes are recognized`(schema: SchemaCase) throws {
        #expect(try SchemaTrust.judge(connection(schema.sql)) == .recognized)
    }

    @Test(arguments: SchemaCase.hostile)
    func `an unknown object is named`(schema: SchemaCase) throws {
        let (trust, expected) = (try SchemaTrust.judge(connection(schema.sql)), schema.reason)
        #expect(trust.reason?.contains(try #require(expected)) == true, "\(trust)")
    }

    @Test(arguments: [
        ("stemmer=pl", #"uses the tokenizer unicodesn with the argument "stemmer=pl""#),
        ("stopwordlist=a b", #"the argument "stopwordlist=a b", which is not supported"#),
        ("tokenchars=-", #"the argument "tokenchars=-", which is not supported"#),
        ("remove_diacritics=2", #"the argument "remove_diacritics=2", which"#),
    ])
    func `unsupported tokenizer options are reported with their index`(
        argument: String, reason: String
    ) throws {
        let connection = try connection("")
        try connection.becomeHostile(
            #"CREATE VIRTUAL TABLE "kv_default::x" USING fts4("a", tokenize=unicodesn "\#(argument)")"#,
            type: "table", name: "kv_default::x")
        let text = try #require(try SchemaTrust.judge(connection).reason)
        #expect(text.hasPrefix(#"the table "kv_default::x" "#) && text.contains(reason))
    }

    // Schemas that SQLite would never store, but reads from a file.
    static let forged = [
        ("CREATE TEMP TRIGGER t AFTER INSERT ON kv_default BEGIN SELECT 1; END", "trigger"),
        (
            "CREATE TRIGGER IF NOT EXISTS t AFTER INSERT ON kv_default BEGIN SELECT 1; END",
            "trigger"
        ),
        ("create/**/view t AS SELECT 1", "view"),
        ("CREATE VIEW \u{FEFF}t AS SELECT 1", "view"),
        ("CREATE VIEW t AS SELECT 1; CREATE TABLE x (a)", "view"),
    ]

    @Test(arguments: forged)
    func `unusual spellings are detected`(sql: String, type: String) throws {
        let connection = try connection("")
        try connection.becomeHostile(sql, type: type, name: "t")
        let trust = Result { try SchemaTrust.judge(connection) }
        switch trust {
        case .success(let trust): #expect(trust.reason != nil, "\(trust)")
        case .failure(let error): #expect((error as? QuireError)?.code == .corruptData)
        }
    }

    @Test func `everything created by Couchbase Lite is recognized`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let connection = try folder.sqlite("couchbase-made")
        try connection.applySettings(fullSync: false)
        #expect(try SchemaTrust.judge(connection) == .recognized)
    }

    @Test func `a database created by Quire needs no trust`() throws {
        let database = try folder.open()
        _ = try database.createCollection(name: "Inns", scope: "OldTown")
        try database.close()
        let connection = try folder.sqlite()
        try connection.applySettings(fullSync: false)
        #expect(try SchemaTrust.judge(connection) == .plain)
    }

    @Test(arguments: ["body -> 'a'", "json(body)"])
    func `a file with objects that SQLite considers unsafe is unreadable`(
        expression: String
    ) throws {
        let sql = "CREATE INDEX x ON kv_default (\(expression))"
        #expect(thrownCode { _ = try connection(sql) } == .corruptData)
    }

    @Test func `a name with terminal control characters is quoted in the reason`() throws {
        let connection = try connection("CREATE VIEW \"a\u{1B}[31m\n\" AS SELECT 1")
        #expect(
            try SchemaTrust.judge(connection)
                == .unrecognized(
                    reason: #"the view "a\u{1B}[31m\n" is not part of the format"#))
    }

    @Test func `a very long text is rejected without parsing`() throws {
        let spaces = String(repeating: " ", count: SQLTokenizer.longestText)
        let connection = try connection("CREATE TABLE x (a\(spaces))")
        #expect(try SchemaTrust.judge(connection).reason?.contains("bytes long") == true)
    }
}

extension SchemaTrust {
    var reason: String? {
        refusal
    }
}

extension SQLiteConnection {
    /// Writes an object into the schema table as an attacker would, and reloads the schema.
    func becomeHostile(
        _ sql: String, type: String, name: String, table: String? = nil
    ) throws {
        quire_sqlite3_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        try execute("PRAGMA writable_schema = ON", purpose: "test")
        let statement = try prepare(
            "INSERT INTO sqlite_master VALUES (?1, ?2, ?4, 0, ?3)", purpose: "test")
        try statement.bind(type, at: 1)
        try statement.bind(name, at: 2)
        try statement.bind(sql, at: 3)
        try statement.bind(table ?? name, at: 4)
        try statement.run()
        try execute("PRAGMA writable_schema = RESET", purpose: "test")
        quire_sqlite3_db_config_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    }
}
