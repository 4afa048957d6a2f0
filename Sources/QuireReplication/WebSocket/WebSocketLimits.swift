#if Replication
    package import QuireNetwork

    /// Limits for the peer of a WebSocket, and times.
    package struct WebSocketLimits: Sendable {
        /// The greatest number of bytes in a frame.
        ///
        /// Longer messages are sent in several frames.
        package var frame = 1_048_576
        /// The greatest number of bytes in a message of the peer.
        package var message = 16_777_216
        /// The number of unsent bytes above which sending suspends.
        package var unsent = 65_536
        /// The number of received bytes that are not yet used above which no more are received.
        package var unread = 1_048_576
        /// The limits of the handshake.
        package var http = HTTPLimits()
        /// The time limit of the handshake.
        package var connecting = Duration.seconds(15)
        /// The time limit of the closing handshake.
        package var closing = Duration.seconds(5)
        /// The time without a frame of the peer after which it must answer a ping.
        package var heartbeat = Duration.seconds(300)
        /// The time after which a peer that does not answer is considered lost.
        package var answer = Duration.seconds(20)

        package init() {
            http.body = 65_536
        }
    }
#endif
