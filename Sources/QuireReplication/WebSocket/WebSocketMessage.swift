#if Replication
    /// A message of a WebSocket.
    package enum WebSocketMessage: Sendable, Equatable {
        case binary([UInt8])
        case text(String)
    }
#endif
