import Fleece
import Testing

@Suite struct PointerReadingTests {
    /// Documents with pointers to pointers, which are always wide.
    static let chains: [(hex: String, value: ValueTree)] = [
        // 0: "ab". 4: a wide pointer 4 back. 8: the root, 4 back.
        ("42616200 80000002 8002", .string("ab")),
        // Another pointer in between
        ("42616200 80000002 80000002 8002", .string("ab")),
        // 8: an array whose narrow item points to the wide pointer, 6 back
        ("42616200 80000002 6001 8003 8002", .array([.string("ab")])),
        // 8: a wide array whose item points to the wide pointer
        ("42616200 80000002 6801 80000003 8003", .array([.string("ab")])),
        // 8: a dictionary whose key points to the wide pointer
        ("42616200 80000002 7001 8003 0001 8003", .dictionary(["ab": .integer(1)])),
    ]

    @Test(arguments: chains)
    func `a pointer to a pointer is followed`(hex: String, value: ValueTree) {
        #expect(ValueTree([UInt8](hex: hex)) == value)
    }

    /// Distances beyond 14 bits; the upper bit is the external bit in the current format.
    ///
    /// Example: 40,000 bytes are 20,000 units, 0x4E20; with the pointer tag, 0xCE20.
    @Test(arguments: [32770, 40000, 65534])
    func `a 15-bit pointer of the older format is followed`(distance: Int) {
        var bytes: [UInt8] = [0x42, 0x61, 0x62, 0x00]
        bytes += [UInt8](repeating: 0, count: distance - bytes.count)
        let units = 0x8000 | UInt16(distance / 2)
        bytes += [UInt8(units >> 8), UInt8(truncatingIfNeeded: units)]
        #expect(ValueTree(bytes) == .string("ab"))
    }

    /// A narrow pointer reaches 0x3FFF units back, a wide one further.
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
            // A wide pointer must be completely within the data.
            "8000 8001",
            // The target must have two bytes before the pointer.
            "C001", "C0000001 8002",
        ])
    func `bytes without a root have no value`(hex: String) {
        #expect(FleeceStorage([UInt8](hex: hex)).root == nil)
    }

    @Test func `an empty storage has no bytes`() {
        #expect(FleeceStorage([]).count == 0)
    }
}
