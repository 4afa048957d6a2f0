import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// Only the handlers below use it, and it is set before they are.
nonisolated(unsafe) private var signalPipe: Int32 = -1

/// Takes in signals on a thread of its own, where everything can be done that a handler cannot.
enum SignalWatch {
    /// Has a closure called with SIGINT and SIGTERM, and SIGPIPE do nothing, from now on.
    ///
    /// Handlers, not ignored signals: a program that is started, an editor for one, begins with the
    /// default again.
    static func begin(_ body: @escaping @Sendable (Int32) -> Void) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        let source = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        signalPipe = ends[1]
        signal(SIGPIPE) { _ in }
        var watched = sigset_t()
        sigemptyset(&watched)
        for number in [SIGINT, SIGTERM] {
            let before = signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
            }
            // Whoever started the program in the background wants it to ignore the signal.
            if isIgnoring(before) { signal(number, SIG_IGN) }
            sigaddset(&watched, number)
        }
        // A program that is started from a thread that blocks signals begins with them blocked.
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
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// Ends the process as the signal would have.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
