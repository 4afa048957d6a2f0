import CSQLite
import Fleece

/// A condition that ends a running statement early.
///
/// A statement ends at a time limit, when the task is canceled, or when its result is no longer
/// needed.
final class QueryInterruption: FunctionInterruption {
    private let deadline: ContinuousClock.Instant?
    private let stop: () -> Bool

    /// Creates an interruption.
    ///
    /// - Parameters:
    ///   - limit: The maximum duration of the statement from now on, or `nil` for no limit.
    ///   - stop: A closure that returns whether the result is no longer needed.
    init(limit: Duration?, stoppingIf stop: @escaping () -> Bool = { false }) {
        // An instant more than a century away may be outside the clock's range.
        deadline = limit.map { ContinuousClock.now + min(max($0, .zero), .seconds(3e9)) }
        self.stop = stop
    }

    /// Whether the time limit has passed.
    var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Whether the task that waits for the result is canceled.
    var isCancelled: Bool {
        BlockingCall.current?.isCanceled ?? withUnsafeCurrentTask { $0?.isCancelled ?? false }
    }

    /// Whether the statement must end.
    var isDue: Bool {
        if !hasEnded { hasEnded = isOverdue || isCancelled || stop() }
        return hasEnded
    }

    /// The amount of work that functions do between two checks, well below a millisecond of time.
    private static let uncheckedWork = 1 << 16

    /// The amount of work since the last check.
    private var unchecked = 0

    /// Whether a check found that the statement must end.
    private(set) var hasEnded = false

    /// Adds work that a function did or is about to do.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Returns: Whether the statement must end.
    func isDue(after cost: Int) -> Bool {
        unchecked = unchecked.adding(clamping: cost)
        guard unchecked >= Self.uncheckedWork else { return hasEnded }
        unchecked = 0
        return isDue
    }
}

extension SQLiteConnection {
    /// The number of SQLite instructions between two checks, well below a millisecond of time.
    private static let interval: Int32 = 20_000

    /// Runs a closure whose statements can be interrupted.
    ///
    /// - Parameters:
    ///   - interruption: The condition that ends the statements.
    ///   - body: A closure that runs statements.
    /// - Returns: The result of the closure.
    /// - Throws: Any error that the closure throws.
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
        // Not retained: the handler is removed before the interruption is released.
        let pointer = UnsafeReference(interruption).pointer
        sqlite3_progress_handler(
            handle, Self.interval,
            { pointer in
                guard let pointer else { return 0 }
                let interruption = UnsafeReference<QueryInterruption>(pointer: pointer)
                return interruption.object.isDue ? 1 : 0
            }, pointer)
    }
}
