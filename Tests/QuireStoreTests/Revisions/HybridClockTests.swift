import Quire
import Testing

@Suite struct HybridClockTests {
    /// Returns the times of a clock, relative to the earliest one.
    static func times(_ readings: [UInt64], after seen: [UInt64]) throws -> [UInt64] {
        var remaining = readings.map { $0 + HybridClock.earliest }[...]
        var clock = HybridClock { remaining.popFirst() ?? 0 }
        return try seen.map {
            try clock.next(after: $0 + HybridClock.earliest) - HybridClock.earliest
        }
    }

    static let cases: [(readings: [UInt64], seen: [UInt64], times: [UInt64])] = [
        ([0x5_1234, 0x6_0000], [0, 0], [0x5_0000, 0x6_0000]),  // the low 16 bits are a counter
        ([0x5_1234, 0x5_9999], [0, 0], [0x5_0000, 0x5_0001]),  // within one tick it counts
        ([0x5_1234], [0x5_0000], [0x5_0001]),
    ]

    @Test(arguments: cases.indices)
    func `each time is later than all before, and than the document's`(index: Int) throws {
        let (readings, seen, times) = Self.cases[index]
        #expect(try Self.times(readings, after: seen) == times)
    }

    /// Readings of the system clock, the document's time, and the longest step after it.
    static let steps: [(now: UInt64, last: UInt64, seen: UInt64, maximum: UInt64)] = [
        (0x4_0000, 0x5_0000, 0, 1 << 16),  // the system clock was set back
        (0x4_0000, 0x5_0000, 0x9_0002, 1 << 16),  // the document is ahead, within the tolerance
        (0x5_1234, 0, 0x6_1234 + HybridClock.tolerance, 1 << 30),  // or beyond it
    ]

    @Test(arguments: steps)
    func `a time after one that is ahead is later by a random step`(
        now: UInt64, last: UInt64, seen: UInt64, maximum: UInt64
    ) throws {
        let times = try (0..<100).map { _ in
            var clock = HybridClock { HybridClock.earliest + now }
            clock.note(HybridClock.earliest + last)
            return try clock.next(after: HybridClock.earliest + seen)
        }
        let previous = HybridClock.earliest + max(last, seen)
        let isInRange = times.allSatisfy { previous + 1...previous + maximum ~= $0 }
        #expect(isInRange && Set(times).count > 90)
    }

    @Test func `a document that was accepted with the latest time can be changed`() throws {
        var clock = RevisionClock()
        var id = RevisionID(
            RevisionID.Version(time: HybridClock.latestReceivable, source: nil))
        for _ in 0..<100_000 {
            let next = try clock.next(after: id)
            try #require(next.timestamp > id.timestamp)
            id = next
        }
    }

    static let bounds: [(now: UInt64, time: UInt64?)] = [
        (HybridClock.earliest, HybridClock.earliest),
        (HybridClock.latestStorable, HybridClock.latestStorable & ~0xFFFF),
        (HybridClock.latestStorable + 1, nil), (.max - 1, nil), (.max, nil),
    ]

    @Test(arguments: bounds)
    func `a time out of range is an error`(
        now: UInt64, time: UInt64?
    ) {
        var clock = HybridClock { now }
        #expect((try? clock.next(after: 0)) == time)
        #expect(clock.latest <= HybridClock.latestStorable)
        #expect(clock.last == time ?? 0)
    }

    @Test(arguments: [0, HybridClock.earliest - 1])
    func `computers whose clock was never set create different times`(now: UInt64) throws {
        let times = try (0..<100).map { _ in
            var clock = HybridClock { now }
            return [try clock.next(after: 0), try clock.next(after: 0)]
        }
        let areInOrder = times.allSatisfy { HybridClock.earliest < $0[0] && $0[0] < $0[1] }
        #expect(areInOrder && Set(times.joined()).count > 190)
    }

    @Test func `a time that is ahead of the clock moves only the revision of its document`() throws
    {
        var clock = HybridClock { HybridClock.earliest + 0x5_1234 }
        let ahead = HybridClock.earliest + 0x5_1234 + HybridClock.tolerance + 1
        #expect(try clock.next(after: ahead) > ahead)
        #expect(try clock.next(after: 0) == HybridClock.earliest + 0x5_0000)
    }

    @Test func `the system's clock is after 2024 and before 2100`() {
        #expect(1_704_067_200_000_000_000...4_102_444_800_000_000_000 ~= HybridClock.systemTime())
    }
}
