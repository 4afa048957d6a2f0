import Foundation
import Synchronization

/// Lets one thread at a time to the connection that writes.
final class WriterGate: @unchecked Sendable {
    // Sendable because `lock` protects `transaction`, which is used only by the thread that holds
    // it. That thread's identity is in `owner`, so a thread that finds its own there holds the lock.
    private let lock = NSLock()
    private let owner = Atomic<UInt>(ThreadIdentity.none)
    private var transaction: StoreTransaction?

    /// Makes a gate.
    ///
    /// - Parameter transaction: The writing connection with its state.
    init(_ transaction: sending StoreTransaction) {
        self.transaction = transaction
    }

    /// The transaction that this thread is in, if it is in one.
    @inline(__always)
    var runningTransaction: StoreTransaction? {
        owner.load(ordering: .relaxed) == ThreadIdentity.current ? transaction : nil
    }

    /// Waits for the other threads' transactions and runs a closure as the only one.
    ///
    /// - Parameter body: A closure that gets the writing connection, or `nil` if it is closed.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    /// - Precondition: This thread is not inside of the gate already.
    func enter<R>(_ body: (StoreTransaction?) throws -> R) rethrows -> R {
        lock.lock()
        owner.store(ThreadIdentity.current, ordering: .relaxed)
        defer {
            owner.store(ThreadIdentity.none, ordering: .relaxed)
            lock.unlock()
        }
        return try body(transaction)
    }

    /// Takes the connection away, so that it can be closed.
    ///
    /// Call it inside of the gate.
    func retire() {
        transaction = nil
    }
}
