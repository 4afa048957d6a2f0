import DatabaseTestSupport
import Fleece
import Quire
import Testing

/// Local changes of documents with version vectors that a replicator has synchronized.
@Suite struct RemoteRevisionsTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    static let version = "00CA8899ABC0BA0C80"

    // A document that was replicated and then edited, as written by Couchbase Lite:
    //
    // body   0: 44 "Oslo"   6: 7003 {city: → 0, stars: 3, open: true}   20: the root, 14 back
    // extra  0: four zero bytes
    //        4: 7001 {".": C00C, a pointer out of the column to the body's dictionary}
    //       10: "nineteen characters", 32: "twenty-six characters long"
    //       60: 7003 {city: → 10, stars: → 32, open: 7}   74: nine bytes of data
    //       84: 7002 {".": → 60, "@": → 74}   94: [→ 4, → 84]   100: the root, 6 back
    static let body = "444F736C6F00" + "7003000080050001000300023800" + "8007"
    static let extra =
        "00000000" + "7001412EC00C"
        + "4F13" + Array("nineteen characters".utf8).hexadecimal + "00"
        + "4F1A" + Array("twenty-six characters long".utf8).hexadecimal
        + "70030000801B0001801200020007" + "59\(version)" + "7002412E800E41408009"
        + "6002802E8007" + "8003"
    static let remote =
        #"{".":{"city":"nineteen characters","open":7,"stars":"twenty-six characters long"},"#
        + #""@":"AMqImavAugyA"}"#

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
        // Assigns the numbers 0, 1 and 2 to the keys city, stars and open.
        try collection.save("a", #"{"city":"x","stars":1,"open":true}"#)
    }

    func set(_ sql: String) throws {
        try folder.sqlite().execute("UPDATE kv_default SET \(sql)", purpose: "test")
    }

    func setExample() throws {
        try set("body = x'\(Self.body)', extra = x'\(Self.extra)', version = x'\(Self.version)'")
    }

    func extra(_ table: String = "kv_default") throws -> String? {
        let sqlite = try folder.sqlite()
        defer { withExtendedLifetime(sqlite) {} }
        let statement = try sqlite.prepare("SELECT extra, body FROM \(table)", purpose: "test")
        guard try statement.step(), !statement.isNull(at: 0) else { return nil }
        let bytes = statement.bytes(at: 0)
        guard bytes.prefix(4) == [0, 0, 0, 0] else { return "no four zeros" }
        // Read without the body, because it must be self-contained.
        return try bytes[4...].withUnsafeBytes {
            try FleeceStorage(validating: $0, sharedKeys: keys())
        }.root?.json(.canonical)
    }

    func keys() throws -> SharedKeys {
        let encoded = try InfoRow.sharedKeys.read(on: folder.sqlite()) ?? []
        return try encoded.withUnsafeBytes { try SharedKeys(encoded: $0) }
    }

    @Test func `the example of the format can be read`() throws {
        try setExample()
        #expect(try collection.json("a") == #"{"city":"Oslo","open":true,"stars":3}"#)
    }

    @Test func `a save preserves the remote revision and records the current one`() throws {
        try setExample()
        try collection.save("a", #"{"city":"Bergen"}"#)
        #expect(
            try extra() == #"[{".":{"city":"Bergen"}},\#(Self.remote)]"#
                && collection.json("a") == #"{"city":"Bergen"}"#)
    }

    @Test func `a deletion and a new save preserve it too`() throws {
        try setExample()
        _ = try collection.delete(id: "a", expecting: .any)
        let dead = try extra("kv_del_default")
        try collection.save("a", #"{"city":"Bergen"}"#)
        #expect(
            try dead == "[{},\(Self.remote)]"
                && extra() == #"[{".":{"city":"Bergen"}},\#(Self.remote)]"#)
    }

    @Test func `repeated saves preserve it without growth`() throws {
        try setExample()
        try collection.save("a", "{}")
        let sizes = try (0..<20).map { _ in
            try collection.save("a", "{}")
            return try folder.rows("SELECT length(extra) FROM kv_default")
        }
        #expect(try Set(sizes).count == 1 && extra() == #"[{".":{}},\#(Self.remote)]"#)
    }

    @Test func `new keys of a preserved revision get shared keys that are stored`() throws {
        // {"@": data, ".": {"fresh": 1}} with the key as a string.
        let writer = FleeceWriter()
        try JSONReader.read(#"[{},{".":{"fresh":1}}]"#, into: writer)
        let items = try writer.finish()
        try set("extra = x'00000000\(items.hexadecimal)'")
        try collection.save("a", "{}")
        #expect(
            try keys().number(for: "fresh") == 3 && extra() == #"[{".":{}},{".":{"fresh":1}}]"#)
    }

    @Test func `other values in item 0 are preserved, and a converted tree gets no properties`()
        throws
    {
        let writer = FleeceWriter()
        try JSONReader.read(#"[{"~":"x","more":[1]},null]"#, into: writer)
        try set("extra = x'00000000\(try writer.finish().hexadecimal)'")
        try collection.save("a", #"{"city":"Bergen"}"#)
        #expect(try extra() == #"[{"more":[1],"~":"x"},null]"#)
    }

    // The flags and body of the row; the resulting item, and the flags of the new row.
    static let synced: [(flags: Int, body: String, item: String, row: String)] = [
        (8, "x'7000'", #"{".":{},"@":"AMqImavAugyA"}"#, "0"),
        (8, "NULL", #"{".":{},"@":"AMqImavAugyA"}"#, "0"),
        (8, "x'\(body)'", #"{".":{"city":"Oslo","open":true,"stars":3},"@":"AMqImavAugyA"}"#, "0"),
        (9, "NULL", #"{"&":1,"@":"AMqImavAugyA"}"#, "0"),
        (10, "NULL", #"{".":{},"@":"AMqImavAugyA"}"#, "2"),
        // A key `@type` with the value `blob`; without one, another revision has the flag.
        (
            12, "x'45407479706544626C6F62007001" + "800780058003'",
            #"{"&":4,".":{"@type":"blob"},"@":"AMqImavAugyA"}"#, "4"
        ),
        (12, "x'7000'", #"{".":{},"@":"AMqImavAugyA"}"#, "0"),
    ]

    @Test(arguments: synced)
    func `the revision of remote 1 becomes its item`(
        flags: Int, body: String, item: String, row: String
    ) throws {
        try set("flags = \(flags), body = \(body), version = x'\(Self.version)'")
        try collection.save("a", #"{"city":"Bergen"}"#)
        #expect(
            try extra() == #"[{".":{"city":"Bergen"}},\#(item)]"#
                && folder.rows("SELECT flags FROM kv_default") == [row])
    }

    @Test func `a new revision of remote 1 replaces the previous one`() throws {
        try setExample()
        try set("flags = 8")
        _ = try collection.delete(id: "a", expecting: .any)
        let item = #"{".":{"city":"Oslo","open":true,"stars":3},"@":"AMqImavAugyA"}"#
        #expect(
            try extra("kv_del_default") == "[{},\(item)]"
                && folder.rows("SELECT flags FROM kv_del_default") == ["1"])
    }

    @Test func `nothing is lost of other remotes`() throws {
        let writer = FleeceWriter()
        let others = #"null,{".":{"a":[1,"two",null,true,2.5]},"@":"x","&":2}"#
        try JSONReader.read("[{},\(others)]", into: writer)
        try set(
            """
            extra = x'00000000\(try writer.finish().hexadecimal)', flags = 8, body = x'7000',
            version = x'\(Self.version)'
            """)
        try collection.save("a", "{}")
        #expect(
            try extra()
                == #"[{".":{}},{".":{},"@":"AMqImavAugyA"},{"&":2,".":{"a":[1,"two",null,true,2.5]},"@":"x"}]"#
                && folder.rows("SELECT flags FROM kv_default") == ["2"])
    }

    // The flags of the row, a preserved revision, and whether the row keeps the flag.
    static let blobs: [(flags: Int, item: String, isMarked: Bool)] = [
        (4, #"{".":{"p":{"@type":"blob"}}}"#, true), (4, #"{".":{"p":1}}"#, false),
        (0, #"{".":{"p":{"@type":"blob"}},"&":4}"#, true), (0, #"{".":{"p":1}}"#, false),
        (4, "null", false),
    ]

    @Test(arguments: blobs)
    func `a row has the attachments flag while any revision in it has a blob`(
        flags: Int, item: String, isMarked: Bool
    ) throws {
        let writer = FleeceWriter()
        try JSONReader.read("[{},\(item)]", into: writer)
        try set("extra = x'00000000\(try writer.finish().hexadecimal)', flags = \(flags)")
        try collection.save("a", "{}")
        let live = try folder.rows("SELECT flags & 4 FROM kv_default")
        _ = try collection.delete(id: "a", expecting: .any)
        let dead = try folder.rows("SELECT flags FROM kv_del_default")
        #expect(live == [isMarked ? "4" : "0"] && dead == [isMarked ? "5" : "1"])
    }

    @Test(arguments: [1, 2, 3, 10])
    func `a conflicted document can be read, and stays conflicted when saved`(flags: Int) throws {
        try setExample()
        try set("flags = \(flags & ~1 | 2)")
        let json = try collection.json("a")
        try collection.save("a", "{}")
        #expect(
            try json == #"{"city":"Oslo","open":true,"stars":3}"#
                && folder.rows("SELECT flags FROM kv_default") == ["2"])
    }

    @Test func `an empty column is ignored`() throws {
        try set("extra = x''")
        try collection.save("a", "{}")
        #expect(try extra() == "[{\".\":{}}]")
    }

    // Columns that are not an array of revisions, or contain unreadable values.
    static let damages = [
        "extra = x'00'", "extra = x'00000000'", "extra = x'000000006000'",
        "extra = x'0000000070008001'", "extra = x'01000000'",
        // Item 0 is a number.
        "extra = x'00000000600100018002'",
        // Item 1 is a number.
        "extra = x'000000006002700000018003'",
        // Item 1 points before the body.
        "extra = x'0000000060027000FFFF8003', body = x'7000'",
        // Item 1 contains an unknown shared key.
        "extra = x'00000000700107FF0001600270008005" + "8003'",
        // It is complete only together with a body.
        "extra = x'0000000060027000C00F8003', body = x'7000'",
        // The value that becomes item 1 cannot be read.
        "flags = 8, body = x'FFFF'", "flags = 8, body = x'6000'",
        "flags = 8, body = x'700107FF00018003'",
    ]

    @Test(arguments: damages)
    func `a column that cannot be preserved completely is an error, and nothing changes`(
        sql: String
    ) throws {
        try set(sql)
        let all = "SELECT * FROM kv_default UNION ALL SELECT *, 1, 1, 1, 1 FROM kvmeta"
        let before = try folder.rows(all)
        let errors = [
            thrownError { try collection.save("a", "{}") },
            thrownError { _ = try collection.delete(id: "a", expecting: .any) },
        ]
        let areRight = errors.allSatisfy {
            $0?.code == .corruptRevisionData && $0?.message.contains("\"a\"") == true
        }
        #expect(try areRight && folder.rows(all) == before)
    }

    @Test func `damage to any byte of the column is preserved or a typed error`() throws {
        try setExample()
        let bytes = [UInt8](hex: Self.extra)
        var codes: Set<QuireError.Code?> = []
        for position in bytes.indices {
            for value in [0, 0x40, 0x7F, 0x80, 0xC0, 0xFF, bytes[position] ^ 1] as [UInt8] {
                var variant = bytes
                variant[position] = value
                try setExample()
                try set("extra = x'\(variant.hexadecimal)'")
                codes.insert(thrownCode { try collection.save("a", "{}") })
            }
        }
        #expect(codes == [nil, .corruptRevisionData])
    }

    @Test(arguments: [(3, true), (40, false)])
    func `values that represent too much data are rejected quickly`(
        levels: Int, isKept: Bool
    ) throws {
        // Arrays that contain the previous one twice; the properties of item 1 are the last one.
        var bytes = [UInt8](hex: "6000 0000 0000")
        for _ in 0..<levels { bytes += [UInt8](hex: "6002 8004 8005") }
        bytes += [UInt8](hex: "7001 412E 8005" + "6002 7000 8005" + "8003")
        try set("extra = x'00000000\(bytes.hexadecimal)'")
        let error = thrownError { try collection.save("a", "{}") }
        #expect(
            error?.code == (isKept ? nil : .corruptRevisionData)
                && error?.message.contains("item 1") == (isKept ? nil : true))
    }
}
