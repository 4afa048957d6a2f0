import QuirePlatform

/// A unit of blocking work that an asynchronous caller awaits.
package final class BlockingCall: Sendable {
    private struct Work {
        let run: @Sendable () -> Void
        let cancel: @Sendable () -> Void
    }

    private let work = Mutex<Work?>(nil)
    private let cancellation = Atomic<Bool>(false)
    /// The closures to call when the caller's task is canceled, innermost last.
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    /// Sets the closures of the call.
    ///
    /// Exactly one of the closures is called, once.
    ///
    /// - Parameters:
    ///   - run: A closure that does the work.
    ///   - cancel: A closure that is called if the call is canceled before its work begins.
    package func prepare(
        run: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void
    ) {
        work.withLock { $0 = Work(run: run, cancel: cancel) }
    }

    /// Whether the caller's task was canceled.
    package var isCanceled: Bool { cancellation.load(ordering: .relaxed) }

    /// Whether the work has begun, or the call was canceled earlier.
    package var isOver: Bool { work.withLock { $0 == nil } }

    /// Runs the work, unless it has already begun or the call was canceled.
    package func run() {
        guard let work = take() else { return }
        Self.withCurrent(self) { work.run() }
    }

    /// Cancels the call.
    ///
    /// - Returns: `true` if the work had not begun, in which case it will not run.
    package func cancel() -> Bool {
        let handlers = handlers.withLock { handlers in
            cancellation.store(true, ordering: .relaxed)
            return handlers
        }
        for handler in handlers { handler() }
        guard let work = take() else { return false }
        work.cancel()
        return true
    }

    /// Runs a part of the work, and calls a handler once if the caller's task is canceled meanwhile or
    /// was canceled before.
    package func withCancellationHandler<R>(
        operation: () throws -> R, onCancel handler: @escaping @Sendable () -> Void
    ) rethrows -> R {
        let wasCanceled = handlers.withLock { handlers in
            handlers.append(handler)
            return isCanceled
        }
        defer { handlers.withLock { _ = $0.popLast() } }
        if wasCanceled { handler() }
        return try operation()
    }

    private func take() -> Work? {
        work.withLock { work in
            defer { work = nil }
            return work
        }
    }

    // MARK: The current call

    // A task-local value is unsuitable, because tasks created by the work would inherit it and
    // could outlive the call.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The call whose work the current thread runs.
    package static var current: BlockingCall? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        return UnsafeReference<BlockingCall>(pointer: pointer).object
    }

    /// Runs a closure with the given call as ``current``.
    private static func withCurrent(_ call: BlockingCall, _ body: () -> Void) {
        guard let key else { return body() }
        // The pointer is unretained, because the caller keeps the call alive until the closure
        // returns.
        pthread_setspecific(key, UnsafeReference(call).pointer)
        defer { pthread_setspecific(key, nil) }
        body()
    }
}
