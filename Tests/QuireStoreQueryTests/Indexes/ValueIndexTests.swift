import CouchbaseLiteSwift
import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStoreQuery

@Suite struct ValueIndexTests {
    let indexed: IndexedDatabase
    var collection: DocumentCollection { indexed.collection }

    init() throws {
        indexed = try IndexedDatabase()
    }

    // The schemas are identical to Couchbase Lite's if it supports the expression.
    static let forms: [(configuration: ValueIndexConfiguration, sql: String, row: String)] = [
        (
            ValueIndexConfiguration(["type", "room_rate"]),
            "CREATE INDEX i ON kv_default (fl_value(body, 'type'), fl_value(body, 'room_rate'))",
            "i|0|default|=ntype, room_rate|NULL|NULL"
        ),
        (
            ValueIndexConfiguration(["address.city"], where: "type = 'hotel'"),
            "CREATE INDEX i ON kv_default (fl_value(body, 'address.city')) "
                + "WHERE fl_value(body, 'type') = 'hotel'",
            "i|0|default|=naddress.city|type = 'hotel'|NULL"
        ),
        (
            ValueIndexConfiguration(["META().id", "a[0]", "`b.c`"]),
            "CREATE INDEX i ON kv_default (key, fl_value(body, 'a[0]'), fl_value(body, 'b\\.c'))",
            "i|0|default|=nMETA().id, a[0], `b.c`|NULL|NULL"
        ),
        (
            ValueIndexConfiguration(["a"], where: "a > -1.5 AND b != 'it''s ?' OR c IS VALUED"),
            "CREATE INDEX i ON kv_default (fl_value(body, 'a')) WHERE "
                + "((fl_value(body, 'a') > -1.5) AND (fl_value(body, 'b') != 'it''s ?')) "
                + "OR ifnull(fl_value(body, 'c') != x'', 0)",
            "i|0|default|=na|a > -1.5 AND b != 'it''s ?' OR c IS VALUED|NULL"
        ),
        (
            ValueIndexConfiguration(["a + 1", "CASE WHEN b THEN 2 ELSE 'x' END"]),
            "CREATE INDEX i ON kv_default (fl_value(body, 'a') + 1, "
                + "CASE WHEN fl_value(body, 'b') THEN 2 ELSE 'x' END)",
            "i|0|default|=na + 1, CASE WHEN b THEN 2 ELSE 'x' END|NULL|NULL"
        ),
    ]

    @Test(arguments: forms.indices)
    func `it has the schema of the file format`(index: Int) throws {
        let (configuration, sql, row) = Self.forms[index]
        try collection.createIndex(withName: "i", config: configuration)
        #expect(try indexed.schema() == [sql] && indexed.list() == [row])
    }

