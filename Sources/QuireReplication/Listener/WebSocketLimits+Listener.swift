#if Replication
    extension WebSocketLimits {
        /// The size of the frames that clients can send to a listener, in bytes.
        ///
        /// Partners send frames of up to 16 KB.
        static let listenerFrameSize = 128 << 10

        /// The limits for the clients of a listener, which can be many.
        static let listener: WebSocketLimits = {
            var limits = WebSocketLimits()
            limits.frame = listenerFrameSize
            limits.message = listenerFrameSize
            limits.unread = listenerFrameSize
            return limits
        }()
    }
#endif
