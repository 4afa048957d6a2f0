#if Replication
    import Dispatch
    import QuirePlatform
    import Quire

    /// Resumes one waiting task when something has happened.
    ///
    /// A signal that nothing waits for is kept for the next call of ``wait(atMost:)``.
    final class Signal: Sendable {
        private struct State {
            var isSent = false
            var isFinished = false
            var waiting: CheckedContinuation<Void, Never>?
        }

        private let state = Mutex(State())

        /// The queue for change notifications.
        ///
        /// The main queue of a server may not run.
        private static let queue = DispatchQueue(label: "Quire.replication")

        init() {}

        /// Resumes the waiting task, or the next one that waits.
        func send() {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                state.isSent = state.waiting == nil
                return state.waiting
            }
            waiting?.resume()
        }

        /// Sends the signal for each change of a collection, until the token is removed.
        func observe(_ collection: DocumentCollection) -> ListenerToken {
            collection.addChangeListener(queue: Self.queue) { _ in self.send() }
        }

        /// Resumes the waiting task, and lets no later task wait.
        func finish() {
            state.withLock { $0.isFinished = true }
            send()
        }

        /// Waits for a signal, for the end of a time limit, or for the cancellation of the task.
        ///
        /// - Parameter limit: The maximum time, or `nil` for no limit.
        func wait(atMost limit: Duration? = nil) async {
            let timer = limit.map { limit in
                Task {
                    try? await Task.sleep(for: limit)
                    if !Task.isCancelled { self.send() }
                }
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isSent = state.withLock { state in
                        if state.isSent || state.isFinished {
                            state.isSent = false
                            return true
                        }
                        state.waiting = continuation
                        return false
                    }
                    if isSent { continuation.resume() }
                }
            } onCancel: {
                finish()
            }
            timer?.cancel()
        }
    }
#endif
