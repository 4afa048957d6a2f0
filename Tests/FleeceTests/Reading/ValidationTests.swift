import Fleece
import Testing

@Suite struct ValidationTests {
    /// Damaged documents, and the beginning of the error messages.
    static let damaged: [(hex: String, start: String)] = [
        ("", "the data has 0 bytes"),
        ("60", "the data has 1 bytes"),
        ("600000", "the data has an odd number of bytes, 3"),
        // The root
        ("8000", "the root at offset 0 "),
        ("8001", "the root at offset 0 "),
        ("6000 8002", "the root at offset 2 "),
        ("6000 0000 BFFF", "the root at offset 4 "),
        ("80000003 8002", "the root at offset 4 "),
        ("C001", "the root at offset 0 "),
        // Truncated values
        ("1F00 8001", "an integer at offset 0 "),
        ("2000 8001", "a number at offset 0 "),
        ("2400 8001", "a number at offset 0 "),
        ("2800 0000 8002", "a number at offset 0 "),
        ("4E61 8001", "a string at offset 0 "),
        ("4FFF FFFF 8002", "a string at offset 0 "),
        ("5E61 8001", "data at offset 0 "),
        ("0001 4E61 6001 8002 8002", "a string at offset 2 "),
        // Truncated collections
        ("6003 0001 8002", "the items of the collection at offset 0 "),
        ("6802 0001 8002", "the items of the collection at offset 0 "),
        ("7002 4161 8002", "the items of the collection at offset 0 "),
        ("67FF 8001", "the items of the collection at offset 0 "),
        ("0001 6009 6001 8002 8002", "the items of the collection at offset 2 "),
        // Items
        ("6001 8000 8002", "the item at offset 2 "),
        ("6001 8002 8002", "the item at offset 2 "),
        ("6003 0001 0002 8009 8004", "the item at offset 6 "),
        ("6802 00010000 80000005 8005", "the item at offset 6 "),
        ("7001 4161 8009 8003", "the item at offset 4 "),
        ("6001 C001 8002", "the item at offset 2 "),
        // A pointer to an out-of-bounds pointer
        ("80000005 6001 8003 8002", "the item at offset 6 "),
        // Keys
        ("7001 3800 0001 8003", "the key at offset 2 "),
        ("7001 6000 0001 8003", "the key at offset 2 "),
        ("7001 5161 0001 8003", "the key at offset 2 "),
        ("7001 0FFF 0001 8003", "the key at offset 2 "),
        ("19FFFF00 7001 8003 0001 8003", "the key at offset 6 "),
        ("7002 4161 0001 0800 7000 8005", "the key at offset 6 "),
        ("7001 8009 0001 8003", "the item at offset 2 "),
        // Strings and keys that are not UTF-8
        ("42FFFE00 8002", "the string at offset 0 is not valid UTF-8"),
        ("0001 6002 41C3 0000 8003", "the string at offset 4 is not valid UTF-8"),
        ("43EDA080 6001 8003 8002", "the string at offset 0 is not valid UTF-8"),
        ("7001 41FF 0001 8003", "the key at offset 2 is not valid UTF-8"),
        ("42C080 00 7001 8003 0001 8003", "the key at offset 6 is not valid UTF-8"),
        ("7002 4161 0001 4180 0002 8005", "the key at offset 6 is not valid UTF-8"),
        // Duplicate keys: adjacent, apart, as numbers
        ("7002 4161 0001 4161 0002 8005", "the dictionary at offset 0 has a key twice"),
        ("7003 4161 0001 4162 0002 4161 0003 8007", "the dictionary at offset 0 has a key twice"),
        ("7002 0005 0001 0005 0002 8005", "the dictionary at offset 0 has a key twice"),
    ]

    static func validate(
        _ bytes: [UInt8], limits: FleeceLimits = FleeceLimits()
    ) throws -> FleeceStorage {
        try bytes.withUnsafeBytes { try FleeceStorage(validating: $0, limits: limits) }
    }

