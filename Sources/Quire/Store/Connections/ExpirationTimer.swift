import Dispatch
import Synchronization

/// A database whose expired documents a timer purges.
protocol ExpiringDatabase: AnyObject, Sendable {
    var name: String { get }
    var isOpen: Bool { get }
    /// The clock of the database, in milliseconds since 1970.
    var now: @Sendable () -> Int64 { get }

    /// Purges the documents whose expiration has passed.
    ///
    /// - Returns: The next expiration, or `nil` if no document expires.
    func purgeExpired() throws -> Int64?
}

/// Waits for the time at which the next document of a file is to be deleted by itself.
///
/// The clock is looked at again every ten seconds at least, so a clock that is set does not mislead
/// it for longer.
final class ExpirationTimer: Sendable {
    private struct State {
        /// Who can delete documents; any one of the objects on the file will do.
        var databases: [ObjectIdentifier: WeakDatabase] = [:]
        /// When it is to look next, in milliseconds since 1970.
        var next: Int64?
        /// Tells the time, in milliseconds since 1970.
        var now: (@Sendable () -> Int64)?
        /// Tells the wait for `next` from those that it replaced.
        var generation = 0
    }

    private struct WeakDatabase {
        weak var database: (any ExpiringDatabase)?
    }

    /// The longest wait, in milliseconds.
    private static let longestWait: Int64 = 10_000
    /// When to try again what another process did not let through, in milliseconds.
    private static let retry: Int64 = 1_000

    private let queue = DispatchQueue(label: "Quire.ExpirationTimer", qos: .utility)
    private let state = Mutex(State())

    // MARK: Databases

    /// Adds an object that can delete documents, and waits for the next time.
    ///
    /// - Parameters:
    ///   - database: The object.
    ///   - next: The earliest time at which a document is to be deleted, in milliseconds since 1970.
    func add(_ database: any ExpiringDatabase, next: Int64?) {
        state.withLock {
            $0.databases[ObjectIdentifier(database)] = WeakDatabase(database: database)
            $0.now = database.now
        }
        if let next { schedule(next) }
    }

    /// Removes an object that is being closed.
    ///
    /// - Parameter owner: The object.
    func remove(_ owner: ObjectIdentifier) {
        state.withLock { state in
            state.databases[owner] = nil
            guard state.databases.isEmpty else { return }
            state.next = nil
            state.generation += 1
        }
    }

    // MARK: Waiting

    /// Sees to it that a time is not missed.
    ///
    /// - Parameter time: When a document is to be deleted, in milliseconds since 1970.
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
        // The objects leave the lock alive: the end of one would need the lock itself.
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
            // Closed just now; another object may be open.
            schedule(time)
        } catch {
            QuireLog.warning("Documents of \(database.name) could not be expired yet: \(error)")
            schedule(database.now() + Self.retry)
        }
    }
}
