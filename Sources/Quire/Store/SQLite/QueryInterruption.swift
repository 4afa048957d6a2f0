import CSQLite
import Fleece

/// What ends a running statement before its time: a limit of time, the cancellation of the
/// task, or that the result is not wanted any more.
final class QueryInterruption: FunctionInterruption {
    private let deadline: ContinuousClock.Instant?
    private let stop: () -> Bool

    /// - Parameters:
    ///   - limit: How long the statement may run from now on, or `nil` for any time.
    ///   - stop: Whether nobody wants the result any more.
    init(limit: Duration?, stoppingIf stop: @escaping () -> Bool = { false }) {
        // An instant further away than a century may be out of the clock's range.
        deadline = limit.map { ContinuousClock.now + min(max($0, .zero), .seconds(3_000_000_000)) }
        self.stop = stop
    }

    /// Whether the time is over.
    var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Whether the task that waits for the result is canceled.
    var isCancelled: Bool {
        BlockingCall.current?.isCanceled ?? withUnsafeCurrentTask { $0?.isCancelled ?? false }
    }

    /// Whether the statement has to end.
    var isDue: Bool {
        if !hasEnded { hasEnded = isOverdue || isCancelled || stop() }
        return hasEnded
    }

    /// The amount of work that functions do between two checks: well below a millisecond's worth.
    private static let uncheckedWork = 1 << 16

    /// The work that was done since the last check.
    private var unchecked = 0

    /// Whether a check has found that the statement has to end.
    private(set) var hasEnded = false

    /// Counts work that a function has done or is about to do.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Returns: Whether the statement has to end.
    func isDue(after cost: Int) -> Bool {
        unchecked = unchecked.adding(clamping: cost)
        guard unchecked >= Self.uncheckedWork else { return hasEnded }
        unchecked = 0
        return isDue
    }
}

extension SQLiteConnection {
    /// How many of its instructions SQLite runs until it asks whether to go on: well below a
    /// millisecond's worth.
    private static let interval: Int32 = 20_000

    /// Runs a closure whose statements end when an interruption is due.
    ///
    /// - Parameters:
    ///   - interruption: What ends them.
    ///   - body: A closure that runs statements.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    func interruptible<R>(
        by interruption: QueryInterruption, _ body: () throws -> R
    ) rethrows -> R {
        let outer = keys.interruption
        keys.interruption = interruption
        setProgressHandler()
        defer {
            keys.interruption = outer
            setProgressHandler()
        }
        return try body()
    }

    private func setProgressHandler() {
        guard let interruption = keys.interruption else {
            return sqlite3_progress_handler(handle, 0, nil, nil)
        }
        // Not retained: the handler is taken away before the interruption is let go.
        let pointer = Unmanaged.passUnretained(interruption).toOpaque()
        sqlite3_progress_handler(
            handle, Self.interval,
            { pointer in
                guard let pointer else { return 0 }
                let interruption = Unmanaged<QueryInterruption>.fromOpaque(pointer)
                return interruption.takeUnretainedValue().isDue ? 1 : 0
            }, pointer)
    }
}
