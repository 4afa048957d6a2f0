import QuirePlatform
import Foundation

/// A pool of reader connections.
///
/// One thread at a time uses a connection.
///
/// Readers never wait for each other or for the writer: if no connection is idle, the pool opens
/// another one.
package final class ReaderPool: @unchecked Sendable {
    // `@unchecked Sendable`: `condition` protects the mutable state. The pool doesn't use a
    // connection while a thread borrows it.
    private let condition = NSCondition()
    private var idle: [StoreConnection] = []
    private var borrowers: [Borrower] = []
    private var isClosed = false
    private var isSuspended = false

    private struct Borrower {
        let thread: UInt
        /// SQLite's handle of the connection, or `nil` while the connection is being opened.
        var handle: OpaquePointer?
    }

    // Counting the processors reads files of the system.
    private static let idleLimit = max(2, ProcessInfo.processInfo.activeProcessorCount)
    private let open: @Sendable (_ number: Int) throws -> StoreConnection

    /// Creates a pool without opening a connection.
    ///
    /// - Parameters:
    ///   - first: An open connection for the pool, or `nil`. If it can write to the file, the pool
    ///     keeps it until the end and closes it last, so that SQLite empties the write-ahead log.
    ///   - open: A closure that opens a connection. It receives the number of connections of the pool
    ///     with the new one.
    init(
        _ first: sending StoreConnection? = nil,
        open: @escaping @Sendable (_ number: Int) throws -> StoreConnection
    ) {
        if let first { idle.append(first) }
        self.open = open
    }

    /// Whether the pool is closed or suspended, or is waiting for borrowed connections before that.
    package var isClosing: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isUnavailable
    }

    private var isUnavailable: Bool { isClosed || isSuspended }

    /// Returns a connection for exclusive use until ``giveBack(_:)`` is called.
    ///
    /// - Returns: The connection, or `nil` if the pool is closed or suspended.
    /// - Throws: ``QuireError`` if a new connection is required and cannot be opened.
    func borrow() throws -> StoreConnection? {
        condition.lock()
        guard !isUnavailable else {
            condition.unlock()
            return nil
        }
        let connection = idle.popLast()
        borrowers.append(
            Borrower(thread: ThreadIdentity.current, handle: connection?.sqlite.handle))
        let number = borrowers.count
        condition.unlock()
        return try connection ?? openBorrowed(number: number)
    }

    private func openBorrowed(number: Int) throws -> StoreConnection {
        do {
            let connection = try open(number)
            condition.lock()
            if let entry = entry(nil) { borrowers[entry].handle = connection.sqlite.handle }
            condition.unlock()
            return connection
        } catch {
            giveBack(nil)
            throw error
        }
    }

    /// Returns the index of the entry of a connection.
    ///
    /// For `nil`, it returns the index of this thread's entry without a connection.
    private func entry(_ connection: StoreConnection?) -> Int? {
        if let connection {
            return borrowers.lastIndex { $0.handle == connection.sqlite.handle }
        }
        return borrowers.lastIndex {
            $0.handle == nil && $0.thread == ThreadIdentity.current
        }
    }

    /// Returns a connection to the pool.
    ///
    /// - Parameter connection: A connection that ``borrow()`` returned.
    func giveBack(_ connection: StoreConnection) {
        connection.abandonTransaction()
        giveBack(.some(connection))
    }

    private func giveBack(_ connection: StoreConnection?) {
        condition.lock()
        if let entry = entry(connection) { borrowers.remove(at: entry) }
        // An interruption can also end the rollback.
        let isReusable = connection?.sqlite.isAutocommit ?? false
        var surplus = connection
        // ``close(waitingUpTo:)`` closes the connections that are returned while it waits.
        if let connection, !isSuspended, isReusable {
            idle.append(connection)
            surplus =
                idle.count > Self.idleLimit
                ? idle.firstIndex { $0.sqlite.isReadOnly }.map { idle.remove(at: $0) } : nil
        }
        if isUnavailable { condition.broadcast() }
        condition.unlock()
        surplus?.close()
    }

    /// Closes the pool after all borrowed connections are returned.
    ///
    /// While the pool is closing, no connection can be borrowed. A connection that can write stays
    /// open until ``closeLastConnection()`` is called.
    ///
    /// - Parameter limit: The maximum time to wait, in seconds.
    /// - Returns: `true` if the pool is closed. `false` if it remains open, because the current
    ///   thread borrows a connection or the time limit is exceeded.
    func close(waitingUpTo limit: TimeInterval) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        let deadline = Date(timeIntervalSinceNow: limit)
        while !borrowers.isEmpty {
            guard !isBorrowedByThisThread, condition.wait(until: deadline) else {
                isClosed = false
                return false
            }
        }
        closeReadOnlyConnections()
        return true
    }

    /// Closes the connection that can write, so that SQLite removes the write-ahead log.
    ///
    /// SQLite removes the log only if the last connection to the file can write.
    func closeLastConnection() {
        condition.lock()
        defer { condition.unlock() }
        closeIdleConnections()
    }

    /// Closes the connections, and interrupts the statements of borrowed ones.
    ///
    /// Until ``resume()`` is called, no connection can be borrowed.
    ///
    /// - Parameter deadline: The time at which the method stops waiting for borrowed connections.
    ///   Statements are interrupted even after it.
    /// - Returns: Whether all connections are closed. The others are closed when they are returned.
    func suspend(until deadline: Date) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        isSuspended = true
        closeIdleConnections()
        while !borrowers.isEmpty {
            // A closure that reads may run another statement after the interrupted one.
            for case let handle? in borrowers.map(\.handle) { SQLiteConnection.interrupt(handle) }
            guard Date() < deadline else { return false }
            _ = condition.wait(until: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
        return true
    }

    /// Whether the current thread borrows a connection.
    var isReadByThisThread: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isBorrowedByThisThread
    }

    /// Ends a suspension.
    func resume() {
        condition.lock()
        defer { condition.unlock() }
        isSuspended = false
    }

    private var isBorrowedByThisThread: Bool {
        borrowers.contains { $0.thread == ThreadIdentity.current }
    }

    private func closeIdleConnections() {
        closeReadOnlyConnections()
        for connection in idle { connection.close() }
        idle.removeAll()
    }

    private func closeReadOnlyConnections() {
        // A closed connection cannot be asked whether it is read-only.
        let readers = idle.filter(\.sqlite.isReadOnly)
        idle.removeAll { $0.sqlite.isReadOnly }
        for connection in readers { connection.close() }
    }
}
