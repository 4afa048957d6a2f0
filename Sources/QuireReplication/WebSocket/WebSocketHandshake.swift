#if Replication
    import Foundation
    import QuireDocuments
    import QuireNetwork

    /// The HTTP messages that begin a WebSocket (RFC 6455, section 4).
    enum WebSocketHandshake {
        /// Returns the value with which a server proves that it has understood a key.
        static func answer(to key: String) -> String {
            var hash = SHA1()
            hash.update(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
            return Data(hash.digest).base64EncodedString()
        }

        /// Returns a key that no other program can predict.
        static func randomKey() -> String {
            Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
        }

        // MARK: The client

        /// The fields that the handshake determines.
        private static let ownFields: Set<String> = [
            "host", "upgrade", "connection", "content-length", "transfer-encoding",
        ]

        /// Returns the request of a client.
        static func request(
            to url: URL, key: String, subprotocols: [String], headers: [(String, String)]
        ) throws -> HTTPRequestHead {
            guard let host = url.host(percentEncoded: true), !host.isEmpty else {
                throw NetworkError(.unknownHost, "The URL \(url) names no host.")
            }
            var target = url.path(percentEncoded: true)
            if target.isEmpty { target = "/" }
            if let query = url.query(percentEncoded: true) { target += "?" + query }
            var fields = [
                ("Host", authority(host, url.port)), ("Upgrade", "websocket"),
                ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
                ("Sec-WebSocket-Version", "13"),
            ]
            if !subprotocols.isEmpty {
                fields.append(("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", ")))
            }
            for (name, value) in headers {
                let lowercased = name.lowercased()
                guard !ownFields.contains(lowercased), !lowercased.hasPrefix("sec-websocket-")
                else {
                    throw HTTPError(
                        status: 400, "The header field \(name) is determined by the handshake.")
                }
                fields.append((name, value))
            }
            return HTTPRequestHead(method: "GET", target: target, headers: HTTPHeaders(fields))
        }

        private static func authority(_ host: String, _ port: Int?) -> String {
            let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
            return port.map { "\(name):\($0)" } ?? name
        }

        /// Checks the answer of a server, and returns the chosen subprotocol.
        static func check(
            _ response: HTTPResponseHead, key: String, subprotocols: [String]
        ) throws -> String? {
            let headers = response.headers
            guard headers.values(of: "Upgrade").map({ $0.lowercased() }) == ["websocket"],
                headers.hasItem("upgrade", in: "Connection")
            else { throw WebSocketError.invalidResponse("it does not change to WebSocket") }
            guard headers.values(of: "Sec-WebSocket-Accept") == [answer(to: key)] else {
                throw WebSocketError.invalidResponse("Sec-WebSocket-Accept is wrong")
            }
            guard headers.items(of: "Sec-WebSocket-Extensions").isEmpty else {
                throw WebSocketError.invalidResponse("it uses an extension that was not offered")
            }
            let chosen = headers.values(of: "Sec-WebSocket-Protocol")
            if subprotocols.isEmpty, chosen.isEmpty { return nil }
            guard chosen.count == 1, subprotocols.contains(chosen[0]) else {
                throw WebSocketError.invalidResponse(
                    chosen.isEmpty
                        ? "it contains no subprotocol"
                        : "it contains a subprotocol that was not offered")
            }
            return chosen[0]
        }

        // MARK: The server

        /// Checks the request of a client, and returns its key and the chosen subprotocol.
        static func check(
            _ request: HTTPRequestHead, subprotocols: [String]
        ) throws(WebSocketRefusal) -> (key: String, subprotocol: String?) {
            guard request.method == "GET" else {
                throw WebSocketRefusal(
                    405, reason: "The method is not GET.", fields: [("Allow", "GET")])
            }
            let headers = request.headers
            guard request.version == .http11, headers.hasItem("websocket", in: "Upgrade"),
                headers.hasItem("upgrade", in: "Connection")
            else {
                throw WebSocketRefusal(
                    426, reason: "The request does not change to WebSocket.",
                    fields: [("Upgrade", "websocket")])
            }
            guard headers.values(of: "Sec-WebSocket-Version") == ["13"] else {
                throw WebSocketRefusal(
                    426, reason: "The version of WebSocket is not 13.",
                    fields: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")])
            }
            let keys = headers.values(of: "Sec-WebSocket-Key")
            guard keys.count == 1, keys[0].utf8.count == 24,
                Data(base64Encoded: keys[0])?.count == 16
            else {
                throw WebSocketRefusal(400, reason: "Sec-WebSocket-Key is not one key of 16 bytes.")
            }
            guard (try? request.bodyFraming()) == .length(0) else {
                throw WebSocketRefusal(400, reason: "The request has a body.")
            }
            if subprotocols.isEmpty { return (keys[0], nil) }
            let offered = headers.items(of: "Sec-WebSocket-Protocol")
            guard let chosen = subprotocols.first(where: offered.contains) else {
                throw WebSocketRefusal(
                    400,
                    reason: "The client does not support \(subprotocols.joined(separator: " or "))."
                )
            }
            return (keys[0], chosen)
        }

        /// Returns the answer that changes to WebSocket.
        ///
        /// A client compares the field `Date` with its own clock.
        static func response(to key: String, subprotocol: String?) -> HTTPResponseHead {
            var headers = HTTPHeaders([
                ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                ("Sec-WebSocket-Accept", answer(to: key)), ("Date", HTTPDate.text(Date())),
                (PeerDescription.correlationField, PeerDescription.makeCorrelationID()),
            ])
            if let subprotocol { headers.add("Sec-WebSocket-Protocol", subprotocol) }
            return HTTPResponseHead(status: 101, reason: "Switching Protocols", headers: headers)
        }
    }

    /// The reason for which a server refuses a request.
    struct WebSocketRefusal: Error {
        let status: Int
        let reason: String
        let fields: [(String, String)]

        init(_ status: Int, reason: String, fields: [(String, String)] = []) {
            self.status = status
            self.reason = reason
            self.fields = fields
        }

        /// The bytes of the response.
        var response: [UInt8] {
            let body = Array((reason + "\n").utf8)
            var headers = HTTPHeaders(fields)
            headers.add("Content-Type", "text/plain; charset=utf-8")
            headers.add("Content-Length", String(body.count))
            headers.add("Connection", "close")
            let phrase = [400: "Bad Request", 405: "Method Not Allowed", 426: "Upgrade Required"]
            let head = HTTPResponseHead(
                status: status, reason: phrase[status] ?? "Error", headers: headers)
            return ((try? head.encoded()) ?? []) + body
        }
    }
#endif
