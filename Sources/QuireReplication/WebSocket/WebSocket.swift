#if Replication
    package import Foundation
    import QuirePlatform
    package import QuireNetwork

    /// A connection that transmits messages in both directions (RFC 6455).
    ///
    /// Releasing the object ends the connection without a handshake. If the peer has begun the closing
    /// handshake, the answer is still sent.
    package final class WebSocket: MessageSocket {
        /// The subprotocol that the peers have agreed on.
        package let subprotocol: String?

        /// The head of the server's answer; on the server, the one it has sent.
        package let response: HTTPResponseHead

        package let peer: PeerDescription

        package let clockDifference: TimeInterval?

        private let connection: WebSocketConnection

        private init(
            _ connection: WebSocketConnection, _ peer: PeerDescription,
            response: HTTPResponseHead, subprotocol: String?
        ) {
            self.connection = connection
            self.peer = peer
            self.response = response
            self.subprotocol = subprotocol
            let dates = response.headers.values(of: "Date")
            clockDifference =
                dates.count == 1
                ? HTTPDate.date(dates[0]).map { Date().timeIntervalSince($0) } : nil
            connection.start()
        }

        deinit { connection.abandon() }

        // MARK: Messages

        package func send(_ message: [UInt8]) async throws {
            try await connection.send(.binary(message))
        }

        /// Sends a message, and suspends while much is unsent.
        ///
        /// - Parameter message: The text or the bytes to send.
        /// - Throws: An error if the connection is closed or lost.
        package func send(_ message: WebSocketMessage) async throws {
            try await connection.send(message)
        }

        /// Returns the next binary message, and suspends until there is one.
        ///
        /// Text messages are discarded.
        package func receive() async throws -> [UInt8]? {
            while let message = try await receiveMessage() {
                if case .binary(let bytes) = message { return bytes }
            }
            return nil
        }

        /// Returns the next message, and suspends until there is one.
        ///
        /// - Returns: The next message, or `nil` after the connection was closed.
        /// - Throws: `WebSocketError` if the peer violated the protocol, and the error of the transport
        ///   if the connection was lost.
        package func receiveMessage() async throws -> WebSocketMessage? {
            try await connection.receive()
        }

        package func close(code: UInt16, reason: String) async {
            await connection.close(code: code, reason: reason)
        }

        package func abort() { connection.abort() }

        package var closeStatus: SocketCloseStatus? { connection.state.withLock(\.status) }
    }

    // MARK: - The handshake

    extension WebSocket {
        /// Performs the handshake of a client.
        ///
        /// If it fails, the transport is closed.
        ///
        /// - Parameters:
        ///   - url: The URL, of which the host, the port, the path and the query are sent.
        ///   - transport: A connection to the server, or to a proxy that forwards bytes to it.
        ///   - subprotocols: The names of the offered subprotocols. The server must choose one of them.
        ///   - headers: Further header fields, such as `Authorization`.
        ///   - limits: Limits for the server, and times.
        /// - Returns: The open WebSocket.
        /// - Throws: `WebSocketError`; `NetworkError` if the connection is lost or the server does not
        ///   answer in time; `HTTPError` if a header field is invalid or the answer is no HTTP.
        package static func connect(
            to url: URL, over transport: any ByteTransport, subprotocols: [String] = [],
            headers: [(String, String)] = [], limits: WebSocketLimits = WebSocketLimits()
        ) async throws -> WebSocket {
            let stream = HTTPStream(transport, limits: limits.http)
            do {
                let key = WebSocketHandshake.randomKey()
                let request = try WebSocketHandshake.request(
                    to: url, key: key, subprotocols: subprotocols, headers: headers
                ).encoded()
                let response = try await stream.closing(after: limits.connecting, "The handshake") {
                    try await stream.send(request)
                    return try await answer(
                        on: stream,
                        isEncrypted: ["wss", "https"].contains(url.scheme?.lowercased()))
                }
                let subprotocol = try WebSocketHandshake.check(
                    response, key: key, subprotocols: subprotocols)
                let connection = WebSocketConnection(over: stream, isServer: false, limits: limits)
                return WebSocket(
                    connection, PeerDescription(url.withoutSecrets, response, over: transport),
                    response: response, subprotocol: subprotocol)
            } catch {
                transport.close()
                throw error
            }
        }

        private static let mayExpectEncryption =
            " It may expect an encrypted connection, with a URL that begins with wss:."

        /// Returns the answer with the status 101, and throws any other one.
        private static func answer(
            on stream: HTTPStream, isEncrypted: Bool
        ) async throws -> HTTPResponseHead {
            // Some servers and proxies send preliminary answers before.
            for _ in 0..<10 {
                let head: HTTPResponseHead
                do {
                    guard let next = try await stream.responseHead() else {
                        throw NetworkError(
                            .reset, "The server closed the connection without an answer.")
                    }
                    head = next
                } catch let error as NetworkError where error.kind == .reset && !isEncrypted {
                    throw NetworkError(.reset, error.message + mayExpectEncryption)
                } catch let error as HTTPError where !isEncrypted {
                    // A server that expects TLS can answer with the bytes of TLS.
                    throw HTTPError(status: error.status, error.message + mayExpectEncryption)
                }
                if head.status == 101 { return head }
                if head.status < 200 { continue }
                let body = (try? await stream.body(try head.bodyFraming())) ?? []
                throw WebSocketError.refused(head, body: String(decoding: body, as: UTF8.self))
            }
            throw WebSocketError.invalidResponse("only preliminary answers were received")
        }

        /// Answers the handshake of a client.
        ///
        /// If the request is refused, the client receives an HTTP error and the transport is closed.
        /// Checking the fields `Origin` and `Host` and the target is the task of the caller.
        ///
        /// - Parameters:
        ///   - request: The head of the request, which was received before.
        ///   - transport: The connection to the client after the head: the `HTTPStream` that has read
        ///     it.
        ///   - subprotocols: The names of the supported subprotocols, the preferred one first. The
        ///     client must offer one of them.
        ///   - client: The address of the client, for logs.
        ///   - limits: Limits for the client, and times.
        /// - Returns: The open WebSocket.
        /// - Throws: `WebSocketError`, and `NetworkError` if the connection is lost.
        package static func accept(
            _ request: HTTPRequestHead, over transport: any ByteTransport,
            subprotocols: [String] = [], client: String = "a client",
            limits: WebSocketLimits = WebSocketLimits()
        ) async throws -> WebSocket {
            let response: HTTPResponseHead
            let choice: String?
            do throws(WebSocketRefusal) {
                let (key, subprotocol) = try WebSocketHandshake.check(
                    request, subprotocols: subprotocols)
                response = WebSocketHandshake.response(to: key, subprotocol: subprotocol)
                choice = subprotocol
            } catch {
                let refusal = error
                try? await transport.closing(after: limits.closing, "The answer") {
                    try await transport.send(refusal.response)
                }
                transport.close()
                throw WebSocketError.invalidRequest(status: error.status, error.reason)
            }
            do {
                let bytes = try response.encoded()
                try await transport.closing(after: limits.connecting, "The handshake") {
                    try await transport.send(bytes)
                }
            } catch {
                transport.close()
                throw error
            }
            let connection = WebSocketConnection(over: transport, isServer: true, limits: limits)
            return WebSocket(
                connection, PeerDescription(client, response, over: transport), response: response,
                subprotocol: choice)
        }
    }

    extension URL {
        /// The URL as text, without a user name and a password.
        var withoutSecrets: String {
            guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
                return ""
            }
            parts.user = nil
            parts.password = nil
            parts.query = nil
            return parts.string ?? ""
        }
    }
#endif
