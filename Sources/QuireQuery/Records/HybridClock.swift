import QuirePlatform

/// A monotonic clock that creates the times of revisions from the system clock.
///
/// A time consists of nanoseconds since 1970, with the low 16 bits replaced by a counter, which is
/// incremented if two revisions fall within the same 65 µs.
///
/// A time that follows one ahead of the system clock is chosen at random. Otherwise two databases
/// with the same history, as after the restoration of a backup, would give the same time to
/// different edits, and replication would take them for the same version.
package struct HybridClock {
    /// The earliest time of a revision, about 18 minutes after the start of 1970.
    package static let earliest: UInt64 = 0x100_0000_0000
    /// The lead of another program's time over the system clock that is not an error of one of the
    /// clocks: two minutes in nanoseconds.
    package static let tolerance: UInt64 = 120_000_000_000

    /// The latest time of a revision, on April 11, 2262.
    ///
    /// A version vector stores a time with a counter as a number that is twice as large.
    package static let latestStorable = UInt64.max >> 1
    /// The latest time of a revision that is accepted from another database, 18 minutes earlier, so
    /// that the document can still be changed.
    package static let latestReceivable = latestStorable - (1 << 40)

    private let now: () -> UInt64
    /// The last returned time.
    package private(set) var last: UInt64 = 0

    /// Creates a clock.
    ///
    /// - Parameter now: A closure that returns the nanoseconds since 1970.
    package init(now: @escaping () -> UInt64 = Self.systemTime) {
        self.now = now
    }

    /// The latest time that a revision can have at this moment if all clocks are right.
    ///
    /// It is at least the last time that this clock returned, because the system clock may have
    /// been set back since then.
    package var latest: UInt64 {
        let (ahead, isTooLate) = time.addingReportingOverflow(Self.tolerance)
        return isTooLate ? Self.latestStorable : min(max(ahead, last), Self.latestStorable)
    }

    /// The system time, but at least ``earliest``, for a computer whose clock starts in 1970.
    private var time: UInt64 { max(now(), Self.earliest) }

    /// Returns a time that is later than the given time.
    ///
    /// It is also later than all previously returned times, unless the given time is later than
    /// ``latest``: the clock of another computer was wrong, and must not change this one for all other
    /// documents.
    ///
    /// After a time that is ahead of the system clock, the result is random: in the next second for a
    /// time later than ``latest``, and otherwise in the next 65 µs, so that the clock does not run away.
    /// Near the end of the times it is in a part of the rest. A system clock that was never set gives
    /// no time that differs from those of other computers, so the result is random then, too.
    ///
    /// - Parameter seen: The latest time of the document that gets a new revision.
    /// - Returns: The time.
    /// - Throws: ``QuireError`` with code `unexpectedError` if no later time can be stored because
    ///   the system clock or the document's time is wrong. In this case, the clock does not change.
    package mutating func next(after seen: UInt64) throws -> UInt64 {
        let reading = now()
        let time = max(reading, Self.earliest)
        let (limit, isTooLate) = time.addingReportingOverflow(Self.tolerance)
        let isAhead = !isTooLate && seen > max(limit, last)
        let previous = isAhead ? seen : max(last, seen)
        let tick = time & ~0xFFFF
        guard max(previous, tick) < Self.latestStorable else {
            throw QuireError(
                .unexpectedError,
                time > Self.latestStorable
                    ? "The system clock is later than the year 2262, the limit for revisions. "
                        + "Set the clock and save again."
                    : "The document has the latest time that a revision can have. "
                        + "Purge the document and save it again.")
        }
        let isUnset = reading < Self.earliest
        let step: UInt64 =
            if isUnset || isAhead {
                .random(in: 1...max(1, min(1 << 30, (Self.latestStorable - previous) >> 20)))
            } else {
                previous <= tick | 0xFFFF ? 1 : .random(in: 1...(1 << 16))
            }
        let next =
            previous < tick && !isUnset
            ? tick : min(max(previous, tick) + step, Self.latestStorable)
        if !isAhead { last = next }
        return next
    }

    /// Returns whether a time is later than the system clock by more than ``tolerance``.
    package func isAhead(_ time: UInt64) -> Bool {
        let (limit, isTooLate) = self.time.addingReportingOverflow(Self.tolerance)
        return !isTooLate && time > limit
    }

    /// Sets the clock back to the system clock, after the latter was corrected.
    package mutating func setBack() {
        last = min(last, time & ~0xFFFF)
    }

    /// Advances the clock to a time that another clock created.
    ///
    /// - Parameter time: The time. One before the clock's last time has no effect.
    package mutating func note(_ time: UInt64) {
        last = max(last, time)
    }

    /// Returns the system time in nanoseconds since 1970.
    package static func systemTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let (whole, isTooLate) = UInt64(clamping: time.tv_sec)
            .multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(UInt64(clamping: time.tv_nsec))
        return isTooLate || isBeyond ? .max : sum
    }
}
