#if Replication
    /// The state of an open WebSocket.
    struct WebSocketState {
        /// How far the connection has been closed.
        enum Phase {
            case open
            /// This side has begun the closing handshake.
            case closing(SocketCloseStatus)
            /// The last frame of this side is being sent. Then, the connection ends.
            case ending(SocketCloseStatus, linger: Bool)
            case ended
        }

        var phase = Phase.open

        /// The reason for which the connection is closed.
        var status: SocketCloseStatus?
        /// The error that ended the connection, if it was not closed.
        var failure: (any Error)?

        // MARK: Sending

        /// The frames that wait, without those that are being sent.
        var outgoing: [[UInt8]] = []
        /// The frames that are sent before the others.
        var urgent: [[UInt8]] = []
        /// The content of the last ping, which is answered before other frames are sent.
        ///
        /// Only the last one has to be answered, so pings need no memory if the peer does not read.
        var ping: [UInt8]?
        /// The number of bytes of messages that are waiting or being sent.
        var unsent = 0
        var isSending = false
        var senders: [CheckedContinuation<Void, Never>] = []

        // MARK: Receiving

        var inbox: [WebSocketMessage] = []
        /// The index of the first message in `inbox` that was not returned.
        var inboxStart = 0
        /// The number of bytes of the messages in `inbox`, with a part for each message.
        var unread = 0
        var receiver: CheckedContinuation<WebSocketMessage?, any Error>?
        /// Continues reading when there is room for messages.
        var reader: CheckedContinuation<Void, Never>?
        var lastFrame = ContinuousClock.now

        // MARK: Closing

        /// The calls that wait until the connection has ended.
        var closers: [CheckedContinuation<Void, Never>] = []
        /// The tasks that wait for a time, and are canceled at the end.
        var timers: [Task<Void, Never>] = []

        var isOpen: Bool { if case .open = phase { true } else { false } }

        var hasEnded: Bool { if case .ended = phase { true } else { false } }

        mutating func takeMessage() -> WebSocketMessage? {
            guard inboxStart < inbox.count else { return nil }
            let message = inbox[inboxStart]
            inbox[inboxStart] = .binary([])
            inboxStart += 1
            if inboxStart == inbox.count || inboxStart > 1_000 {
                inbox.removeSubrange(..<inboxStart)
                inboxStart = 0
            }
            unread -= message.cost
            return message
        }
    }

    extension WebSocketMessage {
        /// The number of bytes in memory, so that many empty messages are not free.
        var cost: Int {
            switch self {
            case .binary(let bytes): bytes.count + 64
            case .text(let text): text.utf8.count + 64
            }
        }
    }
#endif
