import QuirePlatform

/// A unit of blocking work that an asynchronous caller awaits.
package final class BlockingCall: Sendable {
    private let work = Mutex<(@Sendable () -> Void)?>(nil)
    private let cancellation = Atomic<Bool>(false)
    /// The closures to call when the caller's task is canceled, innermost last.
    private let handlers = Mutex<[@Sendable () -> Void]>([])

    /// Sets the closure that does the work.
    package func prepare(_ work: @escaping @Sendable () -> Void) {
        self.work.withLock { $0 = work }
    }

    /// Whether the caller's task was canceled.
    package var isCanceled: Bool { cancellation.load(ordering: .relaxed) }

    /// Whether the work has been taken.
    package var isOver: Bool { work.withLock { $0 == nil } }

    /// Runs the work, unless it has already been taken.
    package func run() {
        guard let work = take() else { return }
        Self.withCurrent(self, work)
    }

    /// Marks the call as canceled, and calls the handlers of the operations that run.
    package func cancel() {
        let handlers = handlers.withLock { handlers in
            cancellation.store(true, ordering: .relaxed)
            return handlers
        }
        for handler in handlers { handler() }
    }

    /// Returns the work once, so that only one caller runs it.
    package func take() -> (@Sendable () -> Void)? {
        work.withLock { work in
            defer { work = nil }
            return work
        }
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
