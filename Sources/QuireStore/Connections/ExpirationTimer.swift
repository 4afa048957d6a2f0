import Dispatch
import QuirePlatform

/// A database whose expired documents a timer purges.
protocol ExpiringDatabase: AnyObject, Sendable {
    var name: String { get }
    var isOpen: Bool { get }
    /// The clock of the database, in milliseconds since 1970.
    var now: @Sendable () -> Int64 { get }

    /// Purges the documents whose expiration date has passed.
    ///
    /// - Returns: The next expiration date, or `nil` if no document expires.
    func purgeExpired() throws -> Int64?
}

/// A timer that purges the expired documents of a file.
///
/// The timer reads the clock at least every ten seconds, so that it soon detects a changed system
/// clock.
final class ExpirationTimer: Sendable {
    private struct State {
        /// The database objects that can purge documents.
        ///
        /// The timer uses any open one.
        var databases: [ObjectIdentifier: WeakDatabase] = [:]
        /// The time of the next purge, in milliseconds since 1970.
        var next: Int64?
        /// A function that returns the current time, in milliseconds since 1970.
        var now: (@Sendable () -> Int64)?
        /// A number that distinguishes the wait for `next` from waits that it replaced.
        var generation = 0
    }

    private struct WeakDatabase {
        weak var database: (any ExpiringDatabase)?
    }

    /// The longest wait, in milliseconds.
    private static let longestWait: Int64 = 10_000
    /// The delay before a retry if another process blocked the purge, in milliseconds.
    private static let retry: Int64 = 1_000

    private let queue = DispatchQueue(label: "Quire.ExpirationTimer", qos: .utility)
    private let state = Mutex(State())

    // MARK: Databases

    /// Adds a database object that can purge documents, and schedules the next purge.
    ///
    /// - Parameters:
    ///   - database: The database object.
    ///   - next: The earliest expiration date of a document, in milliseconds since 1970.
    func add(_ database: any ExpiringDatabase, next: Int64?) {
        state.withLock {
            $0.databases[ObjectIdentifier(database)] = WeakDatabase(database: database)
            $0.now = database.now
        }
        if let next { schedule(next) }
    }

    /// Removes a database object that is being closed.
    ///
    /// - Parameter owner: The identifier of the database object.
    func remove(_ owner: ObjectIdentifier) {
        state.withLock { state in
            state.databases[owner] = nil
            guard state.databases.isEmpty else { return }
            state.next = nil
            state.generation += 1
        }
    }

    // MARK: Waiting

    /// Schedules a purge, unless an earlier one is scheduled.
    ///
    /// - Parameter time: The expiration date of a document, in milliseconds since 1970.
    func schedule(_ time: Int64) {
        state.withLock { state in
            if let next = state.next, next <= time { return }
            guard !state.databases.isEmpty, let now = state.now else { return }
            state.next = time
            state.generation += 1
            wait(state.generation, until: time, now: now())
        }
    }

    private func wait(_ generation: Int, until time: Int64, now: Int64) {
        let (difference, isFar) = time.subtractingReportingOverflow(now)
        let milliseconds =
            isFar && time > now
            ? Self.longestWait : min(max(0, isFar ? 0 : difference), Self.longestWait)
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(milliseconds))) { [weak self] in
            self?.wake(generation, time)
        }
    }

    private func wake(_ generation: Int, _ time: Int64) {
        // Keep the objects alive until the lock is released: the deinitializer of a database
        // acquires the lock too.
        let databases = state.withLock { state -> [any ExpiringDatabase] in
            guard state.generation == generation, let now = state.now?() else { return [] }
            if now < time {
                wait(generation, until: time, now: now)
                return []
            }
            state.next = nil
            return state.databases.values.compactMap(\.database)
        }
        guard let database = databases.first(where: \.isOpen) else { return }
        do {
            if let next = try database.purgeExpired() { schedule(next) }
        } catch QuireError.Code.notOpen {
            // The object was closed in the meantime. Another object may be open.
            schedule(time)
        } catch QuireError.Code.suspended {
            // Resuming the database schedules a purge.
            return
        } catch {
            QuireLog.warning(
                "Cannot purge expired documents of \(database.name); retrying: \(error)")
            schedule(database.now() + Self.retry)
        }
    }
}
