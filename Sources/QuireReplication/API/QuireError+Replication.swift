#if Replication
    import Foundation
    public import Quire
    import QuireNetwork

    // Couchbase Lite's codes: 10000 and an HTTP status, 11000 and the last three digits of a WebSocket's
    // closing code (4001 and 4002 are 14001 and 14002), 5000 to 5012 for the network. A server that
    // cannot be reached is an error of the POSIX domain there, and has a code of Quire here, with that error as
    // its cause.

    extension QuireError.Code {
        /// The host name cannot be resolved.
        public static let unknownHost = Self(rawValue: 5002)
        /// The server did not answer in time.
        public static let networkTimeout = Self(rawValue: 5003)
        /// The server cannot be reached, or refused the connection.
        public static let networkUnreachable = Self(rawValue: 19007)
        /// The encrypted connection cannot be established.
        public static let tlsHandshakeFailed = Self(rawValue: 5006)
        /// The certificate of the server is not trusted.
        public static let tlsCertificateUntrusted = Self(rawValue: 5008)
        /// The server requires other credentials.
        public static let httpAuthenticationRequired = Self(rawValue: 10401)
        /// The user must not do that.
        public static let httpForbidden = Self(rawValue: 10403)
        /// The server has no such database or collection.
        public static let httpNotFound = Self(rawValue: 10404)
        /// The connection was lost.
        public static let connectionLost = Self(rawValue: 11006)
    }

    extension QuireError {
        init(replication error: BLIPError) {
            self.init(
                Self.code(error.domain, error.code),
                Self.message(error.message, domain: error.domain, code: error.code))
        }

        init(_ failure: SessionFailure) {
            self.init(
                Self.code(failure.domain, failure.code),
                Self.message(failure.message, domain: failure.domain, code: failure.code),
                underlyingError: failure.systemError.flatMap(POSIXErrorCode.init(rawValue:))
                    .map { POSIXError($0) })
        }

        private static func message(_ text: String, domain: String, code: Int) -> String {
            text.isEmpty ? "The other database reported the error \(domain) \(code)." : text
        }

        private static func code(_ domain: String, _ code: Int) -> Code {
            switch domain {
            case "Quire": Code(rawValue: code)
            case "LiteCore" where (1..<1000).contains(code): Code(rawValue: code)
            case "HTTP" where (100..<1000).contains(code): Code(rawValue: 10000 + code)
            case "WebSocket" where (1000..<2000).contains(code): Code(rawValue: 10000 + code)
            case "WebSocket" where (4000..<5000).contains(code): Code(rawValue: 10000 + code)
            case "Network" where code > 0: Code(rawValue: code)
            case "Network": .connectionLost
            default: .unexpectedError
            }
        }
    }

    extension SessionFailure {
        /// Creates a failure from an error of the attempt to connect.
        init(connecting error: any Error) {
            switch error {
            case let failure as SessionFailure: self = failure
            case let error as BLIPError: self.init(error)
            case let error as NetworkError: self.init(error)
            case let error as WebSocketError: self.init(error)
            case let error as QuireError: self.init(local: error)
            default:
                self.init(
                    domain: "WebSocket", code: 1006, message: "the connection failed: \(error)",
                    isTransient: true)
            }
        }

        init(_ error: NetworkError) {
            let (code, isTransient): (QuireError.Code, Bool) =
                switch error.kind {
                case .unknownHost: (.unknownHost, true)
                case .timedOut: (.networkTimeout, true)
                case .refused, .unreachable: (.networkUnreachable, true)
                case .tls: (.tlsHandshakeFailed, false)
                case .untrustedCertificate: (.tlsCertificateUntrusted, false)
                case .limit, .invalidData: (QuireError.Code(rawValue: 11002), false)
                case .reset, .closed, .system: (.connectionLost, true)
                }
            self.init(
                domain: "Network", code: code.rawValue, message: error.message,
                isTransient: isTransient)
            switch error.kind {
            case .refused: systemError = ECONNREFUSED
            case .unreachable: systemError = EHOSTUNREACH
            default: break
            }
        }

        private init(_ error: WebSocketError) {
            switch error {
            case .refused(let head, let body):
                self.init(
                    domain: "HTTP", code: head.status, message: Self.message(for: head, body: body),
                    isTransient: [408, 429, 502, 503, 504].contains(head.status))
            case .closed(let status): self.init(status)
            case .violation(let code, let reason):
                self.init(
                    domain: "WebSocket", code: Int(code), message: reason, isTransient: false)
            case .invalidResponse, .invalidRequest:
                self.init(
                    domain: "WebSocket", code: 1002, message: error.description,
                    isTransient: false)
            }
        }

        private static func message(for head: HTTPResponseHead, body: String) -> String {
            switch head.status {
            // Sync Gateway does not tell users which databases exist.
            case 401:
                "The server requires other credentials, or has no database with this URL (401)."
            case 403: "The server refuses the connection for this user (403)."
            case 404: "The server has no database with this URL (404)."
            case 503: "The server or its database is offline (503)."
            // Sync Gateway names its protocols if it knows none of those that were offered.
            case _ where body.contains("I only speak"):
                "The server does not support version vectors, which require Sync Gateway 4.0 or "
                    + "Couchbase Lite 4.0 (\(head.status))."
            default: "The server refused the connection: \(head.status) \(head.reason)."
            }
        }
    }
#endif
