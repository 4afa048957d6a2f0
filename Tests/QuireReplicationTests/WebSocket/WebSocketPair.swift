#if Replication
    import Foundation
    import QuireNetwork
    import QuireReplication

    /// A client and a server that are connected.
    struct WebSocketPair {
        static let url = URL(filePath: "/db")

        let client: WebSocket
        let server: WebSocket

        /// Performs the handshake over a pipe, or over other transports.
        init(
            over transports: (any ByteTransport, any ByteTransport) = MemoryPipe.pair(),
            client clientLimits: WebSocketLimits = WebSocketLimits(),
            server serverLimits: WebSocketLimits = WebSocketLimits()
        ) async throws {
            guard let url = URL(string: "ws://localhost/db") else { throw CancellationError() }
            async let accepted = Self.accept(over: transports.1, limits: serverLimits)
            client = try await WebSocket.connect(
                to: url, over: transports.0, subprotocols: ["a"], limits: clientLimits)
            server = try await accepted
        }

        static func accept(
            over transport: any ByteTransport, subprotocols: [String] = ["a"],
            limits: WebSocketLimits = WebSocketLimits()
        ) async throws -> WebSocket {
            let stream = HTTPStream(transport)
            guard let head = try await stream.requestHead() else { throw NetworkError.closed }
            return try await WebSocket.accept(
                head, over: stream, subprotocols: subprotocols, limits: limits)
        }

        /// Performs the handshake of a server, and returns the transport of a client that can send
        /// any bytes.
        static func rawClient(
            limits: WebSocketLimits = WebSocketLimits(), capacity: Int = 65_536
        ) async throws -> (client: HTTPStream, server: WebSocket) {
            let (one, other) = MemoryPipe.pair(capacity: capacity)
            async let accepted = accept(over: other, subprotocols: [], limits: limits)
            let stream = HTTPStream(one)
            try await stream.send(
                Array(
                    """
                    GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n

                    """.utf8.dropLast()))
            _ = try await stream.responseHead()
            return (stream, try await accepted)
        }
    }

    extension WebSocket {
        /// Receives until the connection ends, and returns the error that ended it, if any.
        func receiveAll() async -> (messages: [[UInt8]], error: (any Error)?) {
            var messages: [[UInt8]] = []
            do {
                while let message = try await receive() { messages.append(message) }
                return (messages, nil)
            } catch {
                return (messages, error)
            }
        }

        /// Sends back every message until the connection ends.
        func echo() async {
            while let message = try? await receive() {
                try? await send(message)
            }
        }
    }
#endif
