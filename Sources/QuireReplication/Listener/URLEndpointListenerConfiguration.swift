#if Replication
    public import Quire

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
        /// other address requires an ``authenticator``, and should have a ``tlsIdentity``.
        public var networkInterface = "127.0.0.1"

        /// Who may connect, or `nil` for every program of the machine.
        public var authenticator: (any ListenerAuthenticator)?

        /// The private key and the certificate of the listener, or `nil` for connections without encryption.
        ///
        /// The URLs begin with `wss` if there is one.
        public var tlsIdentity: TLSIdentity?

        /// Whether other machines may connect although there is no authenticator, as in Couchbase Lite.
        package var acceptsEveryMachine = false

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
        /// Returns whether only programs of this machine reach an address.
        package static func isLoopback(_ host: String) -> Bool { ListenerRequest.isLoopback(host) }

        /// Which certificates clients must have.
        var clientCertificates: ClientCertificates {
            guard let authenticator = authenticator as? ListenerCertificateAuthenticator else {
                return .none
            }
            switch authenticator.rule {
            case .roots(let certificates): return .signed(certificates)
            case .accepts: return .any
            }
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
