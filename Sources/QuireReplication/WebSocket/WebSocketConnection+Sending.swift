#if Replication
    import QuireNetwork
    /// Sending frames.
    extension WebSocketConnection {
        /// The number of bytes that are sent with one call.
        private static let batchSize = 65_536

        static func startSending(_ state: inout WebSocketState, _ actions: inout Actions) {
            if state.isSending { return }
            state.isSending = true
            actions.sends = true
        }

        /// Sends until no frame waits.
        func sendFrames() async {
            while let batch = nextBatch() {
                do {
                    try await transport.send(batch.bytes)
                } catch {
                    end(failure: error)
                    return
                }
                change { state, actions in
                    state.unsent -= batch.messageBytes
                    if state.unsent <= limits.unsent / 2 {
                        actions.resumed += state.senders
                        state.senders = []
                    }
                }
            }
        }

        private func nextBatch() -> (bytes: [UInt8], messageBytes: Int)? {
            let batch = change { state, actions -> (bytes: [UInt8], messageBytes: Int)? in
                if state.urgent.isEmpty, state.outgoing.isEmpty, state.ping == nil {
                    state.isSending = false
                    return nil
                }
                var bytes: [UInt8] = []
                if let ping = state.ping {
                    bytes = frame(.pong, ping)
                    state.ping = nil
                }
                for frame in state.urgent { bytes += frame }
                state.urgent = []
                var messageBytes = 0
                var count = 0
                for frame in state.outgoing {
                    if bytes.count >= Self.batchSize { break }
                    // A single frame needs no copy.
                    if bytes.isEmpty { bytes = frame } else { bytes += frame }
                    messageBytes += frame.count
                    count += 1
                }
                state.outgoing.removeFirst(count)
                return (bytes, messageBytes)
            }
            if batch == nil { endAfterLastFrame() }
            return batch
        }
    }
#endif
