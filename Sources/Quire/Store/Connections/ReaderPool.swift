import Foundation

/// A pool of reader connections.
///
/// One thread at a time uses a connection.
///
/// Readers never wait for each other or for the writer: if no connection is idle, the pool opens
/// another one.
final class ReaderPool: @unchecked Sendable {
    // `@unchecked Sendable`: `condition` protects the mutable state. The pool doesn't use a
    // connection while a thread borrows it.
    private let condition = NSCondition()
    private var idle: [StoreConnection] = []
    private var borrowers: [UInt] = []
    private var isClosed = false

    private let idleLimit = max(2, ProcessInfo.processInfo.activeProcessorCount)
    private let open: @Sendable () throws -> StoreConnection

    /// Creates a pool without opening a connection.
    ///
    /// - Parameter open: A closure that opens a connection.
    init(open: @escaping @Sendable () throws -> StoreConnection) {
        self.open = open
    }

    /// Whether the pool is closed, or is waiting for borrowed connections before it closes.
    var isClosing: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isClosed
    }

    /// Returns a connection for exclusive use until ``giveBack(_:)`` is called.
    ///
    /// - Returns: The connection, or `nil` if the pool is closed.
    /// - Throws: ``QuireError`` if a new connection is required and cannot be opened.
    func borrow() throws -> StoreConnection? {
        condition.lock()
        guard !isClosed else {
            condition.unlock()
            return nil
        }
        borrowers.append(ThreadIdentity.current)
        let connection = idle.popLast()
        condition.unlock()
        if let connection { return connection }
        do {
            return try open()
        } catch {
            giveBack(nil, borrower: ThreadIdentity.current)
            throw error
        }
    }

    /// Returns a connection to the pool.
    ///
    /// - Parameter connection: A connection that ``borrow()`` returned.
    func giveBack(_ connection: StoreConnection) {
        connection.abandonTransaction()
        giveBack(connection, borrower: ThreadIdentity.current)
    }

    private func giveBack(_ connection: StoreConnection?, borrower: UInt) {
        condition.lock()
        // A connection may be returned by a different thread. In that case, remove any entry.
        let entry = borrowers.lastIndex(of: borrower) ?? borrowers.indices.last
        if let entry { borrowers.remove(at: entry) }
        let isKept = !isClosed && idle.count < idleLimit
        if let connection, isKept { idle.append(connection) }
        if isClosed { condition.broadcast() }
        condition.unlock()
        if !isKept { connection?.close() }
    }

    /// Closes the pool after all borrowed connections are returned.
    ///
    /// While the pool is closing, no connection can be borrowed.
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
            guard !borrowers.contains(ThreadIdentity.current), condition.wait(until: deadline)
            else {
                isClosed = false
                return false
            }
        }
        for connection in idle { connection.close() }
        idle.removeAll()
        return true
    }
}
