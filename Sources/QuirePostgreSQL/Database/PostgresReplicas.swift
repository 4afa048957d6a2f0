#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// The replicas of a server, which answer reads if they are recent enough.
    ///
    /// A replica is recent enough if it has replayed the server's log up to the position at which the
    /// last commit of this database object had ended. So a program reads what it has written, and
    /// observers read the change of which they have been notified. A replica that is behind, or cannot
    /// be reached, is skipped.
    final class PostgresReplicas: Sendable {
        private struct State {
            /// The number of commits, beginning with one that represents the state at the beginning.
            var commitCount = 1
            /// A position in the log of the primary server, and the number of commits before it.
            var position: (commitCount: Int, text: String)?
            /// The number of commits that each replica has replayed.
            var replayed: [Int]
            /// When each replica can be used again after a failure.
            var availableAfter: [Date]
            var last = 0
        }

        /// How long a replica is skipped after a failure.
        private static let pause: TimeInterval = 5

        private let pools: [PostgresPool]
        private let state: Mutex<State>

        init(_ pools: [PostgresPool]) {
            self.pools = pools
            state = Mutex(
                State(
                    replayed: Array(repeating: 0, count: pools.count),
                    availableAfter: Array(repeating: .distantPast, count: pools.count)))
        }

        /// Requires that later reads see the current state of the primary server.
        ///
        /// This method is called after each commit.
        func requireCurrentState() {
            if pools.isEmpty { return }
            state.withLock { $0.commitCount += 1 }
        }

        /// Calls a closure with a connection to a replica that is recent enough.
        ///
        /// - Parameters:
        ///   - primary: The connections to the primary server.
        ///   - body: A closure that reads. After a failure of the replica, the caller runs it again.
        /// - Returns: The value that the closure returns, or `nil` if no replica can be used.
        /// - Throws: An error of the primary server, or one that does not depend on the server.
        func read<R>(
            _ primary: PostgresPool, _ body: (PostgresConnection) throws -> R
        ) throws -> R? {
            if pools.isEmpty { return nil }
            for _ in pools {
                guard let number = next() else { return nil }
                let (count, isRecent) = state.withLock {
                    ($0.commitCount, $0.replayed[number] >= $0.commitCount)
                }
                let position = isRecent ? nil : try position(after: count, primary)
                do {
                    return try pools[number].withConnection { connection in
                        if let position {
                            guard try Self.hasReplayed(position, connection) else { return nil }
                            state.withLock {
                                $0.replayed[number] = max($0.replayed[number], count)
                            }
                        }
                        return try body(connection)
                    }
                } catch let error as QuireError where Self.isFailureOfReplica(error) {
                    state.withLock {
                        $0.availableAfter[number] = Date(timeIntervalSinceNow: Self.pause)
                    }
                }
            }
            return nil
        }

        /// Returns the number of the next available replica, in turn.
        private func next() -> Int? {
            state.withLock { state in
                let now = Date()
                for _ in pools {
                    state.last = (state.last + 1) % pools.count
                    if state.availableAfter[state.last] <= now { return state.last }
                }
                return nil
            }
        }

        /// Returns a position in the log of the primary server after a number of commits.
        private func position(after count: Int, _ primary: PostgresPool) throws -> String {
            if let known = state.withLock({ $0.position }), known.commitCount >= count {
                return known.text
            }
            let text = try primary.withConnection {
                try $0.rows("SELECT pg_current_wal_insert_lsn()::text")[0].text(0)
            }
            state.withLock { state in
                if state.position.map({ $0.commitCount < count }) ?? true {
                    state.position = (count, text)
                }
            }
            return text
        }

        private static func hasReplayed(
            _ position: String, _ connection: PostgresConnection
        ) throws -> Bool {
            let row = try connection.rows(
                """
                SELECT pg_is_in_recovery()
                AND coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)
                """, [.text(position)])[0]
            return try row.boolean(0)
        }

        /// Returns whether the same read can succeed on another server.
        ///
        /// A replica can cancel a query because of a change that it replays (SQLSTATE 40001), and may
        /// not yet have a table that another program has created (42P01).
        private static func isFailureOfReplica(_ error: QuireError) -> Bool {
            error.code == .cantOpenFile || error.code == .busy
                || error.sqlState == "42P01"
        }
    }
#endif
