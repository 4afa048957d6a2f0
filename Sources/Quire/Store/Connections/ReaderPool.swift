import Foundation

/// The connections that read, each lent to one thread at a time.
///
/// Readers never wait for each other or for the writer: if none is idle, another one is opened.
final class ReaderPool: @unchecked Sendable {
    // Sendable because `condition` protects everything that varies, and because a connection that
    // was lent is out of the pool's hands until it comes back.
    private let condition = NSCondition()
    private var idle: [StoreConnection] = []
    private var borrowers: [UInt] = []
    private var isClosed = false

    private let idleLimit = max(2, ProcessInfo.processInfo.activeProcessorCount)
    private let open: @Sendable () throws -> StoreConnection

    /// Makes a pool; no connection is opened yet.
    ///
    /// - Parameter open: Opens a further connection.
    init(open: @escaping @Sendable () throws -> StoreConnection) {
        self.open = open
    }

    /// Whether the pool is closed, or waits for what was lent to close.
    var isClosing: Bool {
        condition.lock()
        defer { condition.unlock() }
        return isClosed
    }

    /// Lends a connection, until ``giveBack(_:)``.
    ///
    /// - Returns: The connection, or `nil` if the pool is closed.
    /// - Throws: ``QuireError`` if a further connection is needed and cannot be opened.
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

    /// Takes a connection back.
    ///
    /// - Parameter connection: What ``borrow()`` gave.
    func giveBack(_ connection: StoreConnection) {
        connection.abandonTransaction()
        giveBack(connection, borrower: ThreadIdentity.current)
    }

    private func giveBack(_ connection: StoreConnection?, borrower: UInt) {
        condition.lock()
        // A connection may come back on another thread than it left on; then any entry will do.
        let entry = borrowers.lastIndex(of: borrower) ?? borrowers.indices.last
        if let entry { borrowers.remove(at: entry) }
        let isKept = !isClosed && idle.count < idleLimit
        if let connection, isKept { idle.append(connection) }
        if isClosed { condition.broadcast() }
        condition.unlock()
        if !isKept { connection?.close() }
    }

    /// Closes the pool: nothing is lent any more, and what is lent is waited for.
    ///
    /// - Parameter limit: How many seconds to wait.
    /// - Returns: `false` if the pool is as before, because this thread itself borrows a connection
    ///   or because the time is up.
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
