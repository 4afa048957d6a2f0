#if PostgreSQL
    import Dispatch
    import Foundation
    import QuirePlatform
    import QuireModels

    /// A limited number of connections to one server.
    ///
    /// A thread that needs a connection takes an idle one, opens a new one, or waits for one in the
    /// order of the requests.
    final class PostgresPool: Sendable {
        /// A thread that waits for a connection.
        private final class Waiter: Sendable {
            let semaphore = DispatchSemaphore(value: 0)
            /// What another thread handed over.
            let handover = Mutex(Handover.nothing)
        }

        /// What a waiting thread receives.
        private enum Handover {
            case connection(PostgresConnection)
            /// The right to open a connection, in place of one that was closed.
            case place
            /// Nothing, because the time limit is over or the pool is closed.
            case nothing
        }

        private struct IdleConnection {
            let connection: PostgresConnection
            let since: ContinuousClock.Instant
        }

        private struct State {
            /// The idle connections.
            ///
            /// The last one is used next.
            var idle: [IdleConnection] = []
            /// The number of all connections, including those that are being opened.
            var count = 0
            var waiters: [Waiter] = []
            var isClosed = false
        }

        /// A closure that checks a new connection.
        private struct ConnectionCheck: Sendable {
            let run: @Sendable (PostgresConnection) throws -> Void
        }

        /// How a thread gets a connection.
        private enum Access {
            case idle(IdleConnection)
            case new
            case wait(Waiter)
        }

        /// How long a connection can be idle before the pool asks the server whether it still exists.
        private static let uncheckedIdleTime = Duration.seconds(30)

        let configuration: PostgresConfiguration
        private let location: String
        private let state = SharedState(State())
        private let check = Mutex<ConnectionCheck?>(nil)

        init(_ configuration: PostgresConfiguration, location: String) {
            self.configuration = configuration
            self.location = location
        }

        private var limit: Int { max(1, configuration.maximumConnections) }

        /// The numbers of all connections and of the idle ones.
        var connectionCounts: (all: Int, idle: Int) {
            state.withLock { ($0.count, $0.idle.count) }
        }

        /// The number of threads that wait for a connection.
        var waiterCount: Int { state.withLock { $0.waiters.count } }

        /// Calls a closure with a connection that no other thread uses.
        ///
        /// - Parameter body: A closure that uses the connection and does not keep it.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws; `QuireError` with code `busy` if no connection
        ///   becomes free within the time limit, `notOpen` if the pool is closed, or an error of
        ///   `PostgresConnection.init`.
        func withConnection<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
            let connection = try connection()
            defer { release(connection) }
            return try body(connection)
        }

        /// Returns a connection, which the caller passes to `release(_:)`.
        func connection() throws -> PostgresConnection {
            while true {
                switch try access() {
                case .idle(let idle):
                    if Self.isUsable(idle) { return idle.connection }
                    discard()
                case .new: return try open()
                case .wait(let waiter):
                    switch try wait(waiter) {
                    case .connection(let connection): return connection
                    case .place: return try open()
                    case .nothing: throw closedError
                    }
                }
            }
        }

        private func access() throws -> Access {
            try state.withLock { state in
                guard !state.isClosed else { throw closedError }
                if let idle = state.idle.popLast() { return .idle(idle) }
                if state.count < limit {
                    state.count += 1
                    return .new
                }
                let waiter = Waiter()
                state.waiters.append(waiter)
                return .wait(waiter)
            }
        }

        private func open() throws -> PostgresConnection {
            do {
                return try newConnection()
            } catch {
                discard()
                throw error
            }
        }

        /// Sets a closure that checks each new connection.
        func checkNewConnections(_ body: @escaping @Sendable (PostgresConnection) throws -> Void) {
            check.withLock { $0 = ConnectionCheck(run: body) }
        }

        /// Opens a connection that does not belong to the pool, and checks it.
        func newConnection() throws -> PostgresConnection {
            let connection = try PostgresConnection(configuration, location: location)
            try check.withLock { $0 }?.run(connection)
            return connection
        }

        /// Waits for a connection.
        private func wait(_ waiter: Waiter) throws -> Handover {
            let timeout = DispatchTime.now() + max(0, configuration.connectionTimeout)
            if waiter.semaphore.wait(timeout: timeout) == .timedOut {
                let wasWaiting = state.withLock { state in
                    guard let index = state.waiters.firstIndex(where: { $0 === waiter }) else {
                        return false
                    }
                    state.waiters.remove(at: index)
                    return true
                }
                if wasWaiting { throw timeoutError }
            }
            return waiter.handover.withLock { $0 }
        }

        private static func isUsable(_ idle: IdleConnection) -> Bool {
            guard idle.connection.isUsable() else { return false }
            guard idle.since.duration(to: .now) > uncheckedIdleTime else { return true }
            return (try? idle.connection.execute("")) != nil
        }

        /// Takes a connection back.
        ///
        /// One that is broken or still in a transaction is closed.
        func release(_ connection: PostgresConnection) {
            if !connection.isBroken, connection.transactionStatus != .idle {
                try? connection.execute("ROLLBACK")
            }
            guard connection.transactionStatus == .idle, !connection.isBroken else {
                return discard()
            }
            let waiter = state.withLock { state -> Waiter? in
                if state.isClosed {
                    state.count -= 1
                    return nil
                }
                guard state.waiters.isEmpty else {
                    let waiter = state.waiters.removeFirst()
                    waiter.handover.withLock { $0 = .connection(connection) }
                    return waiter
                }
                state.idle.append(IdleConnection(connection: connection, since: .now))
                return nil
            }
            waiter?.semaphore.signal()
        }

        /// Gives the place of a closed connection to the thread that has waited the longest, or
        /// reduces the number of connections.
        private func discard() {
            let waiter = state.withLock { state -> Waiter? in
                guard !state.waiters.isEmpty else {
                    state.count -= 1
                    return nil
                }
                let waiter = state.waiters.removeFirst()
                waiter.handover.withLock { $0 = .place }
                return waiter
            }
            waiter?.semaphore.signal()
        }

        /// Closes the idle connections.
        ///
        /// Others are closed when they are released.
        func close() {
            let (idle, waiters) = state.withLock { state in
                defer {
                    state.count -= state.idle.count
                    (state.idle, state.waiters, state.isClosed) = ([], [], true)
                }
                return (state.idle, state.waiters)
            }
            for waiter in waiters { waiter.semaphore.signal() }
            // The connections are closed without the lock, because that can take some time.
            withExtendedLifetime(idle) {}
        }

        private var closedError: QuireError {
            QuireError(.notOpen, "The \(location) is closed.")
        }

        private var timeoutError: QuireError {
            QuireError(
                .busy,
                """
                None of the \(limit) connections to \(location) became free within \
                \(configuration.connectionTimeout) seconds. Increase maximumConnections, or shorten the \
                transactions.
                """)
        }
    }
#endif
