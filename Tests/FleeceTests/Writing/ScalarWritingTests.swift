import Fleece
import Testing

@Suite struct ScalarWritingTests {
    /// Returns the output of a writer for one value.
    static func document(_ write: (FleeceWriter) -> Void) throws -> [UInt8] {
        let writer = FleeceWriter()
        write(writer)
        return try writer.finish()
    }

    /// Integers on both sides of each size limit.
    ///
    /// 8002 and 8003 are the roots, 4 and 6 bytes back.
    static let integers: [(value: Int64, hex: String)] = [
        (0, "0000"),
        (1, "0001"),
        (2047, "07FF"),
        (-1, "0FFF"),
        (-2048, "0800"),
        // Above 2,047: the fewest bytes, unsigned
        (2048, "19 0008 00 8002"),
        (65535, "19 FFFF 00 8002"),
        (65536, "1A 000001 8002"),
        (0xFF_FFFF, "1A FFFFFF 8002"),
        (0x100_0000, "1B 00000001 00 8003"),
        (0xFFFF_FFFF, "1B FFFFFFFF 00 8003"),
        (0x1_0000_0000, "1C 0000000001 8003"),
        (0xFF_FFFF_FFFF, "1C FFFFFFFFFF 8003"),
        (0x100_0000_0000, "1D 000000000001 00 8004"),
        (0xFFFF_FFFF_FFFF, "1D FFFFFFFFFFFF 00 8004"),
        (0x1_0000_0000_0000, "1E 00000000000001 8004"),
        (0xFF_FFFF_FFFF_FFFF, "1E FFFFFFFFFFFFFF 8004"),
        (0x100_0000_0000_0000, "1F 0000000000000001 00 8005"),
        (.max, "1F FFFFFFFFFFFFFF7F 00 8005"),
        // Below -2,048: the fewest bytes, signed
        (-2049, "11 FFF7 00 8002"),
        (-32768, "11 0080 00 8002"),
        (-32769, "12 FF7FFF 8002"),
        (-0x80_0000, "12 000080 8002"),
        (-0x80_0001, "13 FFFF7FFF 00 8003"),
        (-0x8000_0000, "13 00000080 00 8003"),
        (-0x8000_0001, "14 FFFFFF7FFF 8003"),
        (-0x80_0000_0000, "14 0000000080 8003"),
        (-0x80_0000_0001, "15 FFFFFFFF7FFF 00 8004"),
        (-0x8000_0000_0000, "15 000000000080 00 8004"),
        (-0x8000_0000_0001, "16 FFFFFFFFFF7FFF 8004"),
        (-0x80_0000_0000_0000, "16 00000000000080 8004"),
        (-0x80_0000_0000_0001, "17 FFFFFFFFFFFF7FFF 00 8005"),
        (.min, "17 0000000000000080 00 8005"),
    ]

    @Test(arguments: integers)
    func `an integer is written with the fewest bytes`(value: Int64, hex: String) throws {
        #expect(try Self.document { $0.write(value) } == [UInt8](hex: hex))
    }

    @Test(arguments: integers.filter { $0.value >= 0 })
    func `an unsigned integer has the same bytes`(value: Int64, hex: String) throws {
        #expect(try Self.document { $0.write(UInt64(value)) } == [UInt8](hex: hex))
    }

    @Test(arguments: [
        (UInt64(1) << 63, "1F 0000000000000080 00 8005"), (.max, "1F FFFFFFFFFFFFFFFF 00 8005"),
    ])
    func `an integer above Int64.max is written as unsigned`(value: UInt64, hex: String) throws {
        #expect(try Self.document { $0.write(value) } == [UInt8](hex: hex))
    }

    static let doubles: [(value: Double, hex: String)] = [
        // Four bytes if that is exact; integral doubles too, which stay doubles
        (0.0, "2400 00000000 8003"),
        (-0.0, "2400 00000080 8003"),
        (1.0, "2400 0000803F 8003"),
        (-42.0, "2400 000028C2 8003"),
        (1.5, "2400 0000C03F 8003"),
        (16_777_216.0, "2400 0000804B 8003"),
        (Double(Float.greatestFiniteMagnitude), "2400 FFFF7F7F 8003"),
        (Double(Float.leastNonzeroMagnitude), "2400 01000000 8003"),
        (.infinity, "2400 0000807F 8003"),
        (-.infinity, "2400 000080FF 8003"),
        // Eight bytes
        (0.1, "2800 9A9999999999B93F 8005"),
        (16_777_217.0, "2800 0000001000007041 8005"),
        (1e300, "2800 9C7500883CE4377E 8005"),
        (.greatestFiniteMagnitude, "2800 FFFFFFFFFFFFEF7F 8005"),
        (.leastNonzeroMagnitude, "2800 0100000000000000 8005"),
    ]

