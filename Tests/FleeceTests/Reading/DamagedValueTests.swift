import Fleece
import Testing
import QuireTestSupport

@Suite struct DamagedValueTests {
    /// Values that extend past the end of the data, before a trailer of two bytes.
    static let values: [(hex: String, kind: FleeceKind)] = [
        ("1F00", .integer),
        ("1700", .integer),
        ("1400", .integer),
        ("2000", .float),
        ("2400", .double),
        ("2800 00000000", .double),
        ("4461", .string),
        ("4E61", .string),
        // 15 and a varint: the count is unterminated, far too large, or has more than 64 bits.
        ("4FFF", .string),
        ("4F FFFFFFFFFFFFFFFF7F", .string),
        ("4F FFFFFFFFFFFFFFFFFF01", .string),
        ("4F FFFFFFFFFFFFFFFFFF02", .string),
        ("4F FFFFFFFFFFFFFFFFFFFF01", .string),
        // The 65th bit would be lost, so that the count would be 2.
        ("4F 82808080808080808002 6162", .string),
        ("5461", .data),
        ("5F FFFFFFFFFFFFFFFFFF01", .data),
        ("6010 0001", .array),
        ("6FFE 0001", .array),
        ("67FF FFFFFFFF07", .array),
        ("67FF FFFFFFFFFFFFFFFFFF01", .array),
        ("67FF FFFF", .array),
        ("7002 4161", .dictionary),
        ("7FFE 4161", .dictionary),
        ("7FFF FFFFFFFFFFFFFFFFFF01", .dictionary),
        ("7FFF FFFFFFFF07", .dictionary),
    ]

    static func root(_ hex: String) throws -> FleeceValue {
        var bytes = [UInt8](hex: hex)
        if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
        return try #require(FleeceStorage(bytes + [0x80, UInt8(bytes.count / 2)]).root)
    }

    @Test(arguments: values)
    func `a value that extends past the end of the data reads as nil`(
        hex: String, kind: FleeceKind
    ) throws {
        #expect(Reading(try Self.root(hex)) == Reading(kind: kind))
    }

    /// Invalid UTF-8: a stray byte, a truncated sequence, overlong sequences, a surrogate, a code
    /// point
    /// above U+10FFFF.
    @Test(
        arguments: [
            "4180", "41C3", "42C328", "42C080", "42C1BF", "43E08080", "43EDA080", "43E28261",
            "44F0808080", "44F4908080", "44F5808080", "43F09F98", "41FE", "48 6162636465666780",
        ])
    func `text that is not UTF-8 has bytes and no string`(hex: String) throws {
        let value = try Self.root(hex)
        let bytes = value.withStringBytes { Array($0) }
        let content = Array([UInt8](hex: hex).dropFirst())
        #expect([value.string.map { Array($0.utf8) }, bytes] == [nil, content])
    }

    @Test(arguments: [0x80, 0xC3, 0xFF] as [UInt8])
    func `an invalid UTF-8 byte is found at every position`(byte: UInt8) {
        let found = (0..<24).filter { location in
            var text = [UInt8](repeating: UInt8(ascii: "x"), count: 24)
            text[location] = byte
            var document = RawFleece()
            let root = document.add([0x4F, 24] + text)
            return FleeceStorage(document.document(root: root)).root?.string == nil
        }
        #expect(found == (0..<24).map { $0 })
    }

    static let array = "6003 0001 9000 0002 8004"

    @Test func `an item that points out of the data reads as nil`() throws {
        let array = try #require(FleeceStorage([UInt8](hex: Self.array)).root?.array)
        #expect((0..<3).map { array.value(at: $0)?.int64 } == [1, nil, 2])
    }

    @Test func `iteration returns the item as undefined`() throws {
        let array = try #require(FleeceStorage([UInt8](hex: Self.array)).root?.array)
        #expect(array.map(\.kind) == [.integer, .undefined, .integer])
    }

    @Test func `a pair whose value points out of the data is omitted`() throws {
        let bytes = [UInt8](hex: "7002 4161 9000 4162 0002 8005")
        let dictionary = try #require(FleeceStorage(bytes).root?.dictionary)
        #expect(["a", "b"].map { dictionary[$0]?.int64 } == [nil, 2])
    }

    /// Nonempty collections in a slot, which would extend into the next slots; only an array of one
    /// small
    /// value is valid.
    @Test(
        arguments: [
            "6002 6001 0001 8003", "6802 60020001 00020000 8005", "6802 60018001 00020000 8005",
            "6802 68010001 00020000 8005", "6802 70010001 00020000 8005", "6002 7001 0001 8003",
        ])
    func `a collection cannot be stored inline in a slot`(hex: String) throws {
        let array = try #require(FleeceStorage([UInt8](hex: hex)).root?.array)
        #expect(array.value(at: 0) == nil)
    }

    @Test(arguments: ["6010 8001", "4E61 8001", "1F00 8001", "2800 8001", "7010 8001", "5E61 8001"])
    func `a damaged value has no JSON representation`(hex: String) throws {
        let value = try #require(FleeceStorage([UInt8](hex: hex)).root)
        #expect(throws: JSONError.self) { try value.json() }
    }

    /// Changes single bytes of valid documents; if the result is valid, all values can be read.
    @Test(arguments: 1...4)
    func `validated data can be read completely`(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let originals = VectorTests.vectors.map(\.bytes).filter { $0.count < 2000 }
        var broken: [[UInt8]] = []
        for _ in 0..<4000 {
            var bytes = originals[generator.next(below: originals.count)]
            for _ in 0...generator.next(below: 3) {
                bytes[generator.next(below: bytes.count)] = UInt8(generator.next(below: 256))
            }
            let root = bytes.withUnsafeBytes { try? FleeceStorage(validating: $0).root }
            if let root, !Self.isWhole(root) { broken.append(bytes) }
        }
        #expect(broken == [])
    }

    /// Returns whether a value and its nested values can be read; strings need not be UTF-8.
    static func isWhole(_ value: FleeceValue) -> Bool {
        switch value.kind {
        case .null, .boolean, .undefined: true
        case .integer: value.int64 != nil || value.uint64 != nil
        case .float, .double: value.double != nil
        case .string: value.withStringBytes { _ in true } == true
        case .data: value.data != nil
        case .array:
            value.array?.indices.allSatisfy { index in
                value.array?.value(at: index).map(isWhole) == true
            } == true
        case .dictionary: value.dictionary?.allSatisfy { isWhole($0.value) } == true
        }
    }
}
