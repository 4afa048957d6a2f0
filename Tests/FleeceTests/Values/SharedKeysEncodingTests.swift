import Fleece
import Testing

@Suite struct SharedKeysEncodingTests {
    /// Tables, and their encodings as arrays.
    static let tables: [(keys: [String], hex: String)] = [
        ([], "6000"),
        (["a"], "6001 4161 8002"),
        ([""], "6001 4000 8002"),
        // 0: "name". 6: "a" inline in its slot, and a pointer 10 bytes back
        (["a", "name"], "44 6E616D65 00 6002 4161 8005 8003"),
        // A string of 16 bytes has its count in a varint.
        (["0123456789abcdef"], "4F10 30313233343536373839616263646566 6001 800A 8002"),
    ]

    static func decode(_ bytes: [UInt8]) throws -> SharedKeys {
        try bytes.withUnsafeBytes { try SharedKeys(encoded: $0) }
    }

    static func names(_ keys: SharedKeys) -> [String?] { (0..<keys.count).map(keys.name) }

    @Test(arguments: tables)
    func `a table is stored as an array of strings`(keys: [String], hex: String) throws {
        let table = MutableSharedKeys()
        for key in keys { _ = table.number(for: key) }
        #expect(try table.snapshot.encoded() == [UInt8](hex: hex))
    }

    @Test(arguments: tables)
    func `a stored table is read`(keys: [String], hex: String) throws {
        #expect(Self.names(try Self.decode([UInt8](hex: hex))) == keys)
    }

    @Test(arguments: tables)
    func `lookups work in a stored table`(keys: [String], hex: String) throws {
        let table = try Self.decode([UInt8](hex: hex))
        #expect(keys.map(table.number) == keys.indices.map { $0 })
    }

    @Test func `a full table is stored and read`() throws {
        let table = MutableSharedKeys()
        let keys = (0..<2048).map { "k-\($0)" }
        for key in keys { _ = table.number(for: key) }
        #expect(Self.names(try Self.decode(try table.snapshot.encoded())) == keys)
    }

    /// Bytes that are not a table.
    static let damaged: [(hex: String, message: String)] = [
        ("", "the table of shared keys is not an array of at most 2048 strings"),
        ("60", "the table of shared keys is not an array of at most 2048 strings"),
        ("7000", "the table of shared keys is not an array of at most 2048 strings"),
        ("4161", "the table of shared keys is not an array of at most 2048 strings"),
        ("6010 8001", "the table of shared keys is not an array of at most 2048 strings"),
        ("6001 0001 8002", "item 0 of the table of shared keys is not a string"),
        ("6002 4161 3000 8003", "item 1 of the table of shared keys is not a string"),
        ("6002 4161 9000 8003", "item 1 of the table of shared keys is not a string"),
        ("6001 41FF 8002", "item 0 of the table of shared keys is not a string"),
        ("6001 5161 8002", "item 0 of the table of shared keys is not a string"),
    ]

    @Test(arguments: damaged)
    func `bytes that are not a table are rejected`(hex: String, message: String) {
        let error = #expect(throws: FleeceError.self) { try Self.decode([UInt8](hex: hex)) }
        #expect(error == FleeceError(.invalidContent, message))
    }

    /// Returns 2,048 items that point to one string of 100 KB or to overlapping ones.
    static func repeating(step: Int) -> [UInt8] {
        var document = RawFleece()
        // The header of a string of 106,051 bytes, which is also valid UTF-8.
        let header = [UInt8](hex: "4F C3BC06")
        let string = document.add(Array(repeatElement(header, count: 50_000).joined()))
        let root = document.addArray((0..<2048).map { .pointer(string + $0 * step) })
        return document.document(root: root)
    }

    @Test(arguments: [0, 4])
    func `a table that repeats a long name is rejected`(step: Int) {
        let error = #expect(throws: FleeceError.self) {
            try Self.decode(Self.repeating(step: step))
        }
        let message = "the names in the table of shared keys are longer than the table itself"
        #expect(error == FleeceError(.invalidContent, message))
    }

    @Test func `a table can contain a short name 2,048 times`() throws {
        var document = RawFleece()
        let string = document.addString(ofCount: 16)
        let root = document.addArray((0..<2048).map { _ in .pointer(string) })
        #expect(try Self.decode(document.document(root: root)).count == 2048)
    }

    @Test(arguments: [2049, 3000])
    func `a table of too many keys is rejected`(count: Int) throws {
        var document = RawFleece()
        let root = document.addArray((0..<count).map { _ in .inline(0x4161) })
        let error = #expect(throws: FleeceError.self) {
            try Self.decode(document.document(root: root))
        }
        #expect(error?.reason == .invalidContent)
    }

    /// "a" twice, then "b": all three numbers resolve, and "a" is found at the first one.
    @Test func `a duplicate key is found at its first index`() throws {
        let table = try Self.decode([UInt8](hex: "6003 4161 4161 4162 8004"))
        #expect(["a", "b"].map(table.number) == [0, 2] && Self.names(table) == ["a", "a", "b"])
    }

    /// One of the two ineligible keys is longer than 16 bytes.
    @Test func `ineligible keys do not change the numbers of others`() throws {
        let long = "a key that is longer than sixteen bytes"
        let bytes = try FleeceWriter.document { writer in
            writer.beginArray()
            for key in ["a", "@type", long, "b"] { writer.write(key) }
            writer.endArray()
        }
        let table = try Self.decode(bytes)
        #expect(["a", "b", long].map(table.number) == [0, 3, nil])
    }

    @Test func `many unfindable keys do not prevent finding the others`() throws {
        let bytes = try FleeceWriter.document { writer in
            writer.beginArray()
            for _ in 0..<1900 { writer.write("same") }
            for number in 0..<148 { writer.write("k\(number)") }
            writer.endArray()
        }
        let table = try Self.decode(bytes)
        #expect((0..<148).map { table.number(for: "k\($0)") } == (1900..<2048).map { $0 })
    }
}

extension FleeceWriter {
    /// Returns the output of a new writer.
    static func document(_ write: (FleeceWriter) throws -> Void) throws -> [UInt8] {
        let writer = FleeceWriter()
        try write(writer)
        return try writer.finish()
    }
}
