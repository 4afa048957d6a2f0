import CSQLite
import QuirePlatform

extension SQLiteConnection {
    /// The number of SQLite instructions between two checks, well below a millisecond of time.
    private static let interval: Int32 = 20_000

    /// Runs a closure whose statements can be interrupted.
    ///
    /// - Parameters:
    ///   - interruption: The condition that ends the statements.
    ///   - body: A closure that runs statements.
    /// - Returns: The result of the closure.
    /// - Throws: Any error that the closure throws.
    package func interruptible<R>(
        by interruption: QueryInterruption, _ body: () throws -> R
    ) rethrows -> R {
        let outer = keys.interruption
        keys.interruption = interruption
        setProgressHandler()
        defer {
            keys.interruption = outer
            setProgressHandler()
        }
        return try body()
    }

    private func setProgressHandler() {
        guard let interruption = keys.interruption else {
            return sqlite3_progress_handler(handle, 0, nil, nil)
        }
        // Not retained: the handler is removed before the interruption is released.
        let pointer = UnsafeReference(interruption).pointer
        sqlite3_progress_handler(
            handle, Self.interval,
            { pointer in
                guard let pointer else { return 0 }
                let interruption = UnsafeReference<QueryInterruption>(pointer: pointer)
                return interruption.object.isDue ? 1 : 0
            }, pointer)
    }
}
