import DatabaseTestSupport
import Fleece
import Quire
import Testing

@Suite struct ArrayIndexTests {
    let indexed: IndexedDatabase
    let collection: DocumentCollection

    init() throws {
        indexed = try IndexedDatabase()
        collection = try indexed.database.createCollection(name: "profiles")
        try collection.save(
            "a",
            #"{"contacts":[{"city":"Oslo","phones":["1","2"]},{"city":"Bergen","phones":[]},"x",null]}"#
        )
        try collection.save("b", #"{"contacts":{"k":{"city":"Bergen","phones":[{"n":3}]}}}"#)
        try collection.save("c", #"{"contacts":7}"#)
        try collection.save("d", "{}")
    }

    // Names used in Couchbase Lite's own tests.
    static let contacts = "bc89db8a20fe759bf161b84adf2294d9bfe0c88d"
    static let phones = "152b9815998e188eb99eb1612aafbb3ee6031535"

    @Test func `it has the same schema as in Couchbase Lite`() throws {
        try collection.createIndex(
            withName: "i",
            config: ArrayIndexConfiguration(path: "contacts[].phones", expressions: ["n", "a.b"]))
        let (outer, inner) = (Self.contacts, "\"\(Self.phones)\"")
        func table(_ name: String, _ parent: String) -> String {
            "CREATE TABLE \(name) (docid INTEGER NOT NULL REFERENCES \(parent)(rowid),  "
                + "i INTEGER NOT NULL, body BLOB NOT NULL,  CONSTRAINT pk PRIMARY KEY (docid, i))"
        }
        func trigger(_ name: String, _ event: String, _ rest: String) -> String {
            "CREATE TRIGGER \"\(name)\" \(event) ON \(rest); END"
        }
        func insertion(_ table: String, _ path: String) -> String {
            "BEGIN INSERT INTO \(table) (docid, i, body) SELECT new.rowid, _each.rowid, _each.value "
                + "FROM fl_each(new.body, '\(path)') AS _each "
        }
        func deletion(_ table: String) -> String {
            "BEGIN DELETE FROM \(table) WHERE docid = old.rowid"
        }
        let isOld = "\"kv_.profiles\" WHEN (old.flags & 1) = 0  "
        let isNew = "\"kv_.profiles\" WHEN (new.flags & 1) = 0  "
        #expect(
            try indexed.schema() == [
                table(outer, "\"kv_.profiles\""),
                trigger(outer + "::ins", "AFTER INSERT", isNew + insertion(outer, "contacts")),
                trigger(outer + "::del", "BEFORE DELETE", isOld + deletion(outer)),
                trigger(
                    outer + "::preupdate", "BEFORE UPDATE OF body, flags", isOld + deletion(outer)),
                trigger(
                    outer + "::postupdate", "AFTER UPDATE OF body, flags",
                    isNew + insertion(outer, "contacts")),
                table(inner, outer),
                trigger(
                    Self.phones + "::ins", "AFTER INSERT",
                    "\"\(outer)\"   " + insertion(inner, "phones")),
                trigger(
                    Self.phones + "::del", "BEFORE DELETE", "\"\(outer)\"   " + deletion(inner)),
                "CREATE INDEX i ON \(inner) "
                    + "(fl_unnested_value(body, 'n'), fl_unnested_value(body, 'a.b'))",
            ]
                && indexed.list() == [
                    "i|2|.profiles|=nn,a.b|NULL|kv_.profiles:unnest:contacts[].phones"
                ])
    }

    func items(_ table: String) throws -> [String] {
        try indexed.rows(
            """
            SELECT docid, i, fl_unnested_value(body), fl_unnested_value(body, 'city')
            FROM "\(table)" ORDER BY docid, i
            """
        ).map { $0.replacing(#/x'[0-9A-F]*'/#, with: "{}") }
    }

    @Test func `it contains the items of existing documents`() throws {
        try collection.createIndex(
            withName: "i", config: ArrayIndexConfiguration(path: "contacts", expressions: ["city"]))
        #expect(
            try items(Self.contacts) == [
                "1|0|{}|Oslo", "1|1|{}|Bergen", "1|2|x|NULL", "1|3|NULL|NULL", "2|0|{}|Bergen",
                "3|0|7|NULL",
            ])
    }

    @Test func `it contains the items of nested arrays`() throws {
        try collection.createIndex(
            withName: "i", config: ArrayIndexConfiguration(path: "contacts[].phones"))
        try collection.save("e", #"{"contacts":[{"phones":["5"]}]}"#)
        try collection.save("a", #"{"contacts":[{"phones":["6","7"]}]}"#)
        try collection.delete(id: "b", expecting: .any)
        #expect(
            try indexed.rows(
                """
                SELECT (SELECT key FROM "kv_.profiles" AS d WHERE d.rowid = o.docid),
                    fl_unnested_value(p.body)
                FROM "\(Self.phones)" AS p JOIN \(Self.contacts) AS o ON p.docid = o.rowid ORDER BY 1, 2
                """) == ["a|6", "a|7", "e|5"])
    }

    @Test func `deleting and recreating documents updates it`() throws {
        try collection.createIndex(withName: "i", config: ArrayIndexConfiguration(path: "contacts"))
        try collection.delete(id: "a", expecting: .any)
        try collection.purge(id: "b")
        try collection.save("a", #"{"contacts":["y"]}"#)
        #expect(
            try indexed.rows("SELECT fl_unnested_value(body) FROM \(Self.contacts) ORDER BY 1")
                == ["7", "y"])
    }

    @Test func `indexes on one path share its table`() throws {
        for (name, expressions) in [("i", nil), ("j", ["city"])] as [(String, [String]?)] {
            try collection.createIndex(
                withName: name,
                config: ArrayIndexConfiguration(path: "contacts", expressions: expressions))
        }
        try collection.createIndex(
            withName: "k", config: ArrayIndexConfiguration(path: "contacts[].phones"))
        try collection.deleteIndex(forName: "i")
        try collection.deleteIndex(forName: "j")
        let before = try indexed.schema().count
        try collection.save("e", #"{"contacts":[{"phones":["5"]}]}"#)
        try collection.deleteIndex(forName: "k")
        #expect(try before == 9 && indexed.schema() == [])
    }

    @Test func `it is recognized when the database is reopened`() throws {
        try collection.createIndex(
            withName: "i", config: ArrayIndexConfiguration(path: "contacts[].phones"))
        try indexed.database.close()
        let database = try indexed.folder.open()
        let collection = try #require(try database.collection(name: "profiles"))
        try collection.save("e", #"{"contacts":[{"phones":["5"]}]}"#)
        let version = try database.readSnapshot { try $0.sqlite.rows("PRAGMA schema_version") }
        try collection.createIndex(
            withName: "i", config: ArrayIndexConfiguration(path: "contacts[].phones"))
        let after = try database.readSnapshot { try $0.sqlite.rows("PRAGMA schema_version") }
        #expect(try collection.indexes() == ["i"] && version == after)
    }

    @Test func `its index is found for a search for an expression`() throws {
        try collection.createIndex(
            withName: "byCity",
            config: ArrayIndexConfiguration(path: "contacts", expressions: ["city"]))
        let plan = try indexed.rows(
            """
            EXPLAIN QUERY PLAN SELECT 1 FROM "kv_.profiles" AS d JOIN \(Self.contacts) AS c
                ON c.docid = d.rowid WHERE fl_unnested_value(c.body, 'city') = 'Bergen'
            """)
        #expect(plan.joined().contains("SEARCH c USING INDEX byCity"))
    }

    @Test(arguments: [
        ("", ["a"]), ("a[]", ["a"]), ("a.[]", ["a"]), ("[].a", ["a"]), ("a[]b", ["a"]),
        ("lower(a)", ["a"]), ("a", []), ("a", [""]), ("a", ["META().id"]), ("a', 'b", ["a"]),
    ])
    func `a path that is not an array of documents is rejected`(
        path: String, expressions: [String]
    ) throws {
        let code = thrownCode {
            try collection.createIndex(
                withName: "i", config: ArrayIndexConfiguration(path: path, expressions: expressions)
            )
        }
        #expect(
            try (code == .invalidQuery || code == .invalidParameter) && indexed.schema() == [])
    }

    @Test(arguments: ["`it's`", "`a.b`", "`a[0]`", "a[0]", "`ä\\b`", "A.bC"])
    func `a path of any property can be indexed`(path: String) throws {
        try collection.createIndex(
            withName: "i", config: ArrayIndexConfiguration(path: "\(path)[].x"))
        try collection.save(
            "z",
            #"{"it's":[{"x":1}],"a.b":[{"x":1}],"a[0]":[{"x":1}],"a":[[{"x":1}]],"ä\\b":[{"x":1}],"#
                + #""A":{"bC":[{"x":1}]}}"#)
        let table = try #require(
            try indexed.rows(
                "SELECT name FROM sqlite_master WHERE name GLOB '*::ins' ORDER BY rowid DESC"
            ).first?.dropLast(5))
        let rows = try indexed.rows("SELECT fl_unnested_value(body) FROM \"\(table)\"")
        try collection.deleteIndex(forName: "i")
        #expect(try rows == ["1"] && indexed.schema() == [])
    }
}
