import Foundation

/// The duration of work in nanoseconds.
struct WorkTime {
    /// The elapsed time.
    var elapsed = 0.0
    /// The processor time of the process, which depends little on other programs.
    var processor = 0.0

    /// Returns the time per operation.
    static func / (time: WorkTime, operations: Int) -> WorkTime {
        WorkTime(
            elapsed: time.elapsed / Double(operations),
            processor: time.processor / Double(operations))
    }
}

/// A stopwatch that accumulates durations.
struct Stopwatch {
    private(set) var time = WorkTime()

    mutating func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
        let (start, processorStart) = (
            Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID)
        )
        let value = try work()
        time.processor += Self.now(CLOCK_PROCESS_CPUTIME_ID) - processorStart
        time.elapsed += Self.now(CLOCK_MONOTONIC) - start
        return value
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
