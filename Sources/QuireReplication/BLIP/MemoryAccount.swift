#if Replication
    import QuirePlatform

    /// The part of a ``MemoryBudget`` that one connection occupies.
    package final class MemoryAccount: Sendable {
        private let budget: MemoryBudget
        private let number: Int

        init(_ budget: MemoryBudget, _ number: Int) {
            self.budget = budget
            self.number = number
        }

        deinit { close() }

        /// Sets the closure that ends the connection if its peer makes no progress while other
        /// connections wait for memory.
        func onStall(_ action: @escaping @Sendable () -> Void) {
            budget.state.withLock { $0.onStall(of: number, action) }
        }

        /// Counts bytes until the returned object is released.
        ///
        /// - Parameters:
        ///   - count: The number of bytes.
        ///   - use: What they are occupied by.
        /// - Returns: An object that removes the bytes when it is released.
        func charge(_ count: Int, _ use: MemoryBudgetState.Use) -> MemoryCharge {
            budget.state.withLock { $0.add(count, use, to: number) }
            return MemoryCharge(budget, account: number, count: count, use: use)
        }

        /// Sets the number of bytes in messages of which a part was received.
        func setUnfinished(_ count: Int) {
            budget.state.withLock { $0.setUnfinished(count, of: number) }
        }

        /// Notes that the peer has sent or received bytes.
        func noteProgress(_ count: Int) {
            budget.state.withLock { $0.noteProgress(count, of: number) }
        }

        /// Notes whether this side has stopped reading, so that the peer can make no progress.
        func setPaused(_ isPaused: Bool) {
            budget.state.withLock { $0.setPaused(isPaused, of: number) }
        }

        /// Ends the connection's part, except for requests that are still handled.
        func close() { budget.state.withLock { $0.close(number) } }

        /// Waits until a frame can be received.
        ///
        /// - Parameter isNew: Whether the frame begins a request.
        /// - Returns: `false` if no memory became free in time.
        func waitForRoom(isNew: Bool) async -> Bool {
            if hasRoom(for: 0, isNew: isNew) { return true }
            // New requests must not hide that a peer makes no progress with its other messages.
            if !isNew { setPaused(true) }
            defer { if !isNew { setPaused(false) } }
            let isUrgent = budget.state.withLock { $0.isUrgent(number) }
            let patience = budget.patience
            return await wait(
                isNew ? (isUrgent ? patience.small : patience.new) : patience.continuing
            ) { hasRoom(for: 0, isNew: isNew) }
        }

        /// Waits until a message can be sent, and counts it.
        ///
        /// - Parameter count: The approximate size of the message.
        /// - Returns: An object that removes the bytes when it is released, or `nil` if the task was
        ///   canceled.
        func reserve(_ count: Int) async -> MemoryCharge? {
            var charge: MemoryCharge?
            _ = await wait(nil) {
                let isReserved = budget.state.withLock { state in
                    guard state.hasRoom(for: count, of: number, isNew: false) else { return false }
                    state.add(count, .outgoing, to: number)
                    return true
                }
                if isReserved {
                    charge = MemoryCharge(budget, account: number, count: count, use: .outgoing)
                }
                return isReserved
            }
            return charge
        }

        private func hasRoom(for count: Int, isNew: Bool) -> Bool {
            budget.state.withLock { $0.hasRoom(for: count, of: number, isNew: isNew) }
        }

        /// Waits until a condition is met.
        ///
        /// - Parameters:
        ///   - limit: The time limit, or `nil` to wait until the task is canceled.
        ///   - condition: A closure that is called again after at most 200 milliseconds.
        /// - Returns: Whether the condition was met in time.
        private func wait(_ limit: Duration?, until condition: () -> Bool) async -> Bool {
            let end = limit.map { ContinuousClock.now.advanced(by: $0) }
            var step = Duration.milliseconds(2)
            while !condition() {
                if let end, end <= .now { return false }
                budget.endStalled()
                let remaining = end.map { ContinuousClock.now.duration(to: $0) } ?? step
                let pause = min(step, max(remaining, .milliseconds(1)))
                guard (try? await Task.sleep(for: pause)) != nil else { return false }
                step = min(step * 2, .milliseconds(200))
            }
            return true
        }
    }

    /// A number of bytes that a ``MemoryBudget`` counts until the object is released.
    final class MemoryCharge: Sendable {
        private let budget: MemoryBudget
        private let account: Int
        private let count: Int
        private let use: MemoryBudgetState.Use

        fileprivate init(
            _ budget: MemoryBudget, account: Int, count: Int, use: MemoryBudgetState.Use
        ) {
            self.budget = budget
            self.account = account
            self.count = count
            self.use = use
        }

        deinit { budget.state.withLock { $0.add(-count, use, to: account) } }
    }
#endif
