import Fleece
import Testing

@Suite struct PointerReadingTests {
    /// Documents with pointers to pointers, which are always wide.
    static let chains: [(hex: String, value: ValueTree)] = [
        // At 0 "ab", at 4 a wide pointer 4 bytes back, at 8 the root, a pointer 4 bytes back
        ("42616200 80000002 8002", .string("ab")),
        // The same with another wide pointer in between
        ("42616200 80000002 80000002 8002", .string("ab")),
        // At 8 an array whose narrow item points to the wide pointer, 6 bytes back
        ("42616200 80000002 6001 8003 8002", .array([.string("ab")])),
        // At 8 a wide array whose item points to the wide pointer
        ("42616200 80000002 6801 80000003 8003", .array([.string("ab")])),
        // At 8 a dictionary whose key points to the wide pointer
        ("42616200 80000002 7001 8003 0001 8003", .dictionary(["ab": .integer(1)])),
    ]

    @Test(arguments: chains)
    func `a pointer to a pointer is followed`(hex: String, value: ValueTree) {
        #expect(ValueTree([UInt8](hex: hex)) == value)
    }

    /// Distances beyond 14 bits, whose upper bit is the external bit in the current format.
    ///
    /// Example: 40,000 bytes are 20,000 units of two bytes, 0x4E20. With the tag of pointers, they are
    /// 0xCE20.
    @Test(arguments: [32770, 40000, 65534])
    func `a 15-bit pointer of the older format is followed`(distance: Int) {
        var bytes: [UInt8] = [0x42, 0x61, 0x62, 0x00]
        bytes += [UInt8](repeating: 0, count: distance - bytes.count)
        let units = 0x8000 | UInt16(distance / 2)
        bytes += [UInt8(units >> 8), UInt8(truncatingIfNeeded: units)]
        #expect(ValueTree(bytes) == .string("ab"))
    }

    /// A narrow pointer reaches 0x3FFF units of two bytes back, and a wide one farther.
    @Test(arguments: [(32766, "BFFF"), (32768, "80004000 8002"), (100_000, "8000C350 8002")])
    func `a root far before the end is found`(distance: Int, trailer: String) {
        let filler = [UInt8](repeating: 0, count: distance - 4)
        let bytes = [UInt8](hex: "42616200") + filler + [UInt8](hex: trailer)
        #expect(ValueTree(bytes) == .string("ab"))
    }

    /// Documents without a root.
    @Test(
        arguments: [
            "", "60", "600000",
            // A pointer to itself, narrow and wide
            "8000", "80000000 8002",
            // Pointers before the start
            "8001", "6000 8002", "80000005 8002", "80007FFF 8002",
            // A wide pointer that overlaps the narrow pointer to it
            "8000 8001",
            // Pointers with the external bit, which are before the start in both formats
            "C001", "C0000001 8002",
        ])
    func `bytes without a root have no value`(hex: String) {
        #expect(FleeceStorage([UInt8](hex: hex)).root == nil)
    }

    @Test func `an empty storage has no bytes`() {
        #expect(FleeceStorage([]).count == 0)
    }
}
