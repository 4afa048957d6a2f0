/// Lets one thread at a time to a database object's connection that writes.
///
/// The gates of all objects on a file share one lock.
final class WriterGate: @unchecked Sendable {
    // Sendable because `lock` protects `transaction` and `isEntered`: they are used only by the
    // thread that holds it. A thread that finds that it holds the lock may look at both.
    private let lock: WriterLock
    private var transaction: StoreTransaction?
    private var isEntered = false

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - transaction: The writing connection with its state.
    ///   - lock: The lock of the file.
    init(_ transaction: sending StoreTransaction, lock: WriterLock) {
        self.transaction = transaction
        self.lock = lock
    }

    /// The transaction that this thread is in, if it is in one.
    @inline(__always)
    var runningTransaction: StoreTransaction? {
        guard lock.isHeldByThisThread, isEntered, let transaction, transaction.isRunning else {
            return nil
        }
        return transaction
    }

    /// Whether this thread is inside of the gate.
    var isEnteredByThisThread: Bool { lock.isHeldByThisThread && isEntered }

    /// Waits for the other threads and runs a closure as the only one.
    ///
    /// Inside of the closure the gate can be entered again, unless a transaction runs.
    ///
    /// - Parameter body: A closure that gets the writing connection, or `nil` if it is closed.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws, or ``QuireError`` with code `busy` if this thread writes
    ///   to the file through another database object, for whose end it would wait for ever.
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

    /// Runs a closure that takes the connection away.
    ///
    /// It is as ``enter(_:)``, but a thread that writes to the file through another database object
    /// can close this one: nothing is under way here then, and nothing will be.
    ///
    /// - Parameter body: A closure that gets the writing connection, or `nil` if it is closed, and
    ///   whether the other object's transaction goes on behind it.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
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

    /// Takes the connection away, so that it can be closed.
    ///
    /// Call it inside of the gate.
    func retire() {
        transaction = nil
    }
}
