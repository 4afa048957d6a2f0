/// A gate that gives one thread at a time access to the writer connection of a database object.
///
/// The gates of all database objects on a file share one lock.
final class WriterAccess: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` protects `transaction` and `isEntered`. Only the thread that
    // holds the lock accesses them.
    private let lock: WriterLock
    private var transaction: StoreTransaction?
    private var isEntered = false

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - transaction: The writer connection with its state.
    ///   - lock: The lock of the file.
    init(_ transaction: sending StoreTransaction, lock: WriterLock) {
        self.transaction = transaction
        self.lock = lock
    }

    /// The running transaction of the current thread, or `nil`.
    @inline(__always)
    var runningTransaction: StoreTransaction? {
        guard lock.isHeldByThisThread, isEntered, let transaction, transaction.isRunning else {
            return nil
        }
        return transaction
    }

    /// Whether the current thread has entered the gate.
    var isEnteredByThisThread: Bool { lock.isHeldByThisThread && isEntered }

    /// Waits for other threads, then runs a closure with exclusive access.
    ///
    /// Inside the closure, the thread can enter the gate again, unless a transaction is running.
    ///
    /// - Parameter body: A closure that receives the writer connection, or `nil` if it is closed.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `busy` if this
    ///   thread writes to the file through another database object. Waiting for that transaction
    ///   would be a deadlock.
    @inline(__always)
    func enter<R>(_ body: (StoreTransaction?) throws -> R) throws -> R {
        if lock.isHeldByThisThread {
            guard isEntered else { throw Self.enteredElsewhere }
            return try body(transaction)
        }
        lock.acquire()
        isEntered = true
        defer {
            isEntered = false
            lock.release()
        }
        return try body(transaction)
    }

    /// Runs a closure that removes and closes the connection.
    ///
    /// The method works like ``enter(_:)``, with one exception: a thread that writes to the file
    /// through another database object can close this one, because no transaction can run on this
    /// object in the meantime.
    ///
    /// - Parameter body: A closure that receives the writer connection, or `nil` if it is closed,
    ///   and whether the other object's transaction is still running.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    func enterToClose<R>(
        _ body: (StoreTransaction?, _ isInOther: Bool) throws -> R
    ) throws -> R {
        if lock.isHeldByThisThread, !isEntered { return try body(transaction, true) }
        return try enter { try body($0, false) }
    }

    private static var enteredElsewhere: QuireError {
        QuireError(
            .busy,
            "This thread is in a transaction of another Database object on the same file; "
                + "the two cannot write at the same time.")
    }

    /// Removes the connection, so that it can be closed.
    ///
    /// Call the method only inside the gate.
    func retire() {
        transaction = nil
    }
}
