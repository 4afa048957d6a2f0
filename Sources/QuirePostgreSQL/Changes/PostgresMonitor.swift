#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// A thread that detects the changes of other programs while there are listeners.
    ///
    /// It reads the list of changes when another program sends a notification, and otherwise at the
    /// polling interval, so no notification is necessary for correct results. The database's own
    /// changes, of which the listeners already know, are omitted.
    final class PostgresMonitor: Sendable {
        /// The number of changes that one statement reads.
        private static let pageSize: Int64 = 500
        /// The longest time in seconds between two attempts to connect.
        private static let longestDelay: TimeInterval = 30

        /// The position of one store in its list of changes.
        private struct Position {
            var sequence: Int64
            /// Later changes that were committed before the first listener was added.
            var known: Set<Int64>
        }

        private struct State {
            var isRunning = false
            var isStopped = false
            var positions: [String: Position] = [:]
            /// The IDs of the transactions of this database object.
            var ownTransactions: Set<Int64> = []
        }

        private let state = Mutex(State())

        /// Begins to detect changes of a store.
        ///
        /// If the server cannot be reached, the detection begins when the thread has connected.
        func observe(_ store: String, of database: PostgresDatabase) {
            let isKnown = state.withLock { $0.positions[store] != nil || $0.isStopped }
            if !isKnown, let position = try? Self.position(of: store, database) {
                state.withLock { state in
                    if state.positions[store] == nil { state.positions[store] = position }
                }
            }
            let isNew = state.withLock { state in
                guard !state.isRunning, !state.isStopped else { return false }
                state.isRunning = true
                return true
            }
            guard isNew else { return }
            let thread = Thread { [weak self, weak database] in
                self?.run { database }
            }
            thread.name = "Quire.PostgresMonitor"
            thread.start()
        }

        /// Records a change by this database object.
        func recordOwn(_ sequence: Int64) {
            state.withLock { state in
                if state.isRunning { state.ownTransactions.insert(sequence >> 24) }
            }
        }

        /// Records that a transaction of this database object has failed.
        ///
        /// If the connection was lost during the commit, the transaction can have been committed. Then
        /// the thread detects its changes like those of other programs.
        ///
        /// - Returns: The changes that the thread does not detect, because it has read later ones.
        func forgetOwn(
            _ sequence: Int64, _ changes: [PostgresTransaction.Change]
        ) -> [PostgresTransaction.Change] {
            state.withLock { state in
                state.ownTransactions.remove(sequence >> 24)
                return changes.filter { change in
                    state.positions[change.store].map { $0.sequence >= sequence } ?? false
                }
            }
        }

        /// Ends the thread.
        func stop() {
            state.withLock { $0.isStopped = true }
        }

        /// Returns the end of the list of changes.
        ///
        /// It is the sequence of a committed change. After a crash of the server, new transactions can
        /// have the IDs of earlier ones that were rolled back.
        private static func position(
            of store: String, _ database: PostgresDatabase
        ) throws -> Position {
            let statements = database.statements(of: store)
            return try database.read { connection in
                let sequence = try connection.rows(statements.lastChangeOrPurge)[0].integer(0)
                let later = try connection.rows(
                    statements.laterChangesAndPurges, [.integer(sequence)])
                return Position(sequence: sequence, known: Set(try later.map { try $0.integer(0) }))
            }
        }

        // MARK: The thread

        /// Runs until the monitor is stopped or there are no listeners.
        ///
        /// The database is not retained while the thread waits.
        private func run(_ database: () -> PostgresDatabase?) {
            var delay = 0.1
            while true {
                do {
                    try watch(database) { delay = 0.1 }
                    return
                } catch {
                    // The connection is lost, or cannot be opened. The positions are kept. A server that
                    // was restarted or replaced can use the IDs of transactions again that it has lost.
                    state.withLock { $0.ownTransactions = [] }
                    Thread.sleep(forTimeInterval: delay)
                    delay = min(delay * 2, Self.longestDelay)
                    if end(database()) { return }
                }
            }
        }

        private func watch(
            _ database: () -> PostgresDatabase?, connected: () -> Void
        ) throws {
            guard
                let (configuration, pool, channel) = database().map({
                    ($0.configuration, $0.pool, $0.layout.channel)
                })
            else { return }
            let connection = try pool.newConnection()
            connected()
            if configuration.usesNotifications, !configuration.isPooled {
                try connection.execute("LISTEN \(SQLName.quoted(channel))")
            }
            while true {
                guard let current = database() else { return }
                if end(current) { return }
                try deliver(current, connection)
                try connection.waitForNotification(
                    timeout: max(0.01, configuration.changePollingInterval))
            }
        }

        /// Returns whether the thread has to end, and marks it as ended.
        private func end(_ database: PostgresDatabase?) -> Bool {
            let hasListeners = database?.listeners.isUsed ?? false
            return state.withLock { state in
                guard state.isStopped || !hasListeners else { return false }
                state.isRunning = false
                state.positions = [:]
                state.ownTransactions = []
                return true
            }
        }

        private func deliver(_ database: PostgresDatabase, _ connection: PostgresConnection) throws
        {
            for store in database.listeners.storeNames {
                let statement = database.statements(of: store).changesAndPurges
                guard var sequence = state.withLock({ $0.positions[store]?.sequence }) else {
                    let position = try Self.position(of: store, database)
                    state.withLock { $0.positions[store] = position }
                    continue
                }
                var count = 0
                repeat {
                    let rows = try connection.rows(
                        statement, [.integer(sequence), .integer(Self.pageSize)])
                    count = rows.count
                    var changes: [PostgresTransaction.Change] = []
                    // The position changes together with the decision about the own transactions.
                    try state.withLock { state in
                        for row in rows {
                            sequence = try row.integer(1)
                            let isKnown =
                                state.positions[store]?.known.remove(sequence) != nil
                                || state.ownTransactions.contains(sequence >> 24)
                            if !isKnown { changes.append(.init(store: store, id: row.text(0))) }
                        }
                        state.positions[store]?.sequence = sequence
                    }
                    if !changes.isEmpty {
                        // Observers must read these changes.
                        database.didCommit()
                        database.listeners.notify(changes)
                    }
                } while count == Int(Self.pageSize)
            }
            state.withLock { state in
                let lowest = state.positions.values.map(\.sequence).min() ?? 0
                // A transaction that is still in progress has a higher ID than the lowest position.
                state.ownTransactions = state.ownTransactions.filter { $0 >= lowest >> 24 }
            }
        }
    }
#endif
