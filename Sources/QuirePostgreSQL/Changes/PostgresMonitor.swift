#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// The positions up to which the changes of other programs were detected for the listeners of a
    /// database.
    ///
    /// The thread of the server reads the changes, see ``PostgresMonitorThread``. No notification is
    /// necessary for correct results. The database's own changes, of which the listeners already know,
    /// are omitted.
    final class PostgresMonitor: Sendable {
        /// The number of changes that one statement reads.
        private static let pageSize: Int64 = 500

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
            if isNew { database.server.monitorThread.add(database) }
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

        /// Ends the detection.
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
                let horizon = try connection.rows(database.feed.horizon)[0].integer(0)
                let sequence = try connection.rows(
                    statements.lastChangeOrPurge, [.integer(horizon)])[0].integer(0)
                let later = try connection.rows(
                    statements.laterChangesAndPurges, [.integer(sequence)])
                return Position(sequence: sequence, known: Set(try later.map { try $0.integer(0) }))
            }
        }

        // MARK: The thread

        /// Returns whether the thread has to omit the database from now on, because it has no listeners
        /// or is closed.
        func ends(_ database: PostgresDatabase) -> Bool {
            state.withLock { state in
                guard state.isStopped || !database.listeners.isUsed else { return false }
                state.isRunning = false
                state.positions = [:]
                state.ownTransactions = []
                return true
            }
        }

        /// Detects the own changes from now on like those of other programs, because the connection was
        /// lost.
        ///
        /// The positions are kept.
        func forgetOwnTransactions() {
            state.withLock { $0.ownTransactions = [] }
        }

        /// Notifies the listeners of the changes since the last call.
        func deliver(_ database: PostgresDatabase, _ connection: PostgresConnection) throws {
            for store in database.listeners.storeNames {
                let statement = database.statements(of: store).changesAndPurges
                guard var sequence = state.withLock({ $0.positions[store]?.sequence }) else {
                    let position = try Self.position(of: store, database)
                    state.withLock { $0.positions[store] = position }
                    continue
                }
                let horizon = try connection.rows(database.feed.horizon)[0].integer(0)
                var count = 0
                repeat {
                    let rows = try connection.rows(
                        statement,
                        [.integer(sequence), .integer(horizon), .integer(Self.pageSize)])
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
