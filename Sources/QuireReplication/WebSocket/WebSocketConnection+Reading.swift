#if Replication
    import QuirePlatform
    import QuireNetwork

    /// Reading and decoding.
    extension WebSocketConnection {
        private static let partSize = 65_536

        /// Reads until the connection ends.
        func read() async {
            var decoder = WebSocketDecoder(isServer: isServer, limits: limits)
            do {
                while await hasRoom() {
                    let part = try await transport.receive(maximum: Self.partSize)
                    if part.isEmpty {
                        end(failure: nil)
                        return
                    }
                    try decode(part, &decoder)
                }
                await discard()
            } catch let violation as WebSocketViolation {
                fail(violation)
                await discard()
            } catch {
                end(failure: error)
            }
        }

        private func decode(
            _ part: [UInt8], _ decoder: inout WebSocketDecoder
        ) throws(WebSocketViolation) {
            state.withLock { $0.lastFrame = .now }
            var input = part[...]
            while let event = try decoder.decode(&input) {
                switch event {
                case .message(let message): deliver(message)
                case .ping(let content):
                    change { state, actions in
                        guard state.isOpen else { return }
                        state.ping = content
                        Self.startSending(&state, &actions)
                    }
                case .pong: break
                case .close(let code, let reason):
                    answerClose(code: code, reason: reason)
                    // Nothing may follow.
                    return
                }
            }
        }

        private func deliver(_ message: WebSocketMessage) {
            change { state, actions in
                if state.status != nil { return }
                if let receiver = state.receiver {
                    state.receiver = nil
                    actions.received = (receiver, .success(message))
                } else if state.isOpen || state.unread <= limits.unread {
                    state.inbox.append(message)
                    state.unread += message.cost
                }
            }
        }

        /// Suspends while too many messages are unread, and returns whether to read on.
        ///
        /// During the closing handshake, further messages are discarded instead.
        private func hasRoom() async -> Bool {
            await withCheckedContinuation { continuation in
                change { state, actions in
                    if state.isOpen, state.unread > limits.unread {
                        state.reader = continuation
                    } else {
                        actions.resumed.append(continuation)
                    }
                }
            }
            return state.withLock { state in
                switch state.phase {
                case .open, .closing: true
                case .ending, .ended: false
                }
            }
        }

        func resumeReading(_ state: inout WebSocketState, _ actions: inout Actions) {
            guard let reader = state.reader, !state.isOpen || state.unread <= limits.unread / 2
            else {
                return
            }
            state.reader = nil
            state.lastFrame = .now
            actions.resumed.append(reader)
        }

        /// Reads without decoding until the connection ends.
        ///
        /// The system would otherwise reset the connection, and the peer might not receive the frame
        /// with the reason.
        private func discard() async {
            while let part = try? await transport.receive(maximum: Self.partSize), !part.isEmpty {}
            end(failure: nil)
        }
    }

    // MARK: - Lost peers

    extension WebSocketConnection {
        /// Sends a ping if the peer has sent nothing for a while, and ends the connection if it does
        /// not answer.
        func checkPeer() async {
            while true {
                let (last, isPaused, isOpen) = state.withLock {
                    ($0.lastFrame, $0.reader != nil, $0.isOpen)
                }
                guard isOpen else { return }
                let next = last.advanced(by: limits.heartbeat)
                if isPaused || next > .now {
                    // A peer is not lost if this side does not read.
                    let time = isPaused ? ContinuousClock.now.advanced(by: limits.heartbeat) : next
                    guard await wait(until: time) else { return }
                    continue
                }
                let start = ContinuousClock.now
                change { state, actions in
                    guard state.isOpen else { return }
                    state.urgent.append(frame(.ping, []))
                    Self.startSending(&state, &actions)
                }
                guard await wait(until: start.advanced(by: limits.answer)) else { return }
                let isLost = state.withLock {
                    $0.isOpen && $0.reader == nil && $0.lastFrame < start
                }
                if isLost {
                    end(failure: NetworkError(.timedOut, "The peer does not answer."))
                    return
                }
            }
        }

        /// Suspends until a time, and returns whether the connection still exists.
        private func wait(until time: ContinuousClock.Instant) async -> Bool {
            (try? await Task.sleep(until: time, clock: .continuous)) != nil
        }
    }
#endif
