import Foundation

/// How long work took, in nanoseconds.
struct WorkTime {
    /// What passed on the wall.
    var elapsed = 0.0
    /// What the processor worked for this process: other programs on the machine lengthen it little.
    var processor = 0.0

    /// The time of one of several operations.
    static func / (time: WorkTime, operations: Int) -> WorkTime {
        WorkTime(
            elapsed: time.elapsed / Double(operations),
            processor: time.processor / Double(operations))
    }
}

/// Takes the time of work, and adds up.
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
