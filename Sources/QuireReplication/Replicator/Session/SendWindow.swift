#if Replication
    import QuirePlatform

    /// Limits the number and size of unanswered messages.
    ///
    /// A window that starts slowly admits one message, and one more with each answer.
    final class SendWindow: Sendable {
        private struct State {
            var limit: Int
            var count = 0
            var size = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state: Mutex<State>
        private let maximumCount: Int
        private let maximumSize: Int

        init(maximumCount: Int, maximumSize: Int, startsSlowly: Bool = false) {
            state = Mutex(State(limit: startsSlowly ? 1 : maximumCount))
            self.maximumCount = maximumCount
            self.maximumSize = maximumSize
        }

        /// Waits until another message can be sent.
        ///
        /// Several tasks that wait can go on together, so that each of them may add a message.
        func wait() async {
            while true {
                if state.withLock({ isOpen($0) }) { return }
                await withCheckedContinuation { continuation in
                    let mustWait = state.withLock { state in
                        guard !isOpen(state) else { return false }
                        state.waiting.append(continuation)
                        return true
                    }
                    if !mustWait { continuation.resume() }
                }
            }
        }

        /// Notes a message that is sent.
        func open(_ size: Int) {
            state.withLock { state in
                state.count += 1
                state.size += size
            }
        }

        /// Notes the answer of a message.
        func close(_ size: Int) {
            let resumed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.limit = min(state.limit + 1, maximumCount)
                state.count -= 1
                state.size -= size
                guard isOpen(state) else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in resumed { continuation.resume() }
        }

        private func isOpen(_ state: State) -> Bool {
            state.count < state.limit && state.size < maximumSize
        }
    }
#endif
