#if Replication
    import QuirePlatform

    /// Permits a limited number of tasks to do something at the same time.
    ///
    /// Waiting tasks get their permits in the order in which they began to wait.
    final class AsyncPermits: Sendable {
        private struct State {
            var free: Int
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state: Mutex<State>

        /// Creates permits.
        ///
        /// - Parameter count: The number of tasks at the same time.
        init(_ count: Int) {
            state = Mutex(State(free: count))
        }

        /// Runs a closure when a permit is free.
        func withPermit<R>(
            isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
        ) async rethrows -> R {
            await acquire(isolation: isolation)
            defer { release() }
            return try await body()
        }

        private func acquire(isolation: isolated (any Actor)?) async {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free > 0 else {
                        state.waiting.append(continuation)
                        return false
                    }
                    state.free -= 1
                    return true
                }
                if isFree { continuation.resume() }
            }
        }

        private func release() {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard !state.waiting.isEmpty else {
                    state.free += 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
    }
#endif
