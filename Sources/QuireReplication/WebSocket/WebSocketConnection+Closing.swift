#if Replication
    import QuirePlatform
    /// The closing handshake, and the end of the connection.
    extension WebSocketConnection {
        /// Begins the closing handshake unless it has begun, and waits for its end.
        func close(code: UInt16, reason: String) async {
            // Codes such as 1006 describe a connection and may not be sent.
            let code = SocketCloseStatus.canBeSent(code) ? code : 1011
            let status = SocketCloseStatus(code: code, reason: reason, byPeer: false)
            let isFirst = change { state, actions in
                guard state.isOpen else { return false }
                state.phase = .closing(status)
                // After the messages that are waiting.
                state.outgoing.append(closeFrame(status))
                Self.startSending(&state, &actions)
                resumeReading(&state, &actions)
                return true
            }
            if isFirst { limitClosing() }
            await withCheckedContinuation { continuation in
                change { state, actions in
                    if state.hasEnded {
                        actions.resumed.append(continuation)
                    } else {
                        state.closers.append(continuation)
                    }
                }
            }
        }

        /// Ends the connection without a handshake.
        func abort() { end(failure: nil, reason: "The connection was aborted.") }

        /// Ends the connection that its owner no longer uses, after the frame that closes it.
        func abandon() {
            let isEnding = state.withLock { state in
                if case .ending = state.phase { true } else { false }
            }
            if !isEnding { abort() }
        }

        /// Answers the peer's part of the closing handshake, or completes the handshake.
        func answerClose(code: UInt16?, reason: String) {
            let mustWait = change { state, actions in
                switch state.phase {
                case .closing(let status):
                    // The frame of this side may still wait. The messages before it are pointless.
                    if let last = state.outgoing.popLast() { state.outgoing = [last] }
                    state.phase = .ending(status, linger: false)
                    Self.startSending(&state, &actions)
                case .open:
                    // 1005: there is no status code.
                    let status = SocketCloseStatus(code: code ?? 1005, reason: reason, byPeer: true)
                    let frame = code == nil ? frame(.close, []) : closeFrame(status, reason: "")
                    beginEnding(
                        &state, actions: &actions, status: status, frame: frame, linger: false)
                case .ending, .ended: return false
                }
                return true
            }
            if mustWait { limitClosing() }
        }

        /// Ends the connection because of a violation of the protocol by the peer.
        func fail(_ violation: WebSocketViolation) {
            let status = SocketCloseStatus(
                code: violation.code, reason: violation.reason, byPeer: false)
            let isFirst = change { state, actions in
                guard state.isOpen else { return false }
                state.failure = WebSocketError.violation(
                    code: violation.code, violation.reason)
                beginEnding(
                    &state, actions: &actions, status: status, frame: closeFrame(status),
                    linger: true)
                return true
            }
            // After the frame that closes, no other one can be sent.
            if isFirst { limitClosing() } else { end(failure: nil) }
        }

        /// Replaces all waiting frames by the last one.
        private func beginEnding(
            _ state: inout WebSocketState, actions: inout Actions, status: SocketCloseStatus,
            frame: [UInt8], linger: Bool
        ) {
            state.phase = .ending(status, linger: linger)
            state.outgoing = []
            state.ping = nil
            state.urgent = [frame]
            Self.startSending(&state, &actions)
            complete(&state, actions: &actions, status: status)
        }

        /// Ends the calls that send and receive.
        private func complete(
            _ state: inout WebSocketState, actions: inout Actions, status: SocketCloseStatus
        ) {
            if state.status == nil { state.status = status }
            actions.resumed += state.senders
            state.senders = []
            resumeReading(&state, &actions)
            if let receiver = state.receiver {
                state.receiver = nil
                actions.received = (receiver, state.failure.map(Received.failure) ?? .success(nil))
            }
        }

        /// Ends the connection if the last frame has been sent.
        func endAfterLastFrame() {
            let isOver = state.withLock { state in
                if case .ending(_, linger: false) = state.phase { true } else { false }
            }
            if isOver { end(failure: nil) }
        }

        /// Ends the connection.
        ///
        /// - Parameters:
        ///   - failure: The error of the transport, if that is the reason.
        ///   - reason: The reason if the handshake is incomplete.
        func end(failure: (any Error)?, reason: String? = nil) {
            change { state, actions in
                var status = SocketCloseStatus.lost
                if let text = reason ?? failure.map({ "\($0)" }) {
                    status = SocketCloseStatus(code: 1006, reason: text, byPeer: false)
                }
                switch state.phase {
                case .ended: return
                case .open: state.failure = failure
                case .closing: break
                case .ending(let decided, _): status = decided
                }
                state.phase = .ended
                state.outgoing = []
                complete(&state, actions: &actions, status: status)
                actions.resumed += state.closers
                state.closers = []
                actions.canceled = state.timers
                state.timers = []
                actions.closes = true
            }
        }

        private func limitClosing() {
            addTimer(
                Task {
                    guard (try? await Task.sleep(for: limits.closing)) != nil else { return }
                    end(failure: nil, reason: "The peer did not answer the closing handshake.")
                })
        }

        private func closeFrame(_ status: SocketCloseStatus, reason: String? = nil) -> [UInt8] {
            frame(
                .close,
                WebSocketFrame.closePayload(code: status.code, reason: reason ?? status.reason))
        }
    }
#endif
