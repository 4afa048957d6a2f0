#if Replication
    import Foundation

    /// Credentials for a server.
    ///
    /// The types are ``BasicAuthenticator``, ``SessionAuthenticator`` and ``ClientCertificateAuthenticator``.
    /// Their secrets appear neither in logs nor in errors, and are not stored.
    public protocol Authenticator: Sendable {}

    /// Authentication with a user name and a password.
    ///
    /// ```swift
    /// var configuration = ReplicatorConfiguration(collections: collections, target: endpoint)
    /// configuration.authenticator = BasicAuthenticator(username: "ann", password: "secret")
    /// ```
    public struct BasicAuthenticator: Authenticator, CustomStringConvertible,
        CustomDebugStringConvertible, CustomReflectable
    {
        /// The user name.
        public let username: String
        /// The password.
        public let password: String

        /// Creates an authenticator.
        public init(username: String, password: String) {
            self.username = username
            self.password = password
        }

        /// The user name, without the password.
        public var description: String {
            "BasicAuthenticator(username: \(username.debugDescription))"
        }

        /// The user name, without the password.
        public var debugDescription: String { description }

        /// A mirror without the password, for `dump(_:)`.
        public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
    }

    /// Authentication with a session of Sync Gateway.
    ///
    /// ```swift
    /// configuration.authenticator = SessionAuthenticator(sessionID: session)
    /// ```
    public struct SessionAuthenticator: Authenticator, CustomStringConvertible,
        CustomDebugStringConvertible, CustomReflectable
    {
        /// The cookie name that Sync Gateway uses unless it is configured otherwise.
        public static let defaultCookieName = "SyncGatewaySession"

        /// The ID of the session.
        public let sessionID: String
        /// The name of the cookie.
        public let cookieName: String

        /// Creates an authenticator.
        ///
        /// - Parameters:
        ///   - sessionID: The ID of the session.
        ///   - cookieName: The name of the cookie.
        public init(sessionID: String, cookieName: String = defaultCookieName) {
            self.sessionID = sessionID
            self.cookieName = cookieName
        }

        /// The name of the cookie, without the session.
        public var description: String {
            "SessionAuthenticator(cookieName: \(cookieName.debugDescription))"
        }

        /// The name of the cookie, without the session.
        public var debugDescription: String { description }

        /// A mirror without the session, for `dump(_:)`.
        public var customMirror: Mirror { Mirror(self, children: ["cookieName": cookieName]) }
    }

    /// Authentication with a private key and its certificate.
    ///
    /// The URL of the server must begin with `wss`.
    ///
    /// ```swift
    /// configuration.authenticator = ClientCertificateAuthenticator(identity: identity)
    /// ```
    public struct ClientCertificateAuthenticator: Authenticator {
        /// The identity that the client shows to the server.
        public let identity: TLSIdentity

        /// Creates an authenticator.
        ///
        /// - Parameter identity: The identity that the client shows to the server.
        public init(identity: TLSIdentity) { self.identity = identity }
    }

    extension Authenticator {
        /// The fields of the HTTP request.
        var headers: [(String, String)] {
            switch self {
            case let basic as BasicAuthenticator:
                let text = Data("\(basic.username):\(basic.password)".utf8).base64EncodedString()
                return [("Authorization", "Basic \(text)")]
            case let session as SessionAuthenticator:
                return [("Cookie", "\(session.cookieName)=\(session.sessionID)")]
            default:
                return []
            }
        }
    }
#endif
