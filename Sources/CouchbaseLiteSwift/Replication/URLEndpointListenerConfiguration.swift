#if Replication
    import Foundation
    import Quire
    public import QuireReplication

    /// What a listener offers to other databases, and where.
    ///
    /// ```swift
    /// var configuration = URLEndpointListenerConfiguration(collections: [hotels])
    /// configuration.port = 4984
    /// ```
    public struct URLEndpointListenerConfiguration: Sendable {
        /// The default of ``port``: any that is free.
        public static let defaultPort: UInt16 = 0
        /// The default of ``disableTLS``.
        public static let defaultDisableTLS = false
        /// The default of ``readOnly``.
        public static let defaultReadOnly = false
        /// The default of ``enableDeltaSync``.
        public static let defaultEnableDeltaSync = false

        /// The collections, which belong to one database.
        public let collections: [Collection]

        /// The port, or 0 for any that is free.
        public var port: UInt16? = defaultPort

        /// The name or address of the network interface, or `nil` for all.
        public var networkInterface: String?

        /// Whether connections are not encrypted.
        public var disableTLS = defaultDisableTLS

        /// The private key and the certificate of the listener.
        ///
        /// By default, the listener creates an identity that no authority has signed. Replicators connect to
        /// it with `acceptOnlySelfSignedServerCertificate`.
        public var tlsIdentity: TLSIdentity?

        /// Who may connect, or `nil` for everybody who reaches the network interface.
        public var authenticator: (any ListenerAuthenticator)?

        /// Whether other databases may send the changes of a document in place of its body.
        public var enableDeltaSync = defaultEnableDeltaSync

        /// Whether changes of other databases are refused.
        public var readOnly = defaultReadOnly

        /// Creates a configuration.
        ///
        /// - Parameter collections: The collections, which belong to one database.
        public init(collections: [Collection]) { self.collections = collections }

        /// Creates a copy.
        ///
        /// - Parameter config: The configuration to copy.
        public init(config: URLEndpointListenerConfiguration) { self = config }

        /// Returns the configuration of a listener that runs.
        func quire() throws -> QuireReplication.URLEndpointListenerConfiguration {
            var configuration = QuireReplication.URLEndpointListenerConfiguration(
                collections: collections.map(\.quire))
            configuration.port = port ?? 0
            configuration.networkInterface = networkInterface ?? "0.0.0.0"
            configuration.authenticator = authenticator
            configuration.acceptsEveryMachine = true
            configuration.enableDeltaSync = enableDeltaSync
            configuration.readOnly = readOnly
            if !disableTLS {
                configuration.tlsIdentity = try tlsIdentity?.quire ?? TLSIdentity.anonymous()
            }
            return configuration
        }
    }
#endif
