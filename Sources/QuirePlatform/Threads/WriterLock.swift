package import Foundation

/// A lock that lets one thread of this process at a time write to a file.
///
/// All database objects that open the file share the lock. SQLite's own lock also excludes other
/// connections, but it waits by polling.
package final class WriterLock: Sendable {
    private let lock = NSLock()
    @usableFromInline
    let owner = Atomic<UInt>(ThreadIdentity.none)

    package init() {}

    /// Whether this thread holds the lock.
    ///
    /// Only this thread stores its own identity, so the result cannot become outdated while it is
    /// used.
    @inlinable
    package var isHeldByThisThread: Bool {
        owner.load(ordering: .relaxed) == ThreadIdentity.current
    }

    /// Waits for the lock and acquires it.
    ///
    /// - Precondition: This thread does not hold the lock.
    package func acquire() {
        lock.lock()
        owner.store(ThreadIdentity.current, ordering: .relaxed)
    }

    /// Waits for the lock and acquires it, unless a time passes first.
    ///
    /// - Precondition: This thread does not hold the lock.
    /// - Parameter time: The time at which the method stops waiting.
    /// - Returns: Whether the lock was acquired.
    package func acquire(before time: Date) -> Bool {
        guard lock.lock(before: time) else { return false }
        owner.store(ThreadIdentity.current, ordering: .relaxed)
        return true
    }

    /// Releases the lock.
    package func release() {
        owner.store(ThreadIdentity.none, ordering: .relaxed)
        lock.unlock()
    }
}

/// The identities of running threads.
package enum ThreadIdentity {
    /// A value that represents no thread.
    @inlinable
    package static var none: UInt { 0 }

    /// The identity of the current thread, which no other running thread has.
    @inlinable
    package static var current: UInt {
        #if canImport(Darwin) || canImport(Musl)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
