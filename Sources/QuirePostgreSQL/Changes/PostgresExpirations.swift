#if PostgreSQL
    import Dispatch
    import Foundation
    import QuirePlatform
    import QuireModels

    /// The queue on which the expired documents of a server's databases are purged, one database after
    /// the other.
    final class ExpirationQueue: Sendable {
        let queue = DispatchQueue(label: "Quire.PostgresDatabase.expiration")
        private let databaseCount = Mutex(0)

        /// The longest time in seconds between two checks of a database, because other programs set
        /// expirations and the system clock can be changed.
        ///
        /// It grows with the number of databases, so that their checks do not occupy the server.
        var longestWait: TimeInterval { databaseCount.withLock { max(60, Double($0) * 0.25) } }

        func changeDatabaseCount(by difference: Int) {
            databaseCount.withLock { $0 += difference }
        }
    }

    /// A timer that purges expired documents.
    ///
    /// Each program that has opened the database runs one. `SKIP LOCKED` lets them share the work.
    final class PostgresExpirations: Sendable {
        /// The number of documents that one transaction purges.
        private static let batchSize = 500

        /// The time in seconds between removals of the records of earlier purges.
        private static let cleanupInterval: TimeInterval = 3600

        private struct State {
            weak var database: PostgresDatabase?
            var nextCleanup = Date.distantPast
            var next = Date.distantFuture
            var isRunning = false
            /// The error of the last check.
            var failure: (any Error)?
        }

        private let queue: ExpirationQueue
        private let state = Mutex(State())

        init(_ queue: ExpirationQueue) {
            self.queue = queue
        }

        deinit { stop() }

        /// Starts the timer for a database.
        ///
        /// - Parameters:
        ///   - database: The database, which is not retained.
        ///   - delay: The time in seconds until the first check.
        func start(_ database: PostgresDatabase, after delay: TimeInterval = 0) {
            state.withLock { state in
                state.database = database
                state.isRunning = true
            }
            queue.changeDatabaseCount(by: 1)
            schedule(Date(timeIntervalSinceNow: delay))
        }

        func stop() {
            let wasRunning = state.withLock { state in
                defer { state = State() }
                return state.isRunning
            }
            if wasRunning { queue.changeDatabaseCount(by: -1) }
        }

        /// Schedules a check for expired documents, unless an earlier one is scheduled.
        func schedule(_ date: Date) {
            let isEarlier = state.withLock { state in
                guard state.isRunning, date < state.next else { return false }
                state.next = date
                return true
            }
            guard isEarlier else { return }
            let wait = min(max(0, date.timeIntervalSinceNow), queue.longestWait)
            queue.queue.asyncAfter(deadline: .now() + wait) { [weak self] in self?.run(date) }
        }

        private func run(_ date: Date) {
            // If an earlier check has been scheduled in the meantime, it schedules the next one.
            let database = state.withLock { state -> PostgresDatabase? in
                guard state.isRunning, state.next == date else { return nil }
                state.next = .distantFuture
                return state.database
            }
            guard let database else { return }
            var next: Date?
            do {
                next = try Self.purgeExpired(database)
                try removeOldPurges(database)
                state.withLock { $0.failure = nil }
            } catch {
                record(error, database)
            }
            schedule(min(next ?? .distantFuture, Date(timeIntervalSinceNow: queue.longestWait)))
        }

        /// The error of the last check, or `nil` if it succeeded.
        var failure: (any Error)? { state.withLock { $0.failure } }

        /// Records the error of a check, and logs it unless the previous check failed as well.
        private func record(_ error: any Error, _ database: PostgresDatabase) {
            let isFirst = state.withLock { state in
                // Closing the database can interrupt a check.
                guard state.isRunning else { return false }
                defer { state.failure = error }
                return state.failure == nil
            }
            guard isFirst else { return }
            QuireLog.warning(
                """
                Expired documents of \(database.location) are kept until a later attempt succeeds: \
                \((error as? QuireError)?.message ?? "\(error)")
                """)
        }

        /// Purges all expired documents, and returns the date of the next expiration.
        static func purgeExpired(_ database: PostgresDatabase) throws -> Date? {
            var next: Date?
            for name in try database.read({ try database.layout.collections($0) }) {
                while try purgeBatch(of: name, database) == batchSize {}
                let statement = database.statements(of: name).nextExpiration
                let time = try database.read { try $0.rows(statement)[0].integerIfPresent(0) }
                if let date = time.map({ PostgresTime(microseconds: $0).date }) {
                    next = min(next ?? date, date)
                }
            }
            return next
        }

        private static func purgeBatch(of name: String, _ database: PostgresDatabase) throws -> Int
        {
            let statements = database.statements(of: name)
            return try database.withConnection { connection in
                try database.writeOnce(on: connection) { connection in
                    let ids = try connection.rows(
                        statements.expired, [.integer(Int64(batchSize))]
                    ).map { $0.text(0) }
                    return try database.purge(
                        ids, in: name, firstNumber: 1, using: statements, on: connection)
                }
            }
        }

        /// Removes the records of earlier purges, which listeners have received.
        private func removeOldPurges(_ database: PostgresDatabase) throws {
            let isDue = state.withLock { state in
                guard state.nextCleanup <= Date() else { return false }
                state.nextCleanup = Date(timeIntervalSinceNow: Self.cleanupInterval)
                return true
            }
            if isDue { try database.removeOldPurges() }
        }
    }
#endif
