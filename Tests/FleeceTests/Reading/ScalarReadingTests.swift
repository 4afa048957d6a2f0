import Fleece
import Testing

@Suite struct ScalarReadingTests {
    /// Encoded values and the decoded values.
    static let values: [(hex: String, value: ValueTree)] = [
        // 0000iiii iiiiiiii: a signed integer of 12 bits
        ("0000", .integer(0)),
        ("0001", .integer(1)),
        ("07FF", .integer(2047)),
        ("0FFF", .integer(-1)),
        ("0F00", .integer(-256)),
        ("0800", .integer(-2048)),
        // 0001 0ccc: a signed integer of ccc + 1 bytes, little-endian
        ("10 00", .integer(0)),
        ("10 7F", .integer(127)),
        ("10 80", .integer(-128)),
        ("11 FFF7", .integer(-2049)),
        ("11 FF7F", .integer(32767)),
        ("12 000080", .integer(-8_388_608)),
        ("12 FFFF7F", .integer(8_388_607)),
        ("13 00000080", .integer(-2_147_483_648)),
        ("14 0000000080", .integer(-549_755_813_888)),
        ("15 000000000080", .integer(-140_737_488_355_328)),
        ("16 00000000000080", .integer(-36_028_797_018_963_968)),
        ("17 0000000000000080", .integer(.min)),
        ("17 FFFFFFFFFFFFFF7F", .integer(.max)),
        ("17 0100000000000000", .integer(1)),
        // 0001 1ccc: the same, unsigned
        ("18 FF", .integer(255)),
        ("19 0008", .integer(2048)),
        ("19 FFFF", .integer(65535)),
        ("1A FFFFFF", .integer(16_777_215)),
        ("1B FFFFFFFF", .integer(4_294_967_295)),
        ("1C FFFFFFFFFF", .integer(1_099_511_627_775)),
        ("1D FFFFFFFFFFFF", .integer(281_474_976_710_655)),
        ("1E FFFFFFFFFFFFFF", .integer(72_057_594_037_927_935)),
        ("1F FFFFFFFFFFFFFF7F", .integer(.max)),
        ("1F 0000000000000080", .unsigned(9_223_372_036_854_775_808)),
        ("1F FFFFFFFFFFFFFFFF", .unsigned(.max)),
        // A float, a double stored as a float, a double
        ("2000 0000C03F", .float(1.5)),
        ("2000 0000807F", .float(.infinity)),
        ("2400 0000803F", .double(1.0)),
        ("2400 00000080", .double(-0.0)),
        ("2400 0000807F", .double(Bits(.infinity))),
        ("2800 9A9999999999B93F", .double(0.1)),
        ("2800 0100000000000000", .double(Bits(.leastNonzeroMagnitude))),
        ("2800 000000000000F0FF", .double(Bits(-.infinity))),
        // null, undefined and Booleans
        ("3000", .null),
        ("3400", .boolean(false)),
        ("3800", .boolean(true)),
        ("3C00", .undefined),
        // Strings: the count in four bits, or 15 and a varint
        ("4000", .string("")),
        ("4161", .string("a")),
        ("4100", .string("\0")),
        ("42 6162", .string("ab")),
        ("43 E282AC", .string("€")),
        ("4E 6162636465666768696A6B6C6D6E", .string("abcdefghijklmn")),
        ("4F 0F 6162636465666768696A6B6C6D6E6F", .string("abcdefghijklmno")),
        ("4F 01 61", .string("a")),
        ("4F 8100 61", .string("a")),
        // Data likewise
        ("5000", .data([])),
        ("51FF", .data([0xFF])),
        ("52 0102", .data([1, 2])),
        (
            "5E 0102030405060708090A0B0C0D0E",
            .data([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
        ),
        ("5F 02 0102", .data([1, 2])),
    ]

    @Test(arguments: values)
    func `a scalar's bytes are read according to the format`(hex: String, value: ValueTree) {
        #expect(ValueTree(RawFleece.document(hex: hex)) == value)
    }

    @Test(arguments: values.filter { [UInt8](hex: $0.hex).count == 2 })
    func `a value of two bytes is a complete document`(hex: String, value: ValueTree) {
        #expect(ValueTree([UInt8](hex: hex)) == value)
    }

    @Test(arguments: [15, 127, 128, 16383, 16384, 2_097_152])
    func `a long string has its count in a varint`(count: Int) {
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        var document = RawFleece()
        let root = document.add([0x4F] + RawFleece.varint(UInt64(count)) + content)
        let value = FleeceStorage(document.document(root: root)).root
        #expect(value?.string.map { Array($0.utf8) } == content)
    }

    @Test(arguments: [15, 127, 128, 16383, 16384, 2_097_152])
    func `long data has its count in a varint`(count: Int) {
        let content = [UInt8](repeating: 0xFF, count: count)
        var document = RawFleece()
        let root = document.add([0x5F] + RawFleece.varint(UInt64(count)) + content)
        #expect(FleeceStorage(document.document(root: root)).root?.data == content)
    }
}