    @Test(arguments: doubles)
    func `a double takes four bytes if no precision is lost`(value: Double, hex: String) throws {
        #expect(try Self.document { $0.write(value) } == [UInt8](hex: hex))
    }

    static let floats: [(value: Float, hex: String)] = [
        (0, "2000 00000000 8003"), (1.5, "2000 0000C03F 8003"), (0.1, "2000 CDCCCC3D 8003"),
        (-.infinity, "2000 000080FF 8003"),
    ]

    @Test(arguments: floats)
    func `a float is written as a float`(value: Float, hex: String) throws {
        #expect(try Self.document { $0.write(value) } == [UInt8](hex: hex))
    }

    @Test(arguments: [Double.nan, .signalingNaN, -.nan])
    func `NaN is rejected`(value: Double) {
        let error = #expect(throws: FleeceError.self) { try Self.document { $0.write(value) } }
        #expect(error?.reason == .nonFiniteNumber)
    }

    @Test func `a float NaN is rejected`() {
        let error = #expect(throws: FleeceError.self) {
            try Self.document { $0.write(Float.nan) }
        }
        #expect(error?.reason == .nonFiniteNumber)
    }

    @Test func `null and Booleans take two bytes each`() throws {
        let bytes = try Self.document { writer in
            writer.beginArray()
            writer.writeNull()
            writer.write(false)
            writer.write(true)
            writer.endArray()
        }
        #expect(bytes == [UInt8](hex: "6003 3000 3400 3800 8004"))
    }

    /// Lengths on both sides of each size limit: inline in the slot, in four bits, in varints.
    static let lengths: [(count: Int, header: String)] = [
        (2, "2"), (3, "3"), (14, "E"), (15, "F 0F"), (16, "F 10"), (127, "F 7F"), (128, "F 8001"),
        (16383, "F FF7F"), (16384, "F 808001"),
    ]

    @Test(arguments: [("", "4000"), ("a", "4161"), ("\0", "4100")])
    func `a string of at most one byte is stored inline in its slot`(
        value: String, hex: String
    ) throws {
        #expect(try Self.document { $0.write(value) } == [UInt8](hex: hex))
    }

    @Test(arguments: lengths)
    func `a string is preceded by its count`(count: Int, header: String) throws {
        let bytes = try Self.document { $0.write(String(repeating: "x", count: count)) }
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        let expected = [UInt8](hex: "4" + header) + content
        #expect(bytes.starts(with: expected))
    }

    @Test func `a string is written in UTF-8`() throws {
        let bytes = try Self.document { $0.write("é€😀") }
        #expect(bytes == [UInt8](hex: "49 C3A9 E282AC F09F9880 8005"))
    }

    @Test func `text given as bytes is written unchanged`() throws {
        let bytes = try Self.document { writer in
            [UInt8](hex: "FF00FE").withUnsafeBytes { writer.write(utf8: $0) }
        }
        #expect(bytes == [UInt8](hex: "43 FF00FE 8002"))
    }

    @Test(arguments: [([], "5000"), ([0xFF], "51FF"), ([0], "5100")] as [([UInt8], String)])
    func `data of at most one byte is stored inline in its slot`(value: [UInt8], hex: String) throws
    {
        let bytes = try Self.document { writer in
            value.withUnsafeBytes { writer.write(data: $0) }
        }
        #expect(bytes == [UInt8](hex: hex))
    }

    @Test(arguments: lengths)
    func `data is preceded by its count`(count: Int, header: String) throws {
        let content = [UInt8](repeating: 0xAB, count: count)
        let bytes = try Self.document { writer in
            content.withUnsafeBytes { writer.write(data: $0) }
        }
        #expect(bytes.starts(with: [UInt8](hex: "5" + header) + content))
    }
}
