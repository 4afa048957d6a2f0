#if PostgreSQL
    import Foundation

    /// A value that one thread at a time can access, for short sections that many threads enter.
    ///
    /// Each read of a document enters such a section. On Linux, the `Mutex` of the standard library hands
    /// the lock to the thread that has waited the longest, which first has to be scheduled: 8 threads on
    /// 2 processors then need three times as long for each document. This lock is free as soon as its
    /// owner releases it.
    // `@unchecked Sendable`: `lock` protects `value`.
    final class SharedState<Value>: @unchecked Sendable {
        private let lock = NSLock()
        private var value: Value

        init(_ value: sending Value) { self.value = value }

        /// Calls a closure that reads and changes the value while other threads wait.
        func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }
#endif
