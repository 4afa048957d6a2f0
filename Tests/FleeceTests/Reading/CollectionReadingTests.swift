import Fleece
import Testing

@Suite struct CollectionReadingTests {
    /// Complete documents and their values.
    static let documents: [(hex: String, value: ValueTree)] = [
        // Empty collections are complete documents of two bytes, also if they are wide.
        ("6000", .array([])),
        ("7000", .dictionary([:])),
        ("6800", .array([])),
        ("7800", .dictionary([:])),
        // 6003: three items of two bytes each; 8004: the root, 8 bytes back
        ("6003 0001 4161 3000  8004", .array([.integer(1), .string("a"), .null])),
        ("6002 6000 7000  8003", .array([.array([]), .dictionary([:])])),
        // 6802: two items of four bytes each
        ("6802 00010000 41610000  8005", .array([.integer(1), .string("a")])),
        // A value of three or four bytes is stored inline in a wide slot.
        (
            "6803 12FFFF7F 43616263 52010200  8007",
            .array([.integer(8_388_607), .string("abc"), .data([1, 2])])
        ),
        (
            "6803 60010005 60013800 70000000  8007",
            .array([.array([.integer(5)]), .array([.boolean(true)]), .dictionary([:])])
        ),
        // 7001: a key and a value
        ("7001 4161 0001  8003", .dictionary(["a": .integer(1)])),
        ("7801 41610000 00010000  8005", .dictionary(["a": .integer(1)])),
        ("7801 43616263 11FFF700  8005", .dictionary(["abc": .integer(-2049)])),
        ("7001 4000 3000  8003", .dictionary(["": .null])),
        // Offset 0: "foo". 4: a pair. 6: its key, 3 × 2 bytes back. 10: the root, 3 × 2 bytes back.
        ("43666F6F 7001 8003 007B 8003", .dictionary(["foo": .integer(123)])),
        // Offset 0: "ab". 4: two narrow pointers to it. 10: two wide ones. 20: both arrays.
        (
            "42616200 6002 8003 8004 6802 80000006 80000008 6002 8009 8007 8003",
            .array([
                .array([.string("ab"), .string("ab")]), .array([.string("ab"), .string("ab")]),
            ])
        ),
        // Two levels: {"a": {"b": [1]}}
        (
            "6001 0001 7001 4162 8004 7001 4161 8005 8003",
            .dictionary(["a": .dictionary(["b": .array([.integer(1)])])])
        ),
    ]

    @Test(arguments: documents)
    func `a collection's bytes are read according to the format`(hex: String, value: ValueTree) {
        #expect(ValueTree([UInt8](hex: hex)) == value)
    }

    /// From 2,047 on, the count continues in a varint, padded to an even length.
    static let headers: [(count: Int, narrow: String, wide: String)] = [
        (2046, "67FE", "6FFE"),
        (2047, "67FF 0000", "6FFF 0000"),
        (2048, "67FF 0100", "6FFF 0100"),
        (2174, "67FF 7F00", "6FFF 7F00"),
        (2175, "67FF 8001", "6FFF 8001"),
        (18430, "67FF FF7F", "6FFF FF7F"),
        (18431, "67FF 80800100", "6FFF 80800100"),
    ]

    @Test(arguments: headers, [false, true])
    func `the count of a long array continues in a varint`(
        header: (count: Int, narrow: String, wide: String), isWide: Bool
    ) {
        let slot: [UInt8] = isWide ? [0, 1, 0, 0] : [0, 1]
        let items = repeatElement(slot, count: header.count).joined()
        var document = RawFleece()
        let root = document.add([UInt8](hex: isWide ? header.wide : header.narrow) + items)
        let array = FleeceStorage(document.document(root: root)).root?.array
        #expect(array?.compactMap(\.int64) == [Int64](repeating: 1, count: header.count))
    }

    @Test(arguments: [2046, 2047, 2048, 2175], [false, true])
    func `lookups in a large dictionary find the first and the last key`(count: Int, isWide: Bool) {
        var document = RawFleece()
        let keys = (10000..<(10000 + count)).map { document.add([0x45] + "\($0)".utf8) }
        let pairs = keys.map { (RawFleece.Slot.pointer($0), RawFleece.Slot.inline(7)) }
        let root = document.addDictionary(pairs, isWide: isWide)
        let dictionary = FleeceStorage(document.document(root: root)).root?.dictionary
        let found = ["10000", "\(9999 + count)", "\(10000 + count)"].map { dictionary?[$0]?.int64 }
        #expect(found == [7, 7, nil])
    }

    static let array = FleeceStorage([UInt8](hex: "6003 0001 0002 0003 8004")).root?.array

    @Test(arguments: [(-1, nil), (0, 1), (2, 3), (3, nil), (Int.max, nil), (Int.min, nil)])
    func `value(at:) checks the index`(index: Int, value: Int64?) {
        #expect(Self.array?.value(at: index)?.int64 == value)
    }

    @Test func `an array is a collection`() throws {
        let array = try #require(Self.array)
        #expect(array.reversed().map(\.int64) == [3, 2, 1])
    }
}
