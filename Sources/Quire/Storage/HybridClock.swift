#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A monotonic clock that creates the times of revisions from the system clock.
///
/// A time consists of nanoseconds since 1970, with the low 16 bits replaced by a counter. The
/// counter is incremented if two revisions fall within the same 65 µs, or if the system clock was
/// set back.
struct HybridClock {
    /// The earliest time of a revision, about 18 minutes after the start of 1970.
    static let earliest: UInt64 = 0x100_0000_0000
    /// The lead of another program's time over the system clock that is not an error of one of the
    /// clocks: two minutes in nanoseconds.
    static let tolerance: UInt64 = 120_000_000_000

    /// The latest time of a revision, on April 11, 2262.
    ///
    /// A version vector stores a time with a counter as a number that is twice as large.
    static let latestStorable = UInt64.max >> 1

    private let now: () -> UInt64
    /// The last returned time.
    private(set) var last: UInt64 = 0

    /// Creates a clock.
    ///
    /// - Parameter now: A closure that returns the nanoseconds since 1970.
    init(now: @escaping () -> UInt64 = Self.systemTime) {
        self.now = now
    }

    /// The latest time that a revision can have at this moment if all clocks are right.
    ///
    /// It is at least the last time that this clock returned, because the system clock may have
    /// been set back since then.
    var latest: UInt64 {
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
    /// - Parameter seen: The latest time of the document that gets a new revision.
    /// - Returns: The time.
    /// - Throws: ``QuireError`` with code `unexpectedError` if no later time can be stored because
    ///   the system clock is wrong. In this case, the clock does not change.
    mutating func next(after seen: UInt64) throws -> UInt64 {
        let time = time
        let (limit, isTooLate) = time.addingReportingOverflow(Self.tolerance)
        let isAhead = !isTooLate && seen > max(limit, last)
        let next = isAhead ? seen + 1 : max(time & ~0xFFFF, last + 1, seen + 1)
        guard next <= Self.latestStorable else {
            throw QuireError(
                .unexpectedError,
                "The system clock is later than the year 2262, the limit for revisions. "
                    + "Set the clock and save again.")
        }
        if !isAhead { last = next }
        return next
    }

    /// Returns whether a time is later than the system clock by more than ``tolerance``.
    func isAhead(_ time: UInt64) -> Bool {
        let (limit, isTooLate) = self.time.addingReportingOverflow(Self.tolerance)
        return !isTooLate && time > limit
    }

    /// Sets the clock back to the system clock, after the latter was corrected.
    mutating func setBack() {
        last = min(last, time & ~0xFFFF)
    }

    /// Advances the clock to a time that another clock created.
    ///
    /// - Parameter time: The time.
    mutating func note(_ time: UInt64) {
        last = max(last, time)
    }

    /// Returns the system time in nanoseconds since 1970.
    static func systemTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let (whole, isTooLate) = UInt64(clamping: time.tv_sec)
            .multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(UInt64(clamping: time.tv_nsec))
        return isTooLate || isBeyond ? .max : sum
    }
}
