import Dispatch
import Foundation
import Synchronization

/// Runs work that may block a thread for asynchronous callers: away from Swift's own threads, and only
/// so much of it at a time that it cannot use up all of the process's.
final class BlockingWork: Sendable {
    /// For what reads.
    static let reading = BlockingWork(width: max(4, ProcessInfo.processInfo.activeProcessorCount))

    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
        /// How many of those that wait have been taken.
        var taken = 0
    }

    private let width: Int
    private let state = Mutex(State())

    /// Makes one with nothing to do.
    ///
    /// - Parameter width: How many pieces of work run at the same time.
    init(width: Int) {
        self.width = width
    }

    /// Runs a piece of work, in the order of the calls.
    ///
    /// - Parameter body: The work.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or `CancellationError` if the task is cancelled before the work
    ///   begins.
    func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            add { continuation.resume(with: Result(catching: body)) }
        }
    }

    func add(_ work: @escaping @Sendable () -> Void) {
        let isToStart = state.withLock { state in
            state.waiting.append(work)
            guard state.running < width else { return false }
            state.running += 1
            return true
        }
        if isToStart { DispatchQueue.global().async { self.work() } }
    }

    private func work() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.taken < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.taken = 0
                state.running -= 1
                return nil
            }
            let work = state.waiting[state.taken]
            state.taken += 1
            // What is done must not pile up where there is always more to do.
            if state.taken > 256 {
                state.waiting.removeFirst(state.taken)
                state.taken = 0
            }
            return work
        }
    }
}
