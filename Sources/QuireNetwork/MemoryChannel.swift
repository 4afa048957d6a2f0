import QuirePlatform

/// One direction of a pipe.
final class MemoryChannel: Sendable {
    /// The result of sending.
    enum Sent { case all, lost }

    private enum End {
        /// The sender has closed its transport: what was sent can still be received.
        case sender
        /// The receiver has closed its transport.
        case receiver
        case loss
    }

    private struct State {
        var queue = ByteQueue()
        var end: End?
        /// The number of bytes until the connection is lost.
        var remaining: Int?
        var receiver: (maximum: Int, continuation: CheckedContinuation<[UInt8], any Error>)?
        var sender: (rest: ArraySlice<UInt8>, continuation: CheckedContinuation<Sent, any Error>)?
    }

    private let capacity: Int
    private let state: Mutex<State>

    init(capacity: Int, lostAfter loss: Int?) {
        self.capacity = capacity
        state = Mutex(State(remaining: loss))
    }

    func receive(maximum: Int) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            change { state in
                precondition(state.receiver == nil, "two tasks receive at the same time")
                state.receiver = (maximum, continuation)
            }
        }
    }

    func send(_ bytes: ArraySlice<UInt8>) async throws -> Sent {
        try await withCheckedThrowingContinuation { continuation in
            change { state in
                precondition(state.sender == nil, "two tasks send at the same time")
                state.sender = (bytes, continuation)
            }
        }
    }

    func closeSending() { change { if $0.end == nil { $0.end = .sender } } }

    func closeReceiving() {
        change { state in
            if state.end != .loss { state.end = .receiver }
            state.queue = ByteQueue()
        }
    }

    func lose() { change { if $0.end != .receiver { $0.end = .loss } } }

    /// Changes the state, moves bytes from the sender to the receiver, and resumes the tasks whose
    /// calls are complete.
    private func change(_ body: (inout State) -> Void) {
        let (received, sent) = state.withLock { state in
            body(&state)
            return move(&state)
        }
        received?()
        sent?()
    }

    private typealias Resumption = @Sendable () -> Void

    private func move(_ state: inout State) -> (Resumption?, Resumption?) {
        var sent = fill(&state)
        let received = drain(&state)
        if received != nil, sent == nil { sent = fill(&state) }
        return (received, sent)
    }

    private func fill(_ state: inout State) -> Resumption? {
        guard let (bytes, continuation) = state.sender else { return nil }
        switch state.end {
        case .receiver:
            state.sender = nil
            return {
                continuation.resume(
                    throwing: NetworkError(.reset, "The peer closed the connection."))
            }
        case .sender:
            state.sender = nil
            return { continuation.resume(throwing: NetworkError.closed) }
        case .loss:
            state.sender = nil
            return { continuation.resume(returning: .lost) }
        case nil: break
        }
        let count = min(bytes.count, capacity - state.queue.count, state.remaining ?? .max)
        state.queue.append(bytes.prefix(count))
        if let remaining = state.remaining { state.remaining = remaining - count }
        let rest = bytes.dropFirst(count)
        if state.remaining == 0 { state.end = .loss }
        state.sender = rest.isEmpty || state.end != nil ? nil : (rest, continuation)
        if state.end == .loss { return { continuation.resume(returning: .lost) } }
        guard rest.isEmpty else { return nil }
        return { continuation.resume(returning: .all) }
    }

    private func drain(_ state: inout State) -> Resumption? {
        guard let (maximum, continuation) = state.receiver else { return nil }
        if !state.queue.isEmpty {
            state.receiver = nil
            let bytes = state.queue.take(maximum: maximum)
            return { continuation.resume(returning: bytes) }
        }
        guard let end = state.end else { return nil }
        state.receiver = nil
        return {
            if end == .loss {
                continuation.resume(throwing: NetworkError(.reset, "The connection was lost."))
            } else {
                continuation.resume(returning: [])
            }
        }
    }
}