    @Test func `a builder creates the same index`() throws {
        try collection.built.createIndex(
            IndexBuilder.valueIndex(items: .property("type"), .property("address.city")), name: "i")
        try collection.createIndex(
            withName: "i", config: ValueIndexConfiguration(["type", "address.city"]))
        #expect(
            try indexed.list() == ["i|0|default|=ntype, address.city|NULL|NULL"])
    }

    static let wrong: [(ValueIndexConfiguration, QuireError.Code)] = [
        (ValueIndexConfiguration([]), .invalidParameter),
        (ValueIndexConfiguration([""]), .invalidQuery),
        (ValueIndexConfiguration(["a b"]), .invalidQuery),
        (ValueIndexConfiguration(["a); DROP TABLE kv_default; --"]), .invalidQuery),
        (ValueIndexConfiguration(["a = $p"]), .invalidQuery),
        (ValueIndexConfiguration(["nofunction(a)"]), .invalidQuery),
        (ValueIndexConfiguration(["META().revisionID"]), .invalidQuery),
        (ValueIndexConfiguration(["a = 'x\0y'"]), .invalidQuery),
        (ValueIndexConfiguration(["a"], where: "b ="), .invalidQuery),
        (ValueIndexConfiguration(["a"], where: "b = $p"), .invalidQuery),
    ]

    @Test(arguments: wrong.indices)
    func `an unsupported expression is an error and changes nothing`(index: Int) throws {
        let (configuration, code) = Self.wrong[index]
        let thrown = thrownCode {
            try collection.createIndex(withName: "i", config: configuration)
        }
        try collection.save("a", "{}")
        #expect(try thrown == code && collection.indexes() == [] && indexed.schema() == [])
    }

    @Test(arguments: ["", "a\"b", "a\0b"])
    func `a name that the format forbids is rejected`(name: String) {
        #expect(thrownCode { try collection.createValueIndex(name, "a") } == .invalidParameter)
    }

    @Test(arguments: [
        "order", "with space", "x\" ON".replacing("\"", with: "'"), "Ünïcode", "a.b;--",
        "new\nline",
        "sqlite_autoindex", "kv_default", "KV_x", "kv_default::x", "indexes", "back\\Slash\\slash",
        "\\", "A\\", "[x]", "`x`", "1", "i'); DROP TABLE kv_default; --",
    ])
    func `any other name is accepted`(name: String) throws {
        try collection.createValueIndex(name, "a")
        try collection.createIndex(
            withName: name + "2", config: FullTextIndexConfiguration(["a"], language: ""))
        try collection.save("x", #"{"a":"word"}"#)
        try indexed.database.close()
        let collection = try indexed.folder.open().defaultCollection()
        let names = try collection.indexes()
        try collection.save("y", #"{"a":"word"}"#)
        try collection.deleteIndex(forName: name)
        try collection.deleteIndex(forName: name + "2")
        #expect(try Set(names) == [name, name + "2"] && collection.indexes() == [])
    }

    @Test func `creating an identical index does nothing, and a different one replaces it`() throws
    {
        try collection.createValueIndex("i", "a")
        let before = try indexed.rows("PRAGMA schema_version")
        try collection.createValueIndex("i", "a")
        let after = try indexed.rows("PRAGMA schema_version")
        try collection.createValueIndex("i", "b")
        #expect(
            try before == after && collection.indexes() == ["i"]
                && indexed.schema() == ["CREATE INDEX i ON kv_default (fl_value(body, 'b'))"])
    }

    @Test func `an index of one kind can replace one of another`() throws {
        try collection.createValueIndex("i", "a")
        try collection.createIndex(withName: "i", config: FullTextIndexConfiguration(["a"]))
        try collection.createIndex(withName: "i", config: ArrayIndexConfiguration(path: "a"))
        try collection.createValueIndex("i", "a")
        #expect(
            try indexed.list() == ["i|0|default|=na|NULL|NULL"] && indexed.schema().count == 1)
    }

    @Test func `deleting a missing index does nothing`() throws {
        try collection.deleteIndex(forName: "i")
        try collection.createValueIndex("i", "a")
        try collection.deleteIndex(forName: "j")
        try collection.deleteIndex(forName: "i")
        try collection.deleteIndex(forName: "i")
        #expect(try collection.indexes() == [] && indexed.schema() == [])
    }

    @Test func `the names are listed in order, and each can be looked up`() throws {
        for name in ["b", "B", "a"] { try collection.createValueIndex(name, "x") }
        #expect(
            try collection.indexes() == ["B", "a", "b"]
                && collection.index(withName: "B")
                    == QueryIndex(collection: collection, name: "B")
                && collection.index(withName: "c") == nil)
    }

    @Test func `different collections can have indexes with the same name`() throws {
        let others = try ["Inns", "inns", "other"].map {
            try indexed.database.createCollection(name: $0)
        }
        for (number, each) in ([collection] + others).enumerated() {
            try each.createValueIndex("byName", "name\(number)")
        }
        try others[0].deleteIndex(forName: "byName")
        #expect(
            try indexed.rows("SELECT name, keyStore FROM indexes ORDER BY 2") == [
                "kv_.inns::by\\Name|.inns", "kv_.other::by\\Name|.other", "byName|default",
            ] && collection.indexes() == ["byName"] && others[0].indexes() == []
                && others[1].indexes() == ["byName"])
    }

    @Test func `deleting a collection deletes its indexes`() throws {
        let inns = try indexed.database.createCollection(name: "Inns", scope: "Old")
        try inns.createValueIndex("value", "a")
        try inns.createIndex(withName: "text", config: FullTextIndexConfiguration(["a"]))
        try inns.createIndex(
            withName: "array", config: ArrayIndexConfiguration(path: "a[].b", expressions: ["c"]))
        try inns.save("x", #"{"a":[{"b":[{"c":1}]}]}"#)
        try indexed.database.deleteCollection(name: "Inns", scope: "Old")
        let codes = [
            thrownCode { _ = try inns.indexes() },
            thrownCode { try inns.createValueIndex("value", "a") },
        ]
        #expect(
            try indexed.schema() == [] && indexed.list() == [] && codes == [.notOpen, .notOpen])
    }

    @Test func `an index created in a transaction that fails does not exist`() throws {
        struct Failure: Error {}
        try? indexed.database.inBatch {
            try collection.createIndex(withName: "text", config: FullTextIndexConfiguration(["a"]))
            try collection.save("x", #"{"a":"word"}"#)
            throw Failure()
        }
        try collection.save("y", #"{"a":"word"}"#)
        #expect(try collection.indexes() == [] && collection.count == 1)
    }

    @Test func `an index deleted in a nested transaction that fails is still kept current`()
        throws
    {
        struct Failure: Error {}
        try collection.createIndex(withName: "text", config: FullTextIndexConfiguration(["a"]))
        try indexed.database.inBatch {
            try? indexed.database.inBatch {
                try collection.deleteIndex(forName: "text")
                throw Failure()
            }
            try collection.save("x", #"{"a":"word"}"#)
        }
        #expect(
            try indexed.rows(#"SELECT docid FROM "kv_default::text" WHERE a MATCH 'word'"#) == ["1"]
        )
    }

    @Test func `in-memory databases support indexes`() throws {
        let database = try Database(inMemoryNamed: "m")
        let collection = try database.defaultCollection()
        try collection.createIndex(withName: "text", config: FullTextIndexConfiguration(["a"]))
        try collection.save("x", #"{"a":"word"}"#)
        #expect(try collection.indexes() == ["text"])
    }

    @Test func `a closed database has no indexes`() throws {
        try indexed.database.close()
        #expect(
            thrownCode { _ = try collection.indexes() } == .notOpen
                && thrownCode { try collection.deleteIndex(forName: "i") } == .notOpen
                && thrownCode { try collection.createValueIndex("i", "a") } == .notOpen)
    }
}
