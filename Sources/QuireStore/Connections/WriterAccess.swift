import Foundation
import QuirePlatform

/// A lock that gives one thread at a time access to the writer connection of a database object.
///
/// All database objects for the same file share one ``WriterLock``, so only one of them can be used
/// for writing at a time.
///
/// The connection of a file is opened when a thread first enters, because many programs only read.
package final class WriterAccess: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` protects `transaction`, `open` and `isEntered`. Only the thread
    // that holds the lock accesses them.
    private let lock: WriterLock
    private var transaction: StoreTransaction?
    /// A closure that opens the connection, or `nil` if it has been opened or closed.
    private var open: (@Sendable () throws -> StoreTransaction)?
    private var isEntered = false
    /// The address of SQLite's handle of the connection, for interruptions by other threads, or 0.
    private let handle: Mutex<UInt>

    /// Creates the access to a writer connection that is opened when it is first used.
    ///
    /// - Parameters:
    ///   - lock: The lock of the file.
    ///   - open: A closure that opens the connection.
    init(lock: WriterLock, open: @escaping @Sendable () throws -> StoreTransaction) {
        handle = Mutex(0)
        self.open = open
        self.lock = lock
    }

    /// Creates the access to an open writer connection.
    ///
    /// - Parameters:
    ///   - transaction: The writer connection with its state.
    ///   - lock: The lock of the file.
    init(_ transaction: sending StoreTransaction, lock: WriterLock) {
        handle = Mutex(UInt(bitPattern: transaction.connection.sqlite.handle))
        self.transaction = transaction
        self.lock = lock
    }

    /// The running transaction of the current thread, or `nil`.
    @inline(__always)
    package var runningTransaction: StoreTransaction? {
        guard lock.isHeldByThisThread, isEntered, let transaction, transaction.isRunning else {
            return nil
        }
        return transaction
    }

    /// Whether the current thread has access to the writer connection.
    var isEnteredByThisThread: Bool { lock.isHeldByThisThread && isEntered }

    /// Waits for other threads, then runs a closure with exclusive access.
    ///
    /// Inside the closure, the same thread can call the method again.
    ///
    /// - Parameter body: A closure that receives the writer connection, or `nil` if it is closed.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `busy` if this
    ///   thread writes to the file through another database object. Waiting for that transaction
    ///   would be a deadlock. If the connection has to be opened, the errors of doing so.
    @inline(__always)
    func enter<R>(_ body: (StoreTransaction?) throws -> R) throws -> R {
        if lock.isHeldByThisThread {
            guard isEntered else { throw Self.alreadyEntered }
            return try body(transaction)
        }
        lock.acquire()
        return try withLock { try body(transaction ?? opened()) }
    }

    /// Runs a closure that may use the connection, and then releases the lock of the file, which
    /// this thread has acquired.
    @inline(__always)
    private func withLock<R>(_ body: () throws -> R) rethrows -> R {
        isEntered = true
        defer {
            isEntered = false
            lock.release()
        }
        return try body()
    }

    private func opened() throws -> StoreTransaction? {
        guard let open else { return nil }
        restore(try open())
        return transaction
    }

    /// Runs a closure with exclusive access, unless a thread has access to the file.
    ///
    /// The method doesn't wait for other threads, and waits for no other process.
    ///
    /// - Parameter body: A closure that receives the writer connection. It isn't called if the
    ///   connection is closed.
    /// - Throws: Any error that the closure throws, or ``QuireError`` with code `busy` if another
    ///   process is writing.
    func enterIfFree(_ body: (StoreTransaction) throws -> Void) throws {
        guard !lock.isHeldByThisThread, lock.acquire(before: Date()) else { return }
        try withLock {
            guard let transaction = try transaction ?? opened() else { return }
            let sqlite = transaction.connection.sqlite
            sqlite.waitForLocks(false)
            defer { sqlite.waitForLocks(true) }
            try body(transaction)
        }
    }

    /// Runs a closure that removes and closes the connection.
    ///
    /// The method works like ``enter(_:)``, with one exception: it does not throw `busy` if the
    /// thread writes to the file through another database object. No transaction can run on this
    /// object at the same time, so it can be closed.
    ///
    /// - Parameter body: A closure that receives the writer connection, or `nil` if it is not open,
    ///   and whether the thread is writing through another database object.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    func enterToClose<R>(
        _ body: (StoreTransaction?, _ isInOther: Bool) throws -> R
    ) throws -> R {
        if lock.isHeldByThisThread { return try body(transaction, !isEntered) }
        lock.acquire()
        return try withLock { try body(transaction, false) }
    }

    private static var alreadyEntered: QuireError {
        QuireError(
            .busy,
            "This thread is in a transaction of another Database object on the same file; "
                + "the two cannot write at the same time. Use one Database object for the file.")
    }

    /// Removes the connection, so that it can be closed.
    ///
    /// Call the method only inside the closure of ``enter(_:)`` or ``enterToClose(_:)``.
    func retire() {
        handle.withLock { $0 = 0 }
        transaction = nil
        open = nil
    }

    // MARK: Suspension

    /// Interrupts the statements that run on the connection.
    func interrupt() {
        handle.withLock {
            if let handle = OpaquePointer(bitPattern: $0) { SQLiteConnection.interrupt(handle) }
        }
    }

    /// Closes the connection, unless it is closed.
    ///
    /// The caller must hold the lock of the file, outside transactions.
    func closeConnection() {
        let closed = transaction
        retire()
        closed?.close(tidyingUp: false)
    }

    /// Replaces the closed connection, or sets the connection that was not open yet.
    ///
    /// The caller must hold the lock of the file.
    ///
    /// - Parameter transaction: The new writer connection with its state.
    func restore(_ transaction: sending StoreTransaction) {
        let address = UInt(bitPattern: transaction.connection.sqlite.handle)
        handle.withLock { $0 = address }
        self.transaction = transaction
        open = nil
    }
}
