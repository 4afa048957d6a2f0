import Foundation
import QuirePlatform

/// The snapshots that the threads of a database object are reading.
///
/// A snapshot belongs to a thread, as a transaction does: all reads of the thread use its
/// connection, and writes of the thread throw an error.
package final class SnapshotAccess: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` protects `snapshots`. Only the thread of a snapshot uses its
    // connection.
    private struct Snapshot {
        let connection: StoreConnection
        /// Whether the connection must stay in a transaction of SQLite.
        let isTransaction: Bool
    }

    private let lock = NSLock()
    private var snapshots: [UInt: Snapshot] = [:]
    /// The number of snapshots, so that reads don't look up their thread if there are none.
    private let count = Atomic<Int>(0)

    /// Whether the current thread reads a snapshot.
    @inline(__always)
    package var isReading: Bool {
        count.load(ordering: .relaxed) > 0 && snapshot != nil
    }

    /// The connection of the snapshot that the current thread reads, or `nil`.
    ///
    /// - Throws: ``QuireError`` with code `notInTransaction` if SQLite has ended the snapshot after
    ///   an error. The reads of the thread must not continue on another state.
    @inline(__always)
    func connection() throws -> StoreConnection? {
        count.load(ordering: .relaxed) == 0 ? nil : try snapshotConnection()
    }

    private func snapshotConnection() throws -> StoreConnection? {
        guard let snapshot else { return nil }
        guard !snapshot.isTransaction || !snapshot.connection.sqlite.isAutocommit else {
            throw QuireError(
                .notInTransaction,
                "The snapshot of \(snapshot.connection.sqlite.path) ended after an error.")
        }
        return snapshot.connection
    }

    private var snapshot: Snapshot? {
        lock.withLock { snapshots[ThreadIdentity.current] }
    }

    /// Runs a closure in which all reads of the current thread use a connection.
    ///
    /// The thread must not read a snapshot yet.
    ///
    /// - Parameters:
    ///   - connection: A connection that reads one state until the closure returns.
    ///   - body: A closure that reads.
    /// - Returns: The return value of the closure.
    /// - Throws: Any error that the closure throws.
    func reading<R>(_ connection: StoreConnection, _ body: () throws -> R) rethrows -> R {
        let thread = ThreadIdentity.current
        let snapshot = Snapshot(
            connection: connection, isTransaction: !connection.sqlite.isAutocommit)
        lock.withLock { snapshots[thread] = snapshot }
        count.add(1, ordering: .relaxed)
        defer {
            count.subtract(1, ordering: .relaxed)
            lock.withLock { snapshots[thread] = nil }
        }
        return try body()
    }
}
