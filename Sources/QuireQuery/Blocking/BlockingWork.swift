package import Dispatch
import Foundation
import QuirePlatform

/// A limited number of threads for calls that block, on behalf of asynchronous callers.
///
/// The work runs on serial queues that belong to this object, never on a global queue: on Linux the
/// threads of the global queues also run Swift's tasks, so work that blocks or occupies them delays
/// every task of the process. The number of queues limits how many threads the work takes.
///
/// ```swift
/// let work = BlockingWork(label: "hotels", width: 2)
/// let count = try await work.run { try hotels.count() }
/// ```
public final class BlockingWork: Sendable {
    /// The shared queues for work that reads.
    package static let reading = BlockingWork(
        label: "Quire.reading", width: max(4, ProcessInfo.processInfo.activeProcessorCount))

    private struct State {
        /// The idle queues.
        ///
        /// The last one is used next, because its thread may still exist.
        var idleQueues: [DispatchQueue]
        /// The calls that wait for a queue, in order.
        ///
        /// The first `takenCount` elements have already been assigned to a queue.
        var waiting: [BlockingCall] = []
        var takenCount = 0
        /// The number of waiting calls that were canceled.
        var canceledCount = 0
    }

    /// The number of calls that run at the same time.
    public let width: Int

    private let label: String
    private let state: Mutex<State>

    /// Creates an object without work.
    ///
    /// - Parameters:
    ///   - label: The beginning of the queues' labels.
    ///   - width: The number of calls that run at the same time, at least 1.
    public init(label: String, width: Int) {
        self.label = label
        self.width = max(1, width)
        // On Apple platforms, the objects that Foundation autoreleases are released after each call.
        let queues = (0..<self.width).reversed().map {
            DispatchQueue(label: "\(label).\($0)", autoreleaseFrequency: .workItem)
        }
        state = Mutex(State(idleQueues: queues))
    }

    /// Runs a closure on one of the queues and waits for its result.
    ///
    /// The closure runs as a part of the calling task: it reads the task-local values of the caller,
    /// `Task.isCancelled` is that of the caller, and a task that the closure creates inherits both
    /// the values and the priority.
    ///
    /// Closures begin in the order of the calls. If the task is canceled before the closure begins,
    /// the closure does not run and the call returns immediately. If the task is canceled later,
    /// queries that the closure runs on the engines for files and for PostgreSQL throw
    /// `CancellationError`, and the closure can call `Task.checkCancellation()`.
    /// ``withCancellationHandler(operation:onCancel:)`` is for other engines.
    ///
    /// - Parameter body: The closure to run.
    /// - Returns: The value that the closure returns.
    /// - Throws: Any error that the closure throws, or `CancellationError` if the task is canceled
    ///   before the closure begins.
    public func run<R: Sendable>(
        _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        try Task.checkCancellation()
        let executor = BlockingExecutor(work: self)
        return try await withTaskCancellationHandler {
            try await BlockingActor(executor).run(body)
        } onCancel: {
            cancel(executor.call)
        }
    }

    /// Whether the task is canceled that waits for the work of the current thread.
    ///
    /// The value is `false` on threads that do not run work of an asynchronous call.
    public static var isCanceled: Bool { BlockingCall.current?.isCanceled ?? false }

    /// Runs a closure, and calls a handler if the task that waits for the work of the current thread is
    /// canceled.
    ///
    /// An engine uses the handler to interrupt a statement. If the task is already canceled, the handler
    /// is called before the closure. On a thread that does not run work of an asynchronous call, the
    /// handler is never called.
    ///
    /// ```swift
    /// let number = try BlockingWork.withCancellationHandler {
    ///     try hotels.count()
    /// } onCancel: {
    ///     print("The number is no longer needed.")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - operation: A closure that blocks.
    ///   - handler: A closure that is called at most once, on the thread that cancels the task, so it
    ///     must not block. It can still be running when the operation has returned.
    /// - Returns: The value that the operation returns.
    /// - Throws: Any error that the operation throws.
    public static func withCancellationHandler<R>(
        operation: () throws -> R, onCancel handler: @escaping @Sendable () -> Void
    ) rethrows -> R {
        guard let call = BlockingCall.current else { return try operation() }
        return try call.withCancellationHandler(operation: operation, onCancel: handler)
    }

    /// Runs a closure on one of the queues without waiting for it.
    package func add(_ work: @escaping @Sendable () -> Void) { add(BlockingCall(), work) }

    /// Runs a closure on one of the queues after a delay, without waiting for it.
    package func add(after delay: DispatchTimeInterval, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "\(label).delay").asyncAfter(deadline: .now() + delay) {
            self.add(work)
        }
    }

    // MARK: Queues

    /// The queue for calls that are canceled while they wait, whose closures do not run.
    private static let canceledCalls = DispatchQueue(label: "Quire.canceled")

    private enum Place {
        case queue(DispatchQueue), waiting, canceled
    }

    /// Runs the work of a call on one of the queues.
    ///
    /// The work can run and the call can be released by its owner as soon as another thread can find
    /// it, so this method does not use the call after that.
    ///
    /// - Parameters:
    ///   - call: A call that was not added before.
    ///   - work: The work. If the call is canceled before, it runs on another queue, where it must not
    ///     block.
    func add(_ call: BlockingCall, _ work: @escaping @Sendable () -> Void) {
        let place = state.withLock { state -> Place in
            // cancel(_:) marks the call before it takes the lock.
            if call.isCanceled { return .canceled }
            if let queue = state.idleQueues.popLast() { return .queue(queue) }
            call.prepare(work)
            state.waiting.append(call)
            return .waiting
        }
        switch place {
        case .waiting: break
        case .canceled: Self.canceledCalls.async(execute: work)
        case .queue(let queue):
            queue.async {
                call.prepare(work)
                self.finish(call, on: queue)
            }
        }
    }

    /// Runs a call on the current thread, and then the next call.
    private func finish(_ call: BlockingCall, on queue: DispatchQueue) {
        call.run()
        guard let next = next(for: queue) else { return }
        queue.async { self.finish(next, on: queue) }
    }

    /// Returns the next call, or marks the queue as idle.
    private func next(for queue: DispatchQueue) -> BlockingCall? {
        state.withLock { state in
            guard state.takenCount < state.waiting.count else {
                state.waiting.removeAll(keepingCapacity: true)
                state.takenCount = 0
                state.canceledCount = 0
                state.idleQueues.append(queue)
                return nil
            }
            let call = state.waiting[state.takenCount]
            state.takenCount += 1
            if state.takenCount > 256 { Self.removeTaken(&state) }
            return call
        }
    }

    private static func removeTaken(_ state: inout State) {
        state.waiting.removeFirst(state.takenCount)
        state.takenCount = 0
    }

    private func cancel(_ call: BlockingCall) {
        call.cancel()
        let work = state.withLock { state -> (@Sendable () -> Void)? in
            guard let work = call.take() else { return nil }
            state.canceledCount += 1
            // Canceled calls must not accumulate while long-running work occupies the queues.
            if state.canceledCount > 256 {
                Self.removeTaken(&state)
                state.waiting.removeAll(where: \.isOver)
                state.canceledCount = 0
            }
            return work
        }
        if let work { Self.canceledCalls.async(execute: work) }
    }
}
