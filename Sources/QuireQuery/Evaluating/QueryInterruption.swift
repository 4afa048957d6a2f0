import Fleece

/// A condition that ends a running statement early.
///
/// A statement ends at a time limit, when the task is canceled, or when its result is no longer
/// needed.
package final class QueryInterruption: FunctionInterruption {
    private let deadline: ContinuousClock.Instant?
    private let stop: () -> Bool

    /// Creates an interruption.
    ///
    /// - Parameters:
    ///   - limit: The maximum duration of the statement from now on, or `nil` for no limit.
    ///   - stop: A closure that returns whether the result is no longer needed.
    package init(limit: Duration?, stoppingIf stop: @escaping () -> Bool = { false }) {
        // An instant more than a century away may be outside the clock's range.
        deadline = limit.map { ContinuousClock.now + min(max($0, .zero), .seconds(3e9)) }
        self.stop = stop
    }

    /// Whether the time limit has passed.
    package var isOverdue: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

    /// Whether the task that waits for the result is canceled.
    package var isCancelled: Bool {
        BlockingCall.current?.isCanceled ?? withUnsafeCurrentTask { $0?.isCancelled ?? false }
    }

    /// Whether the statement must end.
    package var isDue: Bool {
        if !hasEnded { hasEnded = isOverdue || isCancelled || stop() }
        return hasEnded
    }

    /// The amount of work that functions do between two checks, well below a millisecond of time.
    private static let uncheckedWork = 1 << 16

    /// The amount of work since the last check.
    private var unchecked = 0

    /// Whether a check found that the statement must end.
    package private(set) var hasEnded = false

    /// Adds work that a function did or is about to do.
    ///
    /// - Parameter cost: The number of bytes, items or comparisons.
    /// - Returns: Whether the statement must end.
    package func isDue(after cost: Int) -> Bool {
        unchecked = unchecked.adding(clamping: cost)
        guard unchecked >= Self.uncheckedWork else { return hasEnded }
        unchecked = 0
        return isDue
    }
}
