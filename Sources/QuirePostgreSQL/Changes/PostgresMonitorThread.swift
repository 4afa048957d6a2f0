#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// The thread and the connection that detect the changes of other programs, for all databases of a
    /// server that have listeners.
    ///
    /// The thread runs while there are such databases. It reads the list of changes of a database when
    /// another program sends a notification, and otherwise at the polling interval.
    final class PostgresMonitorThread: Sendable {
        /// The longest time in seconds between two attempts to connect.
        private static let longestDelay: TimeInterval = 30
        /// The longest time in seconds until the thread detects that databases were added or removed.
        private static let longestWait: TimeInterval = 0.1
        /// The time in seconds between two reads without a notification, for each database.
        ///
        /// So the thread reads at most 100 databases in a second, however many have listeners.
        private static let shortestShare: TimeInterval = 0.01

        private struct Entry {
            weak var database: PostgresDatabase?
            let channel: String
        }

        private struct State {
            var isRunning = false
            var isStopped = false
            var entries: [ObjectIdentifier: Entry] = [:]
        }

        private let configuration: PostgresConfiguration
        private let pool: PostgresPool
        private let state = Mutex(State())

        init(_ configuration: PostgresConfiguration, _ pool: PostgresPool) {
            self.configuration = configuration
            self.pool = pool
        }

        private var listens: Bool { configuration.usesNotifications && !configuration.isPooled }

        /// Begins to detect changes of a database that has listeners.
        func add(_ database: PostgresDatabase) {
            let entry = Entry(database: database, channel: database.layout.channel)
            let isNew = state.withLock { state in
                guard !state.isStopped else { return false }
                state.entries[ObjectIdentifier(database)] = entry
                defer { state.isRunning = true }
                return !state.isRunning
            }
            guard isNew else { return }
            let thread = Thread { [weak self] in self?.run() }
            thread.name = "Quire.PostgresMonitor"
            thread.start()
        }

        /// Ends the thread.
        func stop() {
            state.withLock { ($0.isStopped, $0.entries) = (true, [:]) }
        }

        // MARK: The thread

        /// Removes databases without listeners and returns the others, or returns `nil` and ends the
        /// thread if there are none.
        private func current() -> [ObjectIdentifier: Entry]? {
            // The databases are released without the lock, because that can close connections.
            var retained: [PostgresDatabase] = []
            defer { withExtendedLifetime(retained) {} }
            return state.withLock { state in
                for (key, entry) in state.entries {
                    if let database = entry.database {
                        retained.append(database)
                        if !database.monitor.ends(database) { continue }
                    }
                    state.entries[key] = nil
                }
                if state.entries.isEmpty { state.isRunning = false }
                return state.isRunning ? state.entries : nil
            }
        }

        private func run() {
            var delay = 0.1
            while true {
                do {
                    try watch { delay = 0.1 }
                    return
                } catch {
                    // The connection is lost, or cannot be opened. A server that was restarted or
                    // replaced can use the IDs of transactions again that it has lost.
                    guard let entries = current() else { return }
                    for entry in entries.values {
                        entry.database?.monitor.forgetOwnTransactions()
                    }
                    Thread.sleep(forTimeInterval: delay)
                    delay = min(delay * 2, Self.longestDelay)
                }
            }
        }

        /// Delivers changes until there are no databases with listeners.
        ///
        /// The databases are not retained while the thread waits.
        private func watch(connected: () -> Void) throws {
            guard current() != nil else { return }
            let connection = try pool.newConnection()
            connected()
            var watched: [ObjectIdentifier: Watched] = [:]
            var notified: Set<ExactString> = []
            while let entries = current() {
                try listen(to: entries, &watched, connection)
                let share = Self.shortestShare * Double(entries.count)
                let interval = max(share, configuration.changePollingInterval)
                for (key, entry) in entries {
                    guard let next = watched[key]?.next,
                        next <= .now || notified.contains(ExactString(entry.channel)),
                        let database = entry.database
                    else { continue }
                    try deliver(database, connection)
                    watched[key]?.next = .now + .seconds(interval)
                }
                let next = watched.values.map(\.next).min() ?? .now
                let wait = ContinuousClock.Instant.now.duration(to: next) / .seconds(1)
                notified = try connection.waitForNotification(
                    timeout: min(max(0, wait), Self.longestWait))
            }
        }

        /// The channel of a database, and the time of the next read without a notification.
        private struct Watched {
            let channel: String
            var next: ContinuousClock.Instant
        }

        /// Begins to receive the notifications of new databases, and ends receiving those of others.
        private func listen(
            to entries: [ObjectIdentifier: Entry], _ watched: inout [ObjectIdentifier: Watched],
            _ connection: PostgresConnection
        ) throws {
            for (key, old) in watched where entries[key].map({ $0.channel != old.channel }) ?? true
            {
                watched[key] = nil
                let isUsed = watched.values.contains { $0.channel == old.channel }
                if listens, !isUsed {
                    try connection.execute("UNLISTEN \(SQLName.quoted(old.channel))")
                }
            }
            for (key, entry) in entries where watched[key] == nil {
                if listens { try connection.execute("LISTEN \(SQLName.quoted(entry.channel))") }
                watched[key] = Watched(channel: entry.channel, next: .now)
            }
        }

        /// Delivers the changes of a database.
        ///
        /// A failure of one database of a fleet does not affect the others, unless the connection is
        /// lost.
        private func deliver(
            _ database: PostgresDatabase, _ connection: PostgresConnection
        ) throws {
            do {
                try database.monitor.deliver(database, connection)
            } catch {
                guard let place = database.place, !connection.isBroken else { throw error }
                _ = place.explained(error)
                // Observers of a database that was moved look for its new place.
                if place.isOutdated { database.listeners.finish() }
            }
        }
    }
#endif
