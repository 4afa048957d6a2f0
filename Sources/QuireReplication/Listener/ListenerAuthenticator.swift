#if Replication
    public import Foundation
    import Quire

    /// Who may connect to a listener.
    ///
    /// The types are ``ListenerPasswordAuthenticator`` and ``ListenerCertificateAuthenticator``.
    public protocol ListenerAuthenticator: Sendable {}

    /// The users of a listener.
    ///
    /// ```swift
    /// configuration.authenticator = ListenerPasswordAuthenticator { user, password in
    ///     user == "ann" && password == "secret"
    /// }
    /// ```
    public struct ListenerPasswordAuthenticator: ListenerAuthenticator {
        let accepts: @Sendable (_ user: String, _ password: String) -> Bool
        /// Why no listener can use the authenticator, or `nil` if it can.
        private(set) var problem: String?

        /// Creates an authenticator.
        ///
        /// - Parameter accepts: A closure that returns whether a user has a password. It is called for
        ///   each connection, on a thread of the database.
        public init(
            accepts: @escaping @Sendable (_ user: String, _ password: String) -> Bool
        ) {
            self.accepts = accepts
        }

        /// Creates an authenticator for one user.
        ///
        /// The comparison takes the same time for each password of the same length. A listener with an empty user
        /// name, one that contains a colon, which HTTP cannot transfer, or an empty password does not start.
        ///
        /// - Parameters:
        ///   - username: The user name.
        ///   - password: The password that the user must send.
        public init(username: String, password: String) {
            self.init { user, given in
                let isUser = Self.areEqual(user, username)
                return Self.areEqual(given, password) && isUser
            }
            problem =
                if username.isEmpty {
                    "The user name of the listener is empty."
                } else if username.utf8.contains(UInt8(ascii: ":")) {
                    "The user name \(username.debugDescription) of the listener contains a colon, which ends "
                        + "the user name in HTTP."
                } else if password.isEmpty {
                    "The password of the user \(username.debugDescription) of the listener is empty."
                } else {
                    nil
                }
        }

        private static func areEqual(_ first: String, _ second: String) -> Bool {
            let (first, second) = (Array(first.utf8), Array(second.utf8))
            var difference = first.count ^ second.count
            for index in first.indices {
                difference |= Int(first[index] ^ (index < second.count ? second[index] : 0))
            }
            return difference == 0
        }
    }

    /// The certificates of the clients of a listener.
    ///
    /// Clients without a certificate, and without its private key, are refused. The listener needs a
    /// ``URLEndpointListenerConfiguration/tlsIdentity``.
    ///
    /// ```swift
    /// configuration.authenticator = ListenerCertificateAuthenticator(
    ///     rootCertificates: [Data(contentsOf: authority)])
    /// ```
    public struct ListenerCertificateAuthenticator: ListenerAuthenticator {
        enum Rule: Sendable {
            /// Certificates as DER.
            case roots([[UInt8]])
            case accepts(@Sendable ([Data]) -> Bool)
        }

        let rule: Rule

        /// Creates an authenticator that accepts certificates which one of these has signed.
        ///
        /// A client that has one of these itself is accepted, too. Dates are checked, names are not.
        ///
        /// - Parameter rootCertificates: The certificates, each as DER or PEM.
        public init(rootCertificates: [Data]) {
            rule = .roots(rootCertificates.flatMap { PEM.blocks(of: [UInt8]($0)) })
        }

        /// Creates an authenticator whose closure decides about certificates.
        ///
        /// - Parameter accepts: A closure that returns whether a client may connect. Its argument are the
        ///   certificates of the client as DER, its own one first. Only the client's possession of the
        ///   private key was checked: neither a date nor a signature of an authority. It is called for each
        ///   connection, on a thread of the database.
        public init(accepts: @escaping @Sendable (_ certificates: [Data]) -> Bool) {
            rule = .accepts(accepts)
        }
    }
#endif
