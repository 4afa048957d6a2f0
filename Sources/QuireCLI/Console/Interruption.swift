import Synchronization

/// What a person's Ctrl-C does: by default it ends the process at once.
///
/// A command that has something to bring to an end asks for time, and looks whether it is to stop. A
/// second Ctrl-C ends the process all the same.
final class Interruption: Sendable {
    private let isAwaited = Atomic<Bool>(false)
    private let signal = Atomic<Int32>(0)
    private let cleanups = Mutex<[@Sendable () -> Void]>([])

    /// The signal that asked the command to stop, if one has.
    var requested: Int32? {
        let number = signal.load(ordering: .acquiring)
        return number == 0 ? nil : number
    }

    /// Whether the command is to stop.
    var isRequested: Bool { requested != nil }

    /// Runs a closure that looks by itself whether it is to stop.
    func whileAwaited<R>(_ body: () throws -> R) rethrows -> R {
        isAwaited.store(true, ordering: .releasing)
        defer { isAwaited.store(false, ordering: .releasing) }
        return try body()
    }

    /// Has something done before the process ends by a signal.
    func beforeEnding(_ cleanup: @escaping @Sendable () -> Void) {
        cleanups.withLock { $0.append(cleanup) }
    }

    /// Takes in a signal.
    ///
    /// - Returns: Whether the process is to end now; then what has to be done before was done.
    func receive(_ number: Int32) -> Bool {
        if isAwaited.load(ordering: .acquiring), !isRequested {
            signal.store(number, ordering: .releasing)
            return false
        }
        for cleanup in cleanups.withLock({ $0 }) { cleanup() }
        return true
    }
}

/// A command has stopped because it was asked to.
struct Interrupted: Error {}
