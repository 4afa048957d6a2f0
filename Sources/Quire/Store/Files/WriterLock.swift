import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Lets one thread of this process at a time write to a file, through whichever database object.
///
/// SQLite would keep other connections out as well, but by asking again and again.
final class WriterLock: Sendable {
    private let lock = NSLock()
    private let owner = Atomic<UInt>(ThreadIdentity.none)

    /// Whether this thread has the lock.
    ///
    /// Only this thread itself puts its identity there, so the answer cannot become wrong meanwhile.
    @inline(__always)
    var isHeldByThisThread: Bool {
        owner.load(ordering: .relaxed) == ThreadIdentity.current
    }

    /// Waits for the lock.
    ///
    /// - Precondition: This thread does not have it.
    @inline(__always)
    func acquire() {
        lock.lock()
        owner.store(ThreadIdentity.current, ordering: .relaxed)
    }

    /// Gives the lock back.
    @inline(__always)
    func release() {
        owner.store(ThreadIdentity.none, ordering: .relaxed)
        lock.unlock()
    }
}

/// Tells threads apart while they run.
enum ThreadIdentity {
    /// No thread.
    static let none: UInt = 0

    /// A number that no other running thread has.
    @inline(__always)
    static var current: UInt {
        #if canImport(Darwin) || canImport(Musl)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
