#if PostgreSQL
    import Dispatch
    import QuirePlatform
    import QuireModels

    /// The cancellation of the statements that a canceled task waits for.
    final class StatementCancellation: Sendable {
        /// The queue on which servers are asked to cancel statements, which takes a round trip.
        private static let queue = DispatchQueue(label: "Quire.PostgresCancellation")

        private struct State {
            var connection: PostgresConnection?
            var isCanceled = false
        }

        private let state: Mutex<State>

        private init(_ connection: PostgresConnection) {
            state = Mutex(State(connection: connection))
        }

        /// Runs a closure whose statements are canceled if the task that waits for them is canceled.
        ///
        /// - Parameters:
        ///   - connection: The connection on which the closure runs statements.
        ///   - body: The closure.
        /// - Returns: The value that the closure returns.
        /// - Throws: An error that the closure throws, or `CancellationError`.
        static func run<R>(
            on connection: PostgresConnection, _ body: () throws -> R
        ) throws -> R {
            if BlockingWork.isCanceled { throw CancellationError() }
            let cancellation = StatementCancellation(connection)
            defer { cancellation.end() }
            do {
                return try BlockingWork.withCancellationHandler(operation: body) {
                    queue.async { cancellation.cancel() }
                }
            } catch let error as QuireError where error.sqlState == "57014" {
                throw cancellation.state.withLock(\.isCanceled) ? CancellationError() : error
            }
        }

        private func cancel() {
            // The lock keeps the connection from being used for other statements meanwhile.
            state.withLock { state in
                guard let connection = state.connection else { return }
                state.isCanceled = true
                connection.cancel()
            }
        }

        private func end() {
            state.withLock { $0.connection = nil }
        }
    }
#endif
