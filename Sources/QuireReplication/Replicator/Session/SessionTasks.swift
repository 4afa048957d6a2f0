#if Replication
    import QuirePlatform

    /// The tasks of a session, which end with it.
    final class SessionTasks: Sendable {
        private struct State {
            var lastNumber = 0
            var tasks: [Int: Task<Void, Never>] = [:]
            var isCanceled = false
        }

        private let state = Mutex(State())

        /// Adds a task, which is canceled at once if the others have been canceled.
        func add(_ body: @escaping @Sendable () async -> Void) {
            let (task, isCanceled) = state.withLock { state in
                state.lastNumber += 1
                let number = state.lastNumber
                let task = Task {
                    await body()
                    self.remove(number)
                }
                state.tasks[number] = task
                return (task, state.isCanceled)
            }
            if isCanceled { task.cancel() }
        }

        private func remove(_ number: Int) {
            state.withLock { _ = $0.tasks.removeValue(forKey: number) }
        }

        /// Cancels all tasks, including those that are added later.
        func cancel() {
            let tasks = state.withLock { state in
                state.isCanceled = true
                return Array(state.tasks.values)
            }
            for task in tasks { task.cancel() }
        }

        /// Waits until there is no task.
        func waitForAll() async {
            while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
        }
    }
#endif
