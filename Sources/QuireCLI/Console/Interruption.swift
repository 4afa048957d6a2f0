import QuirePlatform

/// The handling of Ctrl-C; by default, the process ends immediately.
///
/// A command that must clean up runs its work in ``whileAwaited(_:)`` and checks ``isRequested``. A
/// second Ctrl-C ends the process even then.
final class Interruption: Sendable {
    private let isAwaited = Atomic<Bool>(false)
    private let signal = Atomic<Int32>(0)
    private let cleanups = Mutex<[@Sendable () -> Void]>([])

    /// The signal that requested the interruption, if any.
    var requested: Int32? {
        let number = signal.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }

    /// Whether an interruption was requested.
    var isRequested: Bool { requested != nil }

    /// Runs a closure that checks for interruption and stops on request.
    func whileAwaited<R>(_ body: () throws -> R) rethrows -> R {
        isAwaited.store(true, ordering: .releasing)
        defer { isAwaited.store(false, ordering: .releasing) }
        return try body()
    }

    /// Registers a closure to run before a signal ends the process.
    func beforeEnding(_ cleanup: @escaping @Sendable () -> Void) {
        cleanups.withLock { $0.append(cleanup) }
    }

    /// Handles a signal.
    ///
    /// - Returns: Whether the process must end now. If so, the registered closures have run.
    func receive(_ number: Int32) -> Bool {
        if isAwaited.load(ordering: .acquiring), !isRequested {
            signal.store(number, ordering: .releasing)
            return false
        }
        for cleanup in cleanups.withLock({ $0 }) { cleanup() }
        return true
    }
}

/// An error thrown by a command that stopped on request.
struct Interrupted: Error {}
