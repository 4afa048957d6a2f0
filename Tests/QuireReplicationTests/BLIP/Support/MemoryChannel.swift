#if Replication
    import QuirePlatform

    /// A queue of messages whose sender suspends while it is full.
    final class MemoryChannel: Sendable {
        private struct State {
            var messages: [[UInt8]] = []
            var start = 0
            var byteCount = 0
            var isClosed = false
            var receiver: CheckedContinuation<Void, Never>?
            var sender: CheckedContinuation<Void, Never>?
        }

        private let state = Mutex(State())
        private let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
        }

        /// Returns whether the message was queued.
        func send(_ message: [UInt8]) async -> Bool {
            while true {
                let (isDone, waiter) = state.withLock {
                    state -> (Bool?, CheckedContinuation<Void, Never>?) in
                    if state.isClosed { return (false, nil) }
                    if state.byteCount > 0 && state.byteCount + message.count > capacity {
                        return (nil, nil)
                    }
                    state.messages.append(message)
                    state.byteCount += message.count
                    defer { state.receiver = nil }
                    return (true, state.receiver)
                }
                waiter?.resume()
                if let isDone { return isDone }
                await withCheckedContinuation { continuation in
                    let mustWait = state.withLock { state in
                        guard !state.isClosed && state.byteCount > 0 else { return false }
                        state.sender = continuation
                        return true
                    }
                    if !mustWait { continuation.resume() }
                }
            }
        }

        /// Returns the next message, or `nil` after the last one of a closed channel.
        func receive() async -> [UInt8]? {
            while true {
                let (message, isClosed, waiter) = state.withLock {
                    state -> ([UInt8]?, Bool, CheckedContinuation<Void, Never>?) in
                    guard state.start < state.messages.count else {
                        return (nil, state.isClosed, nil)
                    }
                    let message = state.messages[state.start]
                    state.messages[state.start] = []
                    state.start += 1
                    if state.start > 64 && state.start * 2 > state.messages.count {
                        state.messages.removeFirst(state.start)
                        state.start = 0
                    }
                    state.byteCount -= message.count
                    defer { state.sender = nil }
                    return (message, false, state.sender)
                }
                waiter?.resume()
                if message != nil || isClosed { return message }
                await withCheckedContinuation { continuation in
                    let mustWait = state.withLock { state in
                        guard !state.isClosed && state.start == state.messages.count else {
                            return false
                        }
                        state.receiver = continuation
                        return true
                    }
                    if !mustWait { continuation.resume() }
                }
            }
        }

        func close() {
            let waiters = state.withLock { state in
                state.isClosed = true
                defer { (state.receiver, state.sender) = (nil, nil) }
                return [state.receiver, state.sender]
            }
            for waiter in waiters { waiter?.resume() }
        }
    }
#endif
