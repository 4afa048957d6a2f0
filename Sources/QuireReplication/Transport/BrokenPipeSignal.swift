#if Replication && !canImport(Darwin)
    import Foundation

    /// Calls a closure that may write to a closed connection.
    ///
    /// Libraries for encryption write without the flag that prevents the signal SIGPIPE, whose default
    /// action ends the process.
    func withoutBrokenPipeSignal<Result>(_ body: () throws -> Result) rethrows -> Result {
        var signals = sigset_t()
        var previous = sigset_t()
        var pending = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &signals, &previous)
        defer {
            if !wasPending {
                // The signal is one of this thread, which takes it before it is permitted again.
                sigpending(&pending)
                var signal: Int32 = 0
                if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &signal) }
            }
            pthread_sigmask(SIG_SETMASK, &previous, nil)
        }
        return try body()
    }
#endif
