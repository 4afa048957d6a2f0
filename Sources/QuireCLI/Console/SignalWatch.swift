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
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
            }
        }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(source, &byte, 1)
                if count == 1 { body(Int32(byte)) } else if count == 0 || errno != EINTR { return }
            }
        }
    }

    /// Ends the process as the signal would have.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
