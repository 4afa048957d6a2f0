import QuirePlatform

/// The processor time of the current thread, which doesn't depend on other programs.
public enum ThreadTime {
    /// The number of seconds since an arbitrary moment.
    public static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Measures a closure.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The processor time in seconds.
    /// - Throws: Errors of the closure.
    public static func seconds(of body: () throws -> Void) rethrows -> Double {
        let start = now
        try body()
        return now - start
    }
}
