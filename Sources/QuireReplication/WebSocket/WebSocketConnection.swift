#if Replication
    import QuirePlatform
    import QuireNetwork

    /// The connection of a WebSocket after its handshake.
    ///
    /// One task reads and decodes until the connection ends. Another one sends as long as frames wait.
    final class WebSocketConnection: Sendable {
        let transport: any ByteTransport
        let isServer: Bool
        let limits: WebSocketLimits
        let state = Mutex(WebSocketState())

        init(over transport: any ByteTransport, isServer: Bool, limits: WebSocketLimits) {
            self.transport = transport
            self.isServer = isServer
            self.limits = limits
        }

        /// Starts the tasks that read and that check whether the peer is there.
        func start() {
            Task { await self.read() }
            addTimer(Task { await self.checkPeer() })
        }

        /// Continuations and actions that follow a change of the state.
        ///
        /// They run without the lock.
        struct Actions {
            var resumed: [CheckedContinuation<Void, Never>] = []
            var received: (CheckedContinuation<WebSocketMessage?, any Error>, Received)?
            var canceled: [Task<Void, Never>] = []
            var sends = false
            var closes = false
        }

        typealias Received = Result<WebSocketMessage?, any Error>

        /// Changes the state, and performs the actions that follow.
        @discardableResult
        func change<Value: Sendable>(
            _ body: (inout WebSocketState, inout Actions) -> Value
        ) -> Value {
            let (value, actions) = state.withLock { state in
                var actions = Actions()
                let value = body(&state, &actions)
                return (value, actions)
            }
            for continuation in actions.resumed { continuation.resume() }
            if let (continuation, result) = actions.received { continuation.resume(with: result) }
            for timer in actions.canceled { timer.cancel() }
            if actions.closes { transport.close() }
            if actions.sends { Task { await self.sendFrames() } }
            return value
        }

        /// Adds a task that is canceled when the connection ends.
        func addTimer(_ timer: Task<Void, Never>) {
            let isLate = state.withLock { state in
                if !state.hasEnded { state.timers.append(timer) }
                return state.hasEnded
            }
            if isLate { timer.cancel() }
        }

        // MARK: Messages

        func send(_ message: WebSocketMessage) async throws {
            let frames = encode(message)
            let mustWait = try change { state, actions -> Result<Bool, any Error> in
                guard state.isOpen else { return .failure(Self.error(of: state)) }
                state.outgoing += frames
                for frame in frames { state.unsent += frame.count }
                Self.startSending(&state, &actions)
                return .success(state.unsent > limits.unsent)
            }.get()
            guard mustWait else { return }
            await withCheckedContinuation { continuation in
                change { state, actions in
                    if state.status == nil, state.unsent > limits.unsent {
                        state.senders.append(continuation)
                    } else {
                        actions.resumed.append(continuation)
                    }
                }
            }
            // During the closing handshake, the message is still sent.
            let failure = change { state, _ in state.status == nil ? nil : Self.error(of: state) }
            if let failure { throw failure }
        }

        func receive() async throws -> WebSocketMessage? {
            try await withCheckedThrowingContinuation { continuation in
                change { state, actions in
                    precondition(state.receiver == nil, "two tasks receive at the same time")
                    if let message = state.takeMessage() {
                        actions.received = (continuation, .success(message))
                        resumeReading(&state, &actions)
                    } else if state.status != nil {
                        let result = state.failure.map(Received.failure) ?? .success(nil)
                        actions.received = (continuation, result)
                    } else {
                        state.receiver = continuation
                    }
                }
            }
        }

        private func encode(_ message: WebSocketMessage) -> [[UInt8]] {
            let (opcode, bytes) =
                switch message {
                case .binary(let bytes): (WebSocketOpcode.binary, bytes)
                case .text(let text): (WebSocketOpcode.text, Array(text.utf8))
                }
            if bytes.count <= limits.frame { return [frame(opcode, bytes)] }
            return stride(from: 0, to: bytes.count, by: limits.frame).map { start in
                let end = min(start + limits.frame, bytes.count)
                return frame(
                    start == 0 ? opcode : .continuation, bytes[start..<end],
                    isFinal: end == bytes.count)
            }
        }

        func frame(
            _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, isFinal: Bool = true
        ) -> [UInt8] {
            WebSocketFrame.encode(
                opcode, payload, isFinal: isFinal, mask: isServer ? nil : .random())
        }

        static func error(of state: WebSocketState) -> any Error {
            if let failure = state.failure { return failure }
            let status: SocketCloseStatus =
                switch state.phase {
                case .closing(let status), .ending(let status, _): status
                default: state.status ?? .lost
                }
            return WebSocketError.closed(status)
        }
    }
#endif
