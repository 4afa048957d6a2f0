import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A piece of work that an asynchronous caller waits for.
final class BlockingCall: Sendable {
    private struct Work {
        let run: @Sendable () -> Void
        let cancel: @Sendable () -> Void
    }

    private let work = Mutex<Work?>(nil)
    private let cancellation = Atomic<Bool>(false)

    /// Sets what the call does.
    ///
    /// Exactly one of the closures is called, once.
    ///
    /// - Parameters:
    ///   - run: A closure that does the work.
    ///   - cancel: A closure that is called if the call is canceled before its work begins.
    func prepare(run: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void) {
        work.withLock { $0 = Work(run: run, cancel: cancel) }
    }

    /// Whether the caller's task is canceled.
    var isCanceled: Bool { cancellation.load(ordering: .relaxed) }

    /// Whether the work has begun, or the call was canceled before.
    var isOver: Bool { work.withLock { $0 == nil } }

    /// Does the work, unless the call is over.
    func run() {
        guard let work = take() else { return }
        Self.withCurrent(self) { work.run() }
    }

    /// Cancels the call.
    ///
    /// - Returns: Whether its work had not begun. It does not run then.
    func cancel() -> Bool {
        cancellation.store(true, ordering: .relaxed)
        guard let work = take() else { return false }
        work.cancel()
        return true
    }

    private func take() -> Work? {
        work.withLock { work in
            defer { work = nil }
            return work
        }
    }

    // MARK: The current call

    // Not a task-local value: a task that the work creates would inherit it and outlive the call.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The call whose work this thread does.
    static var current: BlockingCall? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<BlockingCall>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Runs a closure in which a call is ``current``.
    private static func withCurrent(_ call: BlockingCall, _ body: () -> Void) {
        guard let key else { return body() }
        // Not retained: the caller has the call until the closure has returned.
        pthread_setspecific(key, Unmanaged.passUnretained(call).toOpaque())
        defer { pthread_setspecific(key, nil) }
        body()
    }
}
