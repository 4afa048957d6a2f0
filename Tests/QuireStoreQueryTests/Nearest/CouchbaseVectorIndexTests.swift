import DatabaseTestSupport
import Quire
import Testing

/// Files with an index of vectors that Couchbase Lite's extension created, which Quire cannot read.
@Suite struct CouchbaseVectorIndexTests {
    /// Creates a database with indexes, named like those of Couchbase Lite.
    private func makeDatabase(
        indexes names: [String] = ["words_index"], schema: Int? = nil
    ) throws -> StoreFolder {
        let folder = try StoreFolder()
        let database = try folder.open()
        let words = try database.createCollection(name: "words")
        try words.save("word1", #"{"word": "a", "vector": [1, 2]}"#)
        try words.createIndex(withName: "byWord", config: ValueIndexConfiguration(["word"]))
        try database.close()
        if let schema {
            let columns = schema < 501 ? ["whereClause", "lastSeq"] : ["whereClause"]
            let removals = columns.map { "ALTER TABLE indexes DROP COLUMN \($0); " }.joined()
            try folder.execute(
                removals + "PRAGMA user_version = \(schema)", purpose: "imitate an old database")
        }
        let script = names.map(Self.script).joined()
        try folder.execute(script, purpose: "imitate an index of vectors")
        return folder
    }

    private static func script(_ name: String) -> String {
        let table = "kv_.words:vector:\(name)"
        return """
            INSERT INTO indexes (name, type, keyStore, expression, indexTableName) \
            VALUES ('\(name)', 4, '.words', '=n vector', '\(table)'); \
            CREATE TABLE "\(table)_centroids" (id INTEGER PRIMARY KEY, data BLOB); \
            CREATE TABLE "\(table)_buckets" (id INTEGER PRIMARY KEY, data BLOB); \
            CREATE TRIGGER "\(table)::ins" AFTER INSERT ON "kv_.words" BEGIN \
            INSERT INTO "\(table)_buckets" (id, data) VALUES (new.rowid, x''); END; \
            CREATE TRIGGER "\(table)::del" AFTER DELETE ON "kv_.words" BEGIN \
            DELETE FROM "\(table)_buckets" WHERE id = old.rowid; END; \
            PRAGMA writable_schema = ON; \
            INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES \
            ('table', '\(table)', '\(table)', 0, 'CREATE VIRTUAL TABLE "\(table)" \
            USING vectorsearch(dimensions=2,metric=euclidean2,clustering=flat8,encoding=SQ8)'); \
            PRAGMA writable_schema = OFF;
            """
    }

    @Test func `such a database is read and not written`() throws {
        let folder = try makeDatabase()
        defer { withExtendedLifetime(folder) {} }
        let words = try #require(try folder.open().collection(name: "words"))
        let names = try words.indexes()
        #expect(
            try names == ["byWord", "words_index"] && words.document(id: "word1") != nil
                && thrownCode { try words.save("word2", "{}") } == .notWriteable)
    }

    @Test(arguments: [500, 501, 502])
    func `a database of an earlier schema is upgraded, and its index can be deleted`(
        schema: Int
    ) throws {
        let folder = try makeDatabase(schema: schema)
        let words = try #require(try folder.open().collection(name: "words"))
        let refusal = thrownCode { try words.save("word2", "{}") }
        try words.deleteIndex(forName: "words_index")
        try words.save("word2", "{}")
        #expect(
            try refusal == .notWriteable && words.indexes() == ["byWord"]
                && words.document(id: "word1") != nil
                && folder.rows("PRAGMA user_version") == ["503"])
    }

    @Test func `an unknown trigger on the table of such an index prevents an upgrade`() throws {
        let folder = try makeDatabase(schema: 500)
        try folder.execute(
            """
            CREATE TRIGGER other AFTER INSERT ON "kv_.words:vector:words_index_buckets" BEGIN \
            DELETE FROM "kv_.words"; END
            """, purpose: "add a trigger")
        #expect(thrownCode { _ = try folder.open() } == .cantUpgradeDatabase)
    }

    @Test func `deleting the index makes the database writable`() throws {
        let folder = try makeDatabase()
        let words = try #require(try folder.open().collection(name: "words"))
        try words.deleteIndex(forName: "words_index")
        try words.save("word2", #"{"word": "b"}"#)
        #expect(
            try words.indexes() == ["byWord"] && words.count == 2
                && folder.rows(
                    "SELECT name FROM sqlite_master WHERE name LIKE '%vector%'"
                ).isEmpty)
    }

    @Test func `a file without the index has no damage and is opened again`() throws {
        let folder = try makeDatabase()
        let database = try folder.open()
        try #require(try database.collection(name: "words")).deleteIndex(forName: "words_index")
        try database.close()
        let again = try folder.open()
        try #require(try again.collection(name: "words")).save("word2", "{}")
        #expect(
            try again.readSnapshot { try $0.sqlite.rows("PRAGMA integrity_check") } == ["ok"])
    }

    @Test func `deleting one of several indexes keeps the tables of the others`() throws {
        let folder = try makeDatabase(indexes: ["a", "a_b", "c"])
        let words = try #require(try folder.open().collection(name: "words"))
        try words.deleteIndex(forName: "a")
        #expect(
            try folder.rows(
                "SELECT name FROM sqlite_master WHERE name LIKE '%vector%' AND type = 'table' ORDER BY 1"
            ) == [
                "kv_.words:vector:a_b", "kv_.words:vector:a_b_buckets",
                "kv_.words:vector:a_b_centroids", "kv_.words:vector:c",
                "kv_.words:vector:c_buckets", "kv_.words:vector:c_centroids",
            ])
        #expect(thrownCode { try words.save("word2", "{}") } == .notWriteable)
        for name in ["c", "a_b"] { try words.deleteIndex(forName: name) }
        try words.save("word2", "{}")
        #expect(try words.indexes() == ["byWord"])
    }

    @Test func `the index is replaced by one of Quire after it was deleted`() throws {
        let folder = try makeDatabase()
        defer { withExtendedLifetime(folder) {} }
        let words = try #require(try folder.open().collection(name: "words"))
        let index = NearestIndexConfiguration("vector", dimensions: 2)
        let refusal = thrownCode { try words.createIndex(withName: "words_index", config: index) }
        try words.deleteIndex(forName: "words_index")
        try words.createIndex(withName: "words_index", config: index)
        #expect(
            try refusal == .notWriteable
                && words.nearestIndexStatus(named: "words_index")?.indexedCount == 1)
    }
}
