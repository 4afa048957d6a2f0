import QuirePlatform
import Foundation

// Set before the handlers are installed; only the handlers below use it.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// Signal handling on a separate thread, where handlers can make any calls instead of only
/// async-signal-safe ones.
enum SignalWatch {
    /// Calls a closure for SIGINT, SIGTERM and SIGHUP from now on, and ignores SIGPIPE.
    ///
    /// SIGPIPE gets an empty handler instead of being ignored, so that child processes, such as an
    /// editor, start with the default action.
    static func begin(_ body: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        let source = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        signalPipe = ends[1]
        signal(SIGPIPE) { _ in }
        var watched = sigset_t()
        sigemptyset(&watched)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
            }
            // A process started in the background inherits an ignored signal, and must keep
            // ignoring it.
            if isIgnoring(before) { signal(number, SIG_IGN) }
            sigaddset(&watched, number)
        }
        // A child process inherits the blocked signals of the thread that starts it.
        pthread_sigmask(SIG_UNBLOCK, &watched, nil)
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(source, &byte, 1)
                if count == 1 { body(Int32(byte)) } else if count == 0 || errno != EINTR { return }
            }
        }
    }

    private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        guard let handler else { return false }
        // Functions cannot be compared with `==`, and `SIG_IGN` is a constant instead of the
        // address of a function.
        return withUnsafeBytes(of: handler) { handler in
            withUnsafeBytes(of: SIG_IGN) { handler.elementsEqual($0) }
        }
    }

    /// Ends the process as the signal would have.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