    @Test(arguments: damaged)
    func `damage is found with its offset`(hex: String, start: String) throws {
        let error = try #require(throws: FleeceError.self) {
            try Self.validate([UInt8](hex: hex))
        }
        let found = FleeceError(error.reason, String(error.message.prefix(start.count)))
        #expect(found == FleeceError(.invalidData, start))
    }

    /// Unusual but valid data.
    @Test(
        arguments: [
            // Undefined, unsorted keys, a shared key, U+FFFF, data that is not UTF-8
            "3C00", "7002 4162 0001 4161 0002 8005", "7001 07FF 0001 8003", "43EFBFBF 8002",
            "52FFFE00 8002", "34FF",
            // NaN, infinity, a parent
            "2000 0000C07F 8003", "2400 0000807F 8003", "7001 0800 7000 8003",
            // A pointer to a pointer, a shared value
            "42616200 80000002 6001 8003 8002", "42616200 6002 8003 8004 8003",
        ])
    func `unusual data is valid`(hex: String) throws {
        #expect(try Self.validate([UInt8](hex: hex)).count == [UInt8](hex: hex).count)
    }

    @Test(arguments: VectorTests.vectors)
    func `data written by the original encoder is valid`(vector: VectorTests.Vector) throws {
        let value = try Self.validate(vector.bytes).root.map(ValueTree.init)
        #expect(value == ValueTree(vector.bytes))
    }

    @Test(arguments: [0x80, 0xC3, 0xF0, 0xFF] as [UInt8])
    func `an invalid UTF-8 byte is found in every position`(byte: UInt8) {
        let missed = [1, 2, 7, 8, 9, 16, 24, 200].filter { count in
            (0..<count).contains { position in
                var text = [UInt8](repeating: UInt8(ascii: "x"), count: count)
                text[position] = byte
                var document = RawFleece()
                let string = document.add([0x4F] + RawFleece.varint(UInt64(count)) + text)
                return (try? Self.validate(document.document(root: string))) != nil
            }
        }
        #expect(missed == [])
    }

    @Test(
        arguments: ["42FFFE00 8002", "7001 41FF 0001 8003", "42C080 00 7001 8003 0001 8003"])
    func `invalid UTF-8 is accepted if only the structure is validated`(hex: String) throws {
        let bytes = [UInt8](hex: hex)
        let storage = try bytes.withUnsafeBytes { try FleeceStorage(validatingStructureOf: $0) }
        #expect(storage.count == bytes.count)
    }

    /// Returns an array of pointers to a string of 100 KB.
    static func repeated(_ count: Int) -> [UInt8] {
        var document = RawFleece()
        let string = document.addString(ofCount: 100_000)
        let root = document.addArray(repeatElement(.pointer(string), count: count))
        return document.document(root: root)
    }

    @Test func `a long string can be repeated within limits`() throws {
        #expect(try Self.validate(Self.repeated(200)).root?.array?.count == 200)
        let error = #expect(throws: FleeceError.self) { try Self.validate(Self.repeated(20_000)) }
        #expect(error?.reason == .tooLarge)
    }

    @Test(arguments: [false, true])
    func `overlapping long keys are rejected`(isAscending: Bool) throws {
        var document = RawFleece()
        let strings = document.addOverlappingStrings(2000)
        let root = document.addDictionary(
            (isAscending ? strings : strings.reversed()).map { (.pointer($0), .inline(0)) })
        let error = #expect(throws: FleeceError.self) {
            try Self.validate(document.document(root: root))
        }
        #expect(error?.message.hasSuffix("has keys that overlap") == true)
    }

    @Test func `validated data is read with the shared keys`() throws {
        let bytes = [UInt8](hex: "7001 0000 007B 8003")
        let storage = try bytes.withUnsafeBytes {
            try FleeceStorage(validating: $0, sharedKeys: .of("foo"))
        }
        #expect(storage.root.map(ValueTree.init) == .dictionary(["foo": .integer(123)]))
    }

    static func nested(_ depth: Int) throws -> [UInt8] {
        let writer = FleeceWriter()
        for _ in 0..<depth { writer.beginArray() }
        for _ in 0..<depth { writer.endArray() }
        return try writer.finish()
    }

    @Test(arguments: [1, 2, 100, 512])
    func `the maximum number of levels is valid`(depth: Int) throws {
        let limits = FleeceLimits(depth: depth)
        #expect(try Self.validate(try Self.nested(depth), limits: limits).root != nil)
    }

    @Test(arguments: [0, 1, 2, 100, 511])
    func `one level more than the maximum is rejected`(depth: Int) throws {
        let bytes = try Self.nested(depth + 1)
        let error = #expect(throws: FleeceError.self) {
            try Self.validate(bytes, limits: FleeceLimits(depth: depth))
        }
        let message = "collections are nested more than \(depth) levels deep"
        #expect(error == FleeceError(.tooDeep, message))
    }

    /// Returns nested arrays that contain the previous one twice: 2^levels values in 6 bytes per
    /// level.
    static func doubled(_ levels: Int) -> [UInt8] {
        var document = RawFleece()
        var last = document.add(hex: "6000")
        for _ in 0..<levels { last = document.addArray([.pointer(last), .pointer(last)]) }
        return document.document(root: last)
    }

    @Test(arguments: [10, 12, 16, 24, 60])
    func `a few bytes that represent very many values are rejected`(levels: Int) {
        let error = #expect(throws: FleeceError.self) { try Self.validate(Self.doubled(levels)) }
        #expect(error?.reason == .tooLarge)
    }

    @Test func `small data can be repeated within limits`() throws {
        #expect(try Self.validate(Self.doubled(8)).root != nil)
    }

    @Test func `the limit of values per byte can be chosen`() throws {
        let limits = FleeceLimits(valuesPerByte: 1 << 16)
        #expect(try Self.validate(Self.doubled(14), limits: limits).root != nil)
    }
}
