#if Replication
    package import Foundation
    import QuireNetwork

    extension WebSocket {
        private static let mostRedirects = 10
        private static let redirects: Set<Int> = [301, 302, 303, 307, 308]

        /// Fields that are meant for one server, and are not sent to another one.
        private static let confidential: Set<String> = [
            "authorization", "cookie", "proxy-authorization",
        ]

        /// Connects to the server of a URL and performs the handshake.
        ///
        /// Up to 10 redirects are followed. `Authorization` and `Cookie` are not sent to another
        /// server than that of the URL, and an encrypted connection is not replaced by a plain one.
        ///
        /// - Parameters:
        ///   - url: The URL, with the scheme `ws` or `wss`.
        ///   - subprotocols: The names of the offered subprotocols. The server must choose one of
        ///     them.
        ///   - headers: Further header fields, such as `Authorization`.
        ///   - options: How to connect.
        ///   - limits: Limits for the server, and times.
        /// - Returns: The open WebSocket.
        /// - Throws: `WebSocketError`, `NetworkError`, `HTTPError`, and `CancellationError` if the
        ///   task is canceled.
        package static func open(
            _ url: URL, subprotocols: [String] = [], headers: [(String, String)] = [],
            options: TransportOptions = TransportOptions(),
            limits: WebSocketLimits = WebSocketLimits()
        ) async throws -> WebSocket {
            var url = url
            var headers = headers
            var redirectCount = 0
            while true {
                let transport = try await openTransport(to: url, options: options)
                do {
                    return try await connect(
                        to: url, over: transport, subprotocols: subprotocols, headers: headers,
                        limits: limits)
                } catch WebSocketError.refused(let head, let body)
                    where redirects.contains(head.status)
                {
                    redirectCount += 1
                    guard redirectCount <= mostRedirects,
                        let next = try destination(of: head, from: url)
                    else { throw WebSocketError.refused(head, body: body) }
                    if try TransportTarget(next) != TransportTarget(url) {
                        headers.removeAll { confidential.contains($0.0.lowercased()) }
                    }
                    url = next
                }
            }
        }

        /// Returns the URL of a redirect, or `nil` if there is no permitted one.
        private static func destination(of head: HTTPResponseHead, from url: URL) throws -> URL? {
            let locations = head.headers.values(of: "Location")
            guard locations.count == 1,
                let next = URL(string: locations[0], relativeTo: url)?.absoluteURL
            else { return nil }
            let isDowngrade =
                try TransportTarget(url).isEncrypted && !TransportTarget(next).isEncrypted
            return isDowngrade ? nil : next
        }
    }
#endif
