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
    var latest: UInt64 { max(now() &+ Self.tolerance, last) }

    /// Returns a time that no call has returned before and that lies behind another one.
    ///
    /// - Parameter seen: The latest time of the document that gets a new revision; at most
    ///   ``latest``.
    /// - Returns: The time.
    mutating func next(after seen: UInt64) -> UInt64 {
        last = max(now() & ~0xFFFF, last + 1, seen + 1)
        return last
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
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
