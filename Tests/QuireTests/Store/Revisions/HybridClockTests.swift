import Testing

@testable import Quire

@Suite struct HybridClockTests {
    static func times(_ readings: [UInt64], after seen: [UInt64]) -> [UInt64] {
        var remaining = readings[...]
        var clock = HybridClock { remaining.popFirst() ?? 0 }
        return seen.map { clock.next(after: $0) }
    }

    static let cases: [(readings: [UInt64], seen: [UInt64], times: [UInt64])] = [
        ([0x5_1234, 0x6_0000], [0, 0], [0x5_0000, 0x6_0000]),  // the low 16 bits are a counter
        ([0x5_1234, 0x5_9999], [0, 0], [0x5_0000, 0x5_0001]),  // within one tick it counts
        ([0x5_1234, 0x4_0000], [0, 0], [0x5_0000, 0x5_0001]),  // it does not go back
        ([0x5_1234, 0x6_0000], [0x9_0002, 0], [0x9_0003, 0x9_0004]),  // nor behind the document
        ([0x5_1234], [0x5_0000], [0x5_0001]),
    ]

    @Test(arguments: cases.indices)
    func `each time lies behind all before, and behind the document's`(index: Int) {
        let (readings, seen, times) = Self.cases[index]
        #expect(Self.times(readings, after: seen) == times)
    }

    @Test func `the system's clock is after 2024 and before 2100`() {
        #expect(1_704_067_200_000_000_000...4_102_444_800_000_000_000 ~= HybridClock.systemTime())
    }
}
