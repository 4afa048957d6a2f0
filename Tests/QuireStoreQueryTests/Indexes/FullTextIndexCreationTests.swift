import CouchbaseLiteSwift
import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite struct FullTextIndexCreationTests {
    let indexed: IndexedDatabase
    var collection: DocumentCollection { indexed.collection }

    init() throws {
        indexed = try IndexedDatabase()
        for (id, json) in [
            ("a", #"{"type":"hotel","name":"Two Cats","text":"Cafés for the running"}"#),
            ("b", #"{"type":"inn","name":"The Café","text":["cat","dogs"]}"#), ("c", "{}"),
        ] { try collection.save(id, json) }
    }

    func matches(_ words: String, in name: String = "i") throws -> [String] {
        let table = SQLIdentifier(collection.tables.markedName(ofIndex: name)).quoted.string
        return try indexed.rows(
            """
            SELECT key FROM kv_default WHERE rowid IN
                (SELECT docid FROM \(table) WHERE \(table) MATCH '\(words)') ORDER BY key
            """)
    }

    @Test(arguments: ["byText", "by text", "BYTEXT"])
    func `a query whose index was deleted throws an error that says so`(name: String) throws {
        try collection.createIndex(
            withName: name, config: FullTextIndexConfiguration(["text"], language: ""))
        let query = try indexed.database.createQuery(
            QuerySource(verbatim: "SELECT text FROM _ WHERE MATCH(`\(name)`, 'x')"))
        try collection.deleteIndex(forName: name)
        let error = #expect(throws: QuireError.self) { _ = try query.execute() }
        #expect(error?.code == .missingIndex && error?.message.contains(name) == true)
    }

    @Test func `it has the same schema as in Couchbase Lite`() throws {
        try collection.createIndex(
            withName: "byText",
            config: FullTextIndexConfiguration(
                ["text"], where: "type = 'hotel'", ignoreAccents: true, language: ""))
        let table = #""kv_default::by\Text""#
        let insertion = """
            INSERT INTO \(table) (docid, "text") VALUES (new.rowid, fl_fts_value(new.body, 'text'))
            """
        func trigger(_ suffix: String, _ event: String, _ row: String, _ body: String) -> String {
            #"CREATE TRIGGER "kv_default::by\Text::\#(suffix)" \#(event) ON "kv_default" "#
                + "WHEN fl_value(\(row).body, 'type') = 'hotel'  BEGIN \(body); END"
        }
        let deletion = "DELETE FROM \(table) WHERE docid = old.rowid"
        #expect(
            try indexed.schema() == [
                #"CREATE VIRTUAL TABLE \#(table) USING fts4("text", tokenize=unicodesn)"#,
                trigger("ins", "AFTER INSERT", "new", insertion),
                trigger("del", "AFTER DELETE", "old", deletion),
                trigger("preupdate", "BEFORE UPDATE OF body", "old", deletion),
                trigger("postupdate", "AFTER UPDATE OF body", "new", insertion),
            ]
                && indexed.list() == [
                    #"byText|1|default|=ntext|type = 'hotel'|kv_default::by\Text"#
                ])
    }

    @Test func `an identical index made by Couchbase Lite is recognized`() throws {
        let folder = try StoreFolder()
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        let collection = try database.defaultCollection()
        let before = try database.readSnapshot { try $0.sqlite.rows("PRAGMA schema_version") }
        try collection.createIndex(
            withName: "byDescription",
            config: FullTextIndexConfiguration(["description"], ignoreAccents: true, language: ""))
        try collection.createIndex(
            withName: "byTypeRate", config: ValueIndexConfiguration(["type", "room_rate"]))
        let after = try database.readSnapshot { try $0.sqlite.rows("PRAGMA schema_version") }
        #expect(
            try before == after && collection.indexes() == ["byDescription", "byTypeRate"])
    }

    static let tokenizers: [(language: String, ignoresAccents: Bool, arguments: String)] = [
        ("", true, ""), ("", false, #" "remove_diacritics=0""#),
        ("en", true, #" "stopwords=en" "stemmer=en""#),
        ("en_GB", true, #" "stopwords=en" "stemmer=en""#),
        ("EN-gb", true, #" "stopwords=en" "stemmer=en""#),
        ("fr", false, #" "stopwords=fr" "stemmer=fr" "remove_diacritics=0""#),
        ("no", true, #" "stopwords=no" "stemmer=no""#), ("nb", true, #" "stopwords=nb""#),
        ("german", true, #" "stopwords=german" "stemmer=german""#),
        ("pl", true, #" "stopwords=pl""#),
    ]

    @Test(arguments: tokenizers)
    func `the language is passed to the tokenizer`(
        language: String, ignoresAccents: Bool, arguments: String
    ) throws {
        try collection.built.createIndex(
            IndexBuilder.fullTextIndex(items: .property("name"), .property("text"))
                .language(language).ignoreAccents(ignoresAccents), name: "i")
        let sql = #"CREATE VIRTUAL TABLE "kv_default::i" USING fts4("name", "text", "#
        #expect(try indexed.schema().first == "\(sql)tokenize=unicodesn\(arguments))")
    }

    @Test func `the default language is that of the locale`() throws {
        let code = try #require(Locale.current.language.languageCode?.identifier)
        try collection.createIndex(withName: "i", config: FullTextIndexConfiguration(["text"]))
        #expect(try indexed.schema().first?.contains("\"stopwords=\(code)\"") == true)
    }

    static let searches: [(words: String, language: String, accents: Bool, ids: [String])] = [
        ("cat", "en", false, ["a", "b"]), ("cat", "", false, ["b"]), ("dog", "en", false, ["b"]),
        ("run", "en", false, ["a"]), ("cafe", "en", false, ["a", "b"]), ("cafe", "en", true, []),
        ("café", "en", true, ["a", "b"]), ("the", "en", false, []), ("the", "", false, ["a", "b"]),
        ("text:cats", "en", false, ["b"]), ("name:cats text:run", "en", false, ["a"]),
    ]

    @Test(arguments: searches)
    func `words are found in existing documents`(
        words: String, language: String, accents: Bool, ids: [String]
    ) throws {
        try collection.createIndex(
            withName: "i",
            config: FullTextIndexConfiguration(
                ["name", "text"], ignoreAccents: !accents, language: language))
        #expect(try matches(words) == ids)
    }

    @Test(arguments: searches)
    func `words are found in documents added later`(
        words: String, language: String, accents: Bool, ids: [String]
    ) throws {
        let documents = try ["a", "b", "c"].map { ($0, try #require(try collection.json($0))) }
        for (id, _) in documents { try collection.delete(id: id, expecting: .any) }
        try collection.createIndex(
            withName: "i",
            config: FullTextIndexConfiguration(
                ["name", "text"], ignoreAccents: !accents, language: language))
        for (id, json) in documents { try collection.save(id, json) }
        #expect(try matches(words) == ids)
    }

    @Test func `documents are added and removed according to the index's condition`() throws {
        try collection.createIndex(
            withName: "i",
            config: FullTextIndexConfiguration(["name"], where: "type = 'hotel'", language: "en"))
        let before = try matches("café OR cat")
        try collection.save("a", #"{"type":"inn","name":"Two Cats"}"#)
        try collection.save("b", #"{"type":"hotel","name":"The Cafe"}"#)
        #expect(try before == ["a"] && matches("cafe OR cat") == ["b"])
    }

    @Test(arguments: [["lower(name)"], ["docid"], ["RowID"], ["name", "name"], ["'x'"], ["*"], []])
    func `an expression that is not a property is rejected`(expressions: [String]) throws {
        let error = thrownError {
            try collection.createIndex(
                withName: "i", config: FullTextIndexConfiguration(expressions))
        }
        #expect(try error != nil && collection.indexes() == [])
    }

    @Test(arguments: ["english!", "x\" y", "e n"])
    func `an unsupported language is rejected`(language: String) throws {
        let code = thrownCode {
            try collection.createIndex(
                withName: "i", config: FullTextIndexConfiguration(["a"], language: language))
        }
        #expect(code == .invalidParameter)
    }

    @Test(arguments: ["`a\"b`", "`a'b`", "`a=b`", "`tokenize=x`", "`a, b`", "`ä`", "a.b[0]"])
    func `a property of any name can be indexed, or is an error`(property: String) throws {
        let error = thrownError {
            try collection.createIndex(
                withName: "i", config: FullTextIndexConfiguration([property]))
        }
        try collection.save("d", #"{"a\"b":"x","a'b":"x","a, b":"x","ä":"x","a":{"b":["x"]}}"#)
        #expect(try error?.code == .invalidQuery || matches("x") == ["d"])
    }

    @Test
    func `deleting an index with another tokenizer makes the database writable`() throws {
        try indexed.database.close()
        let sqlite = try indexed.folder.sqlite()
        try sqlite.applySettings(fullSync: false)
        try sqlite.execute(
            """
            CREATE TABLE indexes (name TEXT PRIMARY KEY, type INTEGER NOT NULL, \
            keyStore TEXT NOT NULL, expression TEXT, whereClause TEXT, indexTableName TEXT, \
            lastSeq TEXT);
            INSERT INTO indexes VALUES ('i', 1, 'default', '=nname', NULL, 'kv_default::i', NULL);
            CREATE VIRTUAL TABLE "kv_default::i" USING fts4("name", tokenize=unicodesn "stemmer=pl");
            CREATE TRIGGER "kv_default::i::ins" AFTER INSERT ON "kv_default"   BEGIN INSERT INTO \
            "kv_default::i" (docid, "name") VALUES (new.rowid, fl_fts_value(new.body, 'name')); END
            """, purpose: "test")
        sqlite.close()
        let collection = try indexed.folder.open().defaultCollection()
        let before = thrownError { try collection.save("x", "{}") }
        try collection.deleteIndex(forName: "none")
        let between = thrownCode { try collection.save("x", "{}") }
        try collection.deleteIndex(forName: "i")
        try collection.save("x", "{}")
        #expect(
            before?.code == .notWriteable && before?.message.contains("stemmer=pl") == true
                && between == .notWriteable)
    }
}
