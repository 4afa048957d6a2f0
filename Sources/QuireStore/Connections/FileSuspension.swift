import Foundation
import QuirePlatform

/// A change of what a database object can be used for.
package enum DatabaseAvailability: Sendable {
    /// The file is suspended.
    case suspended
    /// The file was resumed.
    case resumed
    /// The object is closed.
    case closed
}

/// A database object that can close and reopen its connections.
protocol SuspendableDatabase: AnyObject, Sendable {
    /// Whether the current thread uses a reader connection.
    var isReadByThisThread: Bool { get }

    /// Closes the reader connections, interrupts their statements, and prevents further reading.
    ///
    /// - Parameter deadline: The time at which the method stops waiting for readers. Statements are
    ///   interrupted even after it.
    /// - Returns: Whether all reader connections are closed.
    func closeReaders(until deadline: Date) -> Bool

    /// Interrupts the statements of the writer connection.
    func interruptWriter()

    /// Closes the writer connection. The caller holds the writer lock.
    func closeWriter()

    /// Opens the writer connection, and permits reading. The caller holds the writer lock.
    func reopen() throws
}

/// The suspension of a file: while it is suspended, no database object of this process holds or
/// acquires a lock on it.
///
/// A connection in WAL mode holds a shared lock on the file until it is closed, so a suspended
/// database has no connections.
final class FileSuspension: Sendable {
    private struct WeakDatabase {
        weak var database: (any SuspendableDatabase)?
    }

    private let suspended = Atomic<Bool>(false)
    private let databases = Mutex<[ObjectIdentifier: WeakDatabase]>([:])
    /// A lock that orders suspending and resuming.
    private let transition = NSLock()
    /// Closures that receive each suspension and resumption.
    let observers = ObserverList<DatabaseAvailability>()

    /// Whether the file is suspended or is being suspended.
    @inline(__always)
    var isSuspended: Bool { suspended.load(ordering: .relaxed) }

    /// Checks that the file is not suspended.
    ///
    /// - Parameter path: The path of the file, for the error message.
    /// - Throws: ``QuireError`` with code `suspended`.
    func check(_ path: String) throws {
        if isSuspended { throw Self.error(path) }
    }

    /// The error for an operation that requires a connection to a suspended file.
    static func error(_ path: String) -> QuireError {
        QuireError(.suspended, "The database \(path) is suspended. Call resume() before using it.")
    }

    // MARK: Databases

    /// Adds a database object that no thread uses yet, and closes its connections if the file was
    /// suspended while the object was being opened.
    ///
    /// - Parameters:
    ///   - database: The database object.
    ///   - file: The state of the file.
    func add(_ database: any SuspendableDatabase, of file: SharedFileState) {
        databases.withLock { $0[ObjectIdentifier(database)] = WeakDatabase(database: database) }
        guard isSuspended else { return }
        let isHeld = file.lock.isHeldByThisThread
        if !isHeld { file.lock.acquire() }
        defer { if !isHeld { file.lock.release() } }
        if isSuspended { close(database) }
    }

    /// Closes the connections of a database object, except for readers that are in use.
    ///
    /// The caller holds the writer lock.
    private func close(_ database: any SuspendableDatabase) {
        _ = database.closeReaders(until: Date())
        database.closeWriter()
    }

    /// Removes a database object that is being closed.
    func remove(_ database: ObjectIdentifier) {
        databases.withLock { $0[database] = nil }
    }

    private var openDatabases: [any SuspendableDatabase] {
        databases.withLock { $0.values.compactMap(\.database) }
    }

    /// Whether the current thread uses a reader connection to the file.
    var isReadByThisThread: Bool { openDatabases.contains(where: \.isReadByThisThread) }

    // MARK: Transitions

    /// Closes all connections of this process to the file.
    ///
    /// This thread must not use a connection.
    ///
    /// - Parameters:
    ///   - file: The state of the file.
    ///   - deadline: The time at which the method stops waiting for other threads.
    /// - Returns: Whether all connections are closed. In any case, the file is suspended.
    func suspend(_ file: SharedFileState, until deadline: Date) -> Bool {
        transition.lock()
        defer { transition.unlock() }
        suspended.store(true, ordering: .releasing)
        let databases = openDatabases
        file.changes.pauseWatch()
        var reading = databases
        while true {
            // One thread must not use up the time before the statements of others are interrupted.
            let pause = min(deadline, Date(timeIntervalSinceNow: 0.01))
            reading.removeAll { $0.closeReaders(until: pause) }
            if file.lock.acquire(before: pause) {
                // A reader may be waiting for the lock, so it isn't held until the readers end.
                defer { file.lock.release() }
                if reading.isEmpty || Date() >= deadline {
                    for database in databases { database.closeWriter() }
                    return reading.isEmpty
                }
            } else {
                for database in databases { database.interruptWriter() }
                guard Date() < deadline else { return false }
            }
        }
    }

    /// Opens the connections again.
    ///
    /// This thread must not use a connection.
    ///
    /// - Parameter file: The state of the file.
    /// - Returns: Whether the file was suspended.
    /// - Throws: ``QuireError`` if a connection cannot be opened. The file remains suspended.
    func resume(_ file: SharedFileState) throws -> Bool {
        transition.lock()
        defer { transition.unlock() }
        guard isSuspended else { return false }
        file.lock.acquire()
        defer { file.lock.release() }
        let databases = openDatabases
        do {
            for database in databases { try database.reopen() }
        } catch {
            for database in databases { close(database) }
            throw error
        }
        suspended.store(false, ordering: .releasing)
        return true
    }
}
