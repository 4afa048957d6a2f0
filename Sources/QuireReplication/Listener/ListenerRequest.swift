#if Replication
    import Foundation
    import Quire
    import QuireNetwork

    // The request of a client, and why it is refused:
    //
    //   GET /travel/_blipsync HTTP/1.1        404 for another database or path
    //   Host: 127.0.0.1:4984                  403 for a host name that is not permitted
    //   Origin: https://example.com           403 for a web page that is not permitted
    //   Authorization: Basic YW5uOnNlY3JldA== 401 for wrong credentials
    //
    // A web page of any site can open a WebSocket to a loopback address. Its browser sends the origin
    // of the page. A site whose host name is changed to a loopback address after the page was loaded
    // ("DNS rebinding") is recognized by the host name.

    /// A connection that a listener has accepted.
    struct Accepted: Sendable {
        /// The connection for messages.
        let socket: any MessageSocket
        /// The connection for the bytes of the messages.
        let transport: any ByteTransport
        /// The user whose password the listener has checked, or `nil` if it checks no passwords.
        let user: String?
    }

    /// The checks of the request that opens a connection to a listener.
    struct ListenerRequest: Sendable {
        /// The time within which a client must send its request.
        private static let timeLimit = Duration.seconds(15)

        private let config: URLEndpointListenerConfiguration
        let database: Database
        private let budget: MemoryBudget
        /// The threads for the closures of the user.
        ///
        /// Clients that are refused must not delay the work of the database.
        private let decisions = BlockingWork(label: "Quire.listener", width: 4)
        private let refusals = RefusalLog()

        init(
            _ config: URLEndpointListenerConfiguration, database: Database, _ budget: MemoryBudget
        ) {
            self.config = config
            self.database = database
            self.budget = budget
        }

        /// Reads the request and accepts or refuses it.
        ///
        /// - Parameters:
        ///   - transport: A new connection.
        ///   - listener: The socket that has accepted it.
        /// - Returns: The connection, or `nil` if the request was refused and the connection is closed.
        func accept(
            _ transport: any ByteTransport, of listener: any ListenerSocket
        ) async -> Accepted? {
            let client = (transport as? SocketTransport)?.peerAddress?.host ?? "unknown address"
            do {
                return try await transport.closing(after: Self.timeLimit, "The request") {
                    let connection = try await listener.secure(transport)
                    guard
                        let (socket, user) = try? await accept(
                            connection, of: client, port: listener.port)
                    else {
                        // An encrypted connection also sends the end of its stream.
                        connection.transport.close()
                        return nil
                    }
                    return Accepted(socket: socket, transport: connection.transport, user: user)
                }
            } catch {
                transport.close()
                let kind = (error as? NetworkError)?.kind
                if kind == .untrustedCertificate || kind == .tls {
                    refusals.add("\(error)", of: client, port: listener.port)
                }
                return nil
            }
        }

        private func accept(
            _ connection: SecuredConnection, of client: String, port: UInt16
        ) async throws -> (socket: any MessageSocket, user: String?)? {
            let stream = HTTPStream(connection.transport)
            do {
                guard let head = try await stream.requestHead() else { return nil }
                let user = user(of: head)
                if let refusal = await refusal(of: head, connection.certificates) {
                    if refusal.status == 401 {
                        refusals.add(refusalReason(for: user), of: client, port: port)
                    }
                    try await stream.send(try refusal.encoded())
                    return nil
                }
                let socket = try await WebSocket.accept(
                    head, over: stream, subprotocols: ReplicationProtocol.subprotocols,
                    client: client, limits: .listener)
                return (socket, user)
            } catch let error as HTTPError {
                try await stream.send(Self.response(error.status, error.message).encoded())
                return nil
            }
        }

        /// Returns why the credentials of a client were refused, for the log.
        private func refusalReason(for user: String?) -> String {
            if config.authenticator is ListenerCertificateAuthenticator {
                return "its certificate is not accepted."
            }
            return user.map {
                "the user \(ListenerLog.shown($0)) is unknown or has another password."
            } ?? "it has sent no user name and password."
        }

        /// Returns the user name that a client has sent, if the listener checks passwords.
        private func user(of head: HTTPRequestHead) -> String? {
            config.authenticator is ListenerPasswordAuthenticator
                ? Self.credentials(head.headers["Authorization"])?.user : nil
        }

        private func refusal(
            of head: HTTPRequestHead, _ certificates: [[UInt8]]
        ) async -> HTTPResponseHead? {
            guard isPermitted(host: head.headers["Host"]) else {
                return Self.response(403, "Forbidden")
            }
            let origins = head.headers.values(of: "Origin")
            guard origins.allSatisfy(config.allowedOrigins.contains) else {
                return Self.response(403, "Forbidden")
            }
            guard await isAuthenticated(head.headers["Authorization"], certificates) else {
                var response = Self.response(401, "Unauthorized")
                if config.authenticator is ListenerPasswordAuthenticator {
                    response.headers.add(
                        "WWW-Authenticate", "Basic realm=\"Quire\", charset=\"UTF-8\"")
                }
                return response
            }
            let path = head.target.prefix { $0 != "?" }
            guard path.hasSuffix("/_blipsync"), path.hasPrefix("/"),
                path.dropFirst().dropLast("/_blipsync".count).removingPercentEncoding
                    == database.name
            else { return Self.response(404, "Not Found") }
            // Replicators try again later.
            if budget.isExhausted { return Self.response(503, "Service Unavailable") }
            return nil
        }

        private static func response(_ status: Int, _ reason: String) -> HTTPResponseHead {
            HTTPResponseHead(
                status: status, reason: reason,
                headers: HTTPHeaders([("Content-Length", "0"), ("Connection", "close")]))
        }

        // MARK: Hosts

        /// Returns whether an address is one of the loopback interface.
        static func isLoopback(_ host: String) -> Bool {
            if ["localhost", "::1", "[::1]"].contains(host) { return true }
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0] == "127"
                && parts.allSatisfy { part in
                    part.utf8.allSatisfy { (48...57).contains($0) } && UInt8(part) != nil
                }
        }

        private func isPermitted(host: String?) -> Bool {
            guard let host else { return false }
            let name = Self.name(ofHost: host).lowercased()
            if config.allowedHosts.contains(where: { $0.lowercased() == name }) { return true }
            if Self.isLoopback(config.networkInterface) { return Self.isLoopback(name) }
            // Other machines use the address or a name of this machine, which the listener does not
            // know. A web page of another site has no credentials, and its browser sends an origin.
            return config.allowedHosts.isEmpty
        }

        /// Returns a host without its port.
        private static func name(ofHost host: String) -> String {
            if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
                return String(host[...end])
            }
            return String(host.prefix { $0 != ":" })
        }

        // MARK: Credentials

        private func isAuthenticated(_ header: String?, _ certificates: [[UInt8]]) async -> Bool {
            switch config.authenticator {
            case nil: return true
            case let authenticator as ListenerPasswordAuthenticator:
                guard let (user, password) = Self.credentials(header) else { return false }
                return await decide { authenticator.accepts(user, password) }
            case let authenticator as ListenerCertificateAuthenticator:
                guard !certificates.isEmpty else { return false }
                // The handshake has compared them with root certificates.
                guard case .accepts(let accepts) = authenticator.rule else { return true }
                return await decide { accepts(certificates.map { Data($0) }) }
            default: return false
            }
        }

        /// Asks a closure of the user on a thread that it may block.
        private func decide(_ accepts: @escaping @Sendable () -> Bool) async -> Bool {
            (try? await decisions.run(accepts)) ?? false
        }

        /// Returns the user name and the password of a request.
        private static func credentials(_ header: String?) -> (user: String, password: String)? {
            guard let header, header.lowercased().hasPrefix("basic "),
                let data = Data(base64Encoded: String(header.dropFirst(6))),
                let text = String(data: data, encoding: .utf8), let colon = text.firstIndex(of: ":")
            else { return nil }
            return (String(text[..<colon]), String(text[text.index(after: colon)...]))
        }
    }
#endif
