#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The clock that gives revisions their times: the system's, made to never go back.
///
/// A time is nanoseconds since 1970 with the low 16 bits replaced by a counter, which counts up when
/// two revisions fall within the same 65 µs, or when the system's clock was set back.
struct HybridClock {
    /// The earliest time that a revision can have, about 18 minutes after 1970 began.
    static let earliest: UInt64 = 0x100_0000_0000
    /// How far ahead of the system's clock another program's time may lie: two minutes, in
    /// nanoseconds.
    static let tolerance: UInt64 = 120_000_000_000

    /// The latest time that a revision can have, on April 11 of the year 2262.
    ///
    /// A version vector stores a time with a counter as a number that is twice as large.
    static let latestStorable = UInt64.max >> 1

    private let now: () -> UInt64
    /// The last time that was given.
    private(set) var last: UInt64 = 0

    /// Makes a clock.
    ///
    /// - Parameter now: Where the nanoseconds since 1970 come from.
    init(now: @escaping () -> UInt64 = Self.systemTime) {
        self.now = now
    }

    /// The latest time that a revision can have been given at this moment.
    ///
    /// What this clock itself gave counts, too: the system's clock may have been set back since.
    var latest: UInt64 {
        let (ahead, isTooLate) = time.addingReportingOverflow(Self.tolerance)
        return isTooLate ? Self.latestStorable : min(max(ahead, last), Self.latestStorable)
    }

    /// The system's time, or the earliest one for a computer whose clock begins in 1970.
    private var time: UInt64 { max(now(), Self.earliest) }

    /// Returns a time that no call has returned before and that lies behind another one.
    ///
    /// - Parameter seen: The latest time of the document that gets a new revision; at most
    ///   ``latest``.
    /// - Returns: The time.
    /// - Throws: ``QuireError`` with code `unexpectedError` if no later time can be stored, because the
    ///   system's clock is wrong. The clock stays as it is then.
    mutating func next(after seen: UInt64) throws -> UInt64 {
        let next = max(time & ~0xFFFF, last + 1, seen + 1)
        guard next <= Self.latestStorable else {
            throw QuireError(
                .unexpectedError,
                "The system's clock is later than the year 2262, which no revision can be. "
                    + "Set the clock and save again.")
        }
        last = next
        return next
    }

    /// Takes note of a time that another clock has given.
    ///
    /// - Parameter time: The time.
    mutating func note(_ time: UInt64) {
        last = max(last, time)
    }

    /// The system's nanoseconds since 1970.
    static func systemTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let (whole, isTooLate) = UInt64(clamping: time.tv_sec)
            .multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(UInt64(clamping: time.tv_nsec))
        return isTooLate || isBeyond ? .max : sum
    }
}
