#if Replication
    package import QuireNetwork

    /// An error of a WebSocket.
    ///
    /// Errors of its connection are `NetworkError` values.
    package enum WebSocketError: Error, Sendable, Equatable {
        /// The server answered the handshake with another status than 101.
        case refused(HTTPResponseHead, body: String)
        /// The server's answer to the handshake violates the protocol.
        case invalidResponse(String)
        /// The client's request was answered with an error.
        case invalidRequest(status: Int, String)
        /// The peer violated the protocol, and the connection was closed with a status code.
        case violation(code: UInt16, String)
        /// The connection is closed.
        case closed(SocketCloseStatus)
    }

    extension WebSocketError: CustomStringConvertible {
        package var description: String {
            switch self {
            case .refused(let head, let body):
                let text = body.isEmpty ? "" : ": \(body.prefix(200))"
                return "The server refused the connection: \(head.status) \(head.reason)\(text)"
            case .invalidResponse(let reason):
                return "The server's answer is no valid WebSocket handshake: \(reason)"
            case .invalidRequest(let status, let reason):
                return "The client's request was answered with \(status): \(reason)"
            case .violation(let code, let reason):
                return "The peer violated the WebSocket protocol (\(code)): \(reason)"
            case .closed(let status):
                let text = status.reason.isEmpty ? "" : ": \(status.reason)"
                return "The WebSocket is closed (\(status.code))\(text)"
            }
        }
    }

    /// A violation of the protocol by the peer, with the status code for it.
    struct WebSocketViolation: Error, Equatable {
        let code: UInt16
        let reason: String

        static func protocolError(_ reason: String) -> WebSocketViolation {
            WebSocketViolation(code: 1002, reason: reason)
        }

        static func tooLarge(_ reason: String) -> WebSocketViolation {
            WebSocketViolation(code: 1009, reason: reason)
        }

        static let invalidText = WebSocketViolation(code: 1007, reason: "A text is not UTF-8.")
    }
#endif
