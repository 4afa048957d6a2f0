import DatabaseTestSupport
import Fleece
import Quire
import Testing

@testable import QuireStore
@testable import QuireModels
@testable import QuireQuery

/// Local changes of documents with revision trees.
@Suite struct TreeDocumentTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    func open(_ schema: Int) throws -> DocumentCollection {
        try LegacyBundle(schema: schema).write(to: folder)
        return try folder.open().defaultCollection()
    }

    /// Returns the items of a row's `extra` as JSON, with data as base64; requires no external
    /// pointers.
    func extra(_ id: String, table: String = "kv_default") throws -> String? {
        let sqlite = try folder.sqlite()
        let keys = try InfoRow.sharedKeys.read(on: sqlite) ?? []
        let statement = try sqlite.prepare(
            "SELECT extra FROM \(table) WHERE key = '\(id)'", purpose: "test")
        guard try statement.step(), !statement.isNull(at: 0) else { return nil }
        let bytes = statement.bytes(at: 0)
        guard bytes.prefix(4) == [0, 0, 0, 0] else { return "no four zeros" }
        let sharedKeys = try keys.withUnsafeBytes { try SharedKeys(encoded: $0) }
        return try bytes[4...].withUnsafeBytes {
            try FleeceStorage(validating: $0, sharedKeys: sharedKeys)
        }.root?.json(.canonical)
    }

    func row(_ id: String, table: String = "kv_default") throws -> [String] {
        try folder.rows(
            """
            SELECT sequence, flags, hex(substr(version, 1, 1)), hex(substr(version, -1)), body,
            expiration FROM \(table) WHERE key = '\(id)'
            """)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `documents have the same contents as before`(schema: Int) throws {
        var read: [String] = []
        try open(schema).forEachRecord { record in
            read.append("\(record.id) \(record.revisionID) \(record.json ?? "")")
        }
        func digest(_ digits: String) -> String { String(repeating: digits, count: 20) }
        #expect(
            read == [
                "one 1-\(digest("11")) {\"name\":\"A\",\"rate\":1}",
                "two 2-\(digest("22")) {\"name\":\"B\",\"rate\":2}",
                "shared 2-\(digest("32")) {\"name\":\"C\",\"rate\":3}",
                "empty 1-\(digest("51")) {}",
            ])
    }

    // The extra of a document without remotes, composed by hand: an array of {"~": 21 bytes}.
    static func onlyTree(_ digit: String, generation: String = "01") -> String {
        "x'00000000" + "5F15\(generation)" + String(repeating: digit, count: 20) + "00"
            + "7001417E800E" + "60018004" + "8002'"
    }

    @Test(arguments: LegacyBundle.schemas)
    func `the history of a document lists its revision and the ancestors`(schema: Int) throws {
        let collection = try open(schema)
        for id in ["one", "two", "shared", "empty"] {
            let history = try #require(try collection.revisionHistory(of: id))
            let revisions = history.split(separator: ",").compactMap { RevisionID(String($0)) }
            let generations = history.split(separator: ",").compactMap {
                Int($0.prefix { $0 != "-" })
            }
            #expect(try revisions.first == collection.record(id: id)?.revisionID)
            #expect(generations == generations.sorted(by: >), "\(history)")
        }
    }

    @Test(arguments: LegacyBundle.schemas)
    func `a save creates a version vector and preserves the tree's revision`(schema: Int) throws {
        let collection = try open(schema)
        let saved = try collection.save("one", #"{"rate":7}"#)
        // The same fields in sequence: me, current.
        var version: [UInt8] = []
        VersionVector.encode(
            .init(time: saved.revisionID.timestamp, source: nil), followedBy: nil, into: &version)
        #expect(
            try folder.rows(
                "SELECT sequence, flags, version, body, expiration, extra FROM kv_default "
                    + "WHERE key = 'one'") == [
                    "9|0|x'\(version.hexadecimal)'|x'7001000100078003'|NULL|"
                        + Self.onlyTree("11")
                ])
    }

    @Test(arguments: LegacyBundle.schemas)
    func `unsaved documents are not changed`(schema: Int) throws {
        let collection = try open(schema)
        let sql = "SELECT * FROM kv_default WHERE key <> 'one'"
        let before = try folder.rows(sql)
        try collection.save("one", "{}")
        #expect(try folder.rows(sql) == before && before.count == 3)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `remote revisions are preserved, with properties where known`(schema: Int) throws {
        try open(schema).save("shared", "{}")
        let current = "AjIyMjIyMjIyMjIyMjIyMjIyMjIy"
        let parent = "ATExMTExMTExMTExMTExMTExMTEx"
        #expect(
            try extra("shared")
                == #"[{"~":"\#(current)"},{".":{"name":"C","rate":3},"@":"\#(current)"},null,"#
                + #"{".":{"name":"D","rate":4},"@":"\#(parent)"}]"#)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `a deletion moves the document and preserves the same`(schema: Int) throws {
        let collection = try open(schema)
        _ = try collection.delete(id: "one", expecting: .any)
        let rows = try folder.rows(
            "SELECT sequence, flags, body, extra FROM kv_del_default WHERE key = 'one'")
        #expect(try rows == ["9|1|NULL|\(Self.onlyTree("11"))"] && row("one") == [])
    }

    @Test(arguments: LegacyBundle.schemas)
    func `a deleted document with a tree can be created again`(schema: Int) throws {
        let collection = try open(schema)
        try collection.save("gone", "{}", expecting: .absent)
        let rows = try folder.rows(
            "SELECT sequence, flags, body, extra FROM kv_default WHERE key = 'gone'")
        #expect(
            try rows == ["9|0|x'7000'|\(Self.onlyTree("42", generation: "02"))"]
                && row("gone", table: "kv_del_default") == [])
    }

    @Test(arguments: LegacyBundle.schemas)
    func `a converted document supports all operations`(schema: Int) throws {
        var collection = try open(schema)
        try collection.save("shared", #"{"rate":1}"#)
        let first = try extra("shared")
        try collection.save("shared", #"{"rate":2}"#)
        let second = try extra("shared")
        _ = try collection.delete(id: "shared", expecting: .any)
        let third = try extra("shared", table: "kv_del_default")
        try collection.save("shared", #"{"rate":4}"#)
        try collection.database.close()
        collection = try folder.open().defaultCollection()
        try collection.save("shared", #"{"rate":5}"#)
        let last = try extra("shared")
        #expect(
            try first != nil && [second, third, last] == [first, first, first]
                && collection.json("shared") == #"{"rate":5}"# && collection.count == 4)
    }

    @Test func `the tree's revision can be the precondition of a change`() throws {
        let collection = try open(201)
        let revision = try #require(try collection.record(id: "two")?.revisionID)
        let old = try #require(RevisionID("1-" + String(repeating: "21", count: 20)))
        let code = thrownCode { try collection.save("two", "{}", expecting: .revision(old)) }
        let saved = try collection.save("two", "{}", expecting: .revision(revision))
        #expect(code == .conflict && saved.sequence == 9)
    }

    @Test
    func `a tombstone with a tree gets a new revision only if its current revision was expected`()
        throws
    {
        let collection = try open(400)
        let revision = try #require(RevisionID("2-" + String(repeating: "42", count: 20)))
        _ = try collection.delete(id: "gone", expecting: .revision(revision))
        let rows = try folder.rows(
            "SELECT sequence, flags, body, extra FROM kv_del_default WHERE key = 'gone'")
        #expect(rows == ["9|1|NULL|\(Self.onlyTree("42", generation: "02"))"])
    }

    @Test func `a document whose tree is missing keeps its revision`() throws {
        let collection = try open(502)
        try folder.sqlite().execute(
            "UPDATE kv_default SET extra = NULL WHERE key = 'one'", purpose: "test")
        try collection.save("one", "{}")
        #expect(
            try folder.rows("SELECT extra FROM kv_default WHERE key = 'one'")
                == [Self.onlyTree("11")])
    }

    @Test(arguments: ["extra = NULL", "flags = flags"])
    func `a tree revision marked as that of remote 1 is preserved as its revision`(
        sql: String
    ) throws {
        let collection = try open(502)
        try folder.sqlite().execute(
            "UPDATE kv_default SET \(sql), flags = 8 WHERE key = 'one'", purpose: "test")
        try collection.save("one", "{}")
        let revision = "ARERERERERERERERERERERERERER"
        #expect(
            try extra("one")
                == #"[{"~":"\#(revision)"},{".":{"name":"A","rate":1},"@":"\#(revision)"}]"#
                && row("one").first?.hasPrefix("9|0|") == true)
    }

    @Test func `the example of the format is written exactly`() throws {
        let collection = try open(502)
        let document = LegacyBundle.Document(
            id: "one", sequence: 1, body: [],
            records: [LegacyBundle.Record(id: [UInt8](hex: "01605EE4"), flags: 2)], remotes: [1, 0])
        try folder.sqlite().execute(
            """
            UPDATE kv_default SET version = x'01605EE4', body = x'7000',
            extra = x'\(document.extra.hexadecimal)' WHERE key = 'one'
            """, purpose: "test")
        try collection.save("one", "{}")
        let expected =
            "00000000" + "5401605EE400" + "7001417E8005" + "5401605EE400"
            + "7002412E700041408007" + "6002800C8007" + "8003"
        #expect(
            try folder.rows("SELECT extra FROM kv_default WHERE key = 'one'") == ["x'\(expected)'"])
    }

    // The flags of the revision of remote 2: in the item, and in the row.
    static let flags: [(record: UInt8, body: String, item: String, row: String)] = [
        (0x02, #"{"a":1}"#, "", "0"),
        (0x22, #"{"a":1}"#, #""&":2,"#, "2"),
        (0x03, #"{"a":1}"#, #""&":1,"#, "0"),
        (0x0A, #"{"a":{"@type":"blob"}}"#, #""&":4,"#, "4"),
        (0x2B, #"{"a":{"@type":"blob"}}"#, #""&":7,"#, "6"),
        (0x0A, #"{"a":1}"#, #""&":4,"#, "0"),
    ]

    @Test(arguments: flags)
    func `the flags of a preserved revision are preserved`(
        record: UInt8, body: String, item: String, row: String
    ) throws {
        let collection = try open(502)
        let writer = FleeceWriter()
        try JSONReader.read(body, into: writer)
        let branch = LegacyBundle.Record(
            id: [2, 9], flags: record, sequence: 1, body: try writer.finish())
        let document = LegacyBundle.Document(
            id: "one", sequence: 1, body: [],
            records: [LegacyBundle.Record(id: [1, 8], flags: 2), branch], remotes: [2, 1])
        try folder.sqlite().execute(
            """
            UPDATE kv_default SET version = x'0108', flags = 2,
            extra = x'\(document.extra.hexadecimal)' WHERE key = 'one'
            """, purpose: "test")
        let readable = try collection.json("one")
        try collection.save("one", "{}")
        #expect(
            try readable == #"{"name":"A","rate":1}"#
                && extra("one") == #"[{"~":"AQg="},null,{\#(item)".":\#(body),"@":"Agk="}]"#
                && folder.rows("SELECT flags FROM kv_default WHERE key = 'one'") == [row])
    }

    // A tree, or the body of a remote revision, that cannot be preserved.
    static let damages = [
        "extra = x'00'", "extra = x'00000000'", "extra = x'0000001EFFFF0215'",
        "extra = substr(extra, 1, length(extra) - 1)", "body = x'FFFF'", "body = x'6000'",
        // The shared key 9, which is not in the table.
        "body = x'7001000900018003'",
    ]

    @Test(arguments: damages)
    func `revisions that cannot be preserved are an error, and nothing changes`(sql: String) throws
    {
        let collection = try open(502)
        try folder.sqlite().execute(
            "UPDATE kv_default SET \(sql) WHERE key = 'shared'", purpose: "test")
        let all = "SELECT * FROM kv_default UNION ALL SELECT *, 1, 1, 1, 1 FROM kvmeta"
        let before = try folder.rows(all)
        let errors = [
            thrownError { try collection.save("shared", "{}") },
            thrownError { _ = try collection.delete(id: "shared", expecting: .any) },
        ]
        let areRight = errors.allSatisfy {
            $0?.code == .corruptRevisionData && $0?.message.contains("\"shared\"") == true
        }
        #expect(try areRight && folder.rows(all) == before)
    }
}
