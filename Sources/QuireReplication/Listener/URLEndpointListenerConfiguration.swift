#if Replication
    public import Quire

    /// The users of a listener.
    ///
    /// ```swift
    /// configuration.authenticator = ListenerPasswordAuthenticator { user, password in
    ///     user == "ann" && password == "secret"
    /// }
    /// ```
    public struct ListenerPasswordAuthenticator: Sendable {
        let accepts: @Sendable (_ user: String, _ password: String) -> Bool

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
        /// The comparison takes the same time for each password of the same length.
        ///
        /// - Parameters:
        ///   - username: The user name.
        ///   - password: The password that the user must send.
        public init(username: String, password: String) {
            self.init { user, given in
                let isUser = Self.areEqual(user, username)
                return Self.areEqual(given, password) && isUser
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

    /// What a listener offers to other databases, and where.
    ///
    /// ```swift
    /// var configuration = URLEndpointListenerConfiguration(
    ///     collections: try database.collections())
    /// configuration.port = 4984
    /// ```
    public struct URLEndpointListenerConfiguration: Sendable {
        /// The collections, which belong to one database.
        public let collections: [DocumentCollection]

        /// The port, or 0 for any that is free.
        public var port = defaultPort

        /// The name or address of the network interface.
        ///
        /// The default is the loopback interface, which only programs of the same machine reach. Any
        /// other address requires an ``authenticator``, and should be behind a proxy that encrypts.
        public var networkInterface = "127.0.0.1"

        /// The users, or `nil` to accept every program of the machine.
        public var authenticator: ListenerPasswordAuthenticator?

        /// Whether changes of other databases are refused.
        public var readOnly = defaultReadOnly

        /// Whether other databases may send the changes of a document in place of its body.
        ///
        /// As in Couchbase Lite, the default is `false`. Clients that support it then send what has changed
        /// since the revision that both databases have, if that is shorter than the document.
        public var enableDeltaSync = defaultEnableDeltaSync

        /// The origins of web pages that may connect, such as `https://example.com`.
        ///
        /// Any web page can open a WebSocket to a loopback address, so other origins are refused.
        public var allowedOrigins: Set<String> = []

        /// The host names with which clients may connect, in addition to the network interface and the
        /// names of the loopback address.
        public var allowedHosts: Set<String> = []

        /// The maximum number of simultaneous connections.
        public var maximumConnections = 1000

        /// The maximum memory in bytes that the messages of all connections occupy together.
        ///
        /// At this limit, the listener receives and sends more slowly, and answers new requests with
        /// the status 503. One document at a time may exceed it, so that documents of any permitted
        /// size are replicated. See <doc:LimitsOfAListener>.
        public var maximumMemory = 256 << 20

        /// Creates a configuration.
        ///
        /// - Parameter collections: The collections, which belong to one database.
        public init(collections: [DocumentCollection]) {
            self.collections = collections
        }

        /// Creates a copy.
        ///
        /// - Parameter config: The configuration to copy.
        public init(config: URLEndpointListenerConfiguration) {
            self = config
        }
    }

    extension URLEndpointListenerConfiguration {
        /// The default of ``port``: any that is free.
        public static let defaultPort: UInt16 = 0
        /// The default of ``readOnly``.
        public static let defaultReadOnly = false
        /// The default of ``enableDeltaSync``.
        public static let defaultEnableDeltaSync = false
    }
#endif
