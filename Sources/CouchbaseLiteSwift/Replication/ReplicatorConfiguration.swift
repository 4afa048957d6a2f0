#if Replication
    public import Foundation
    import Quire
    public import QuireReplication

    /// What a ``Replicator`` replicates, with which database, and how.
    ///
    /// ```swift
    /// var configuration = ReplicatorConfiguration(
    ///     collections: CollectionConfiguration.fromCollections([hotels]), target: endpoint)
    /// configuration.continuous = true
    /// ```
    ///
    /// As in Couchbase Lite, a replicator stops with ``CBLError/webSocketGoingAway`` when the listener of the
    /// other database is stopped. A replicator of Quire connects again.
    public struct ReplicatorConfiguration: Sendable {
        private typealias Quire = QuireReplication.ReplicatorConfiguration

        /// The default of ``replicatorType``.
        public static let defaultType: ReplicatorType = Quire.defaultType
        /// The default of ``continuous``.
        public static let defaultContinuous: Bool = Quire.defaultContinuous
        /// The default of ``acceptOnlySelfSignedServerCertificate``.
        public static let defaultSelfSignedCertificateOnly: Bool = Quire
            .defaultSelfSignedCertificateOnly
        /// The default of ``heartbeat``.
        public static let defaultHeartbeat: TimeInterval = Quire.defaultHeartbeat
        /// The default of ``maxAttempts``.
        public static let defaultMaxAttemptsSingleShot: UInt = Quire.defaultMaxAttemptsSingleShot
        /// The default of ``maxAttempts`` for a continuous replicator.
        public static let defaultMaxAttemptsContinuous: UInt = Quire.defaultMaxAttemptsContinuous
        /// The default of ``maxAttemptWaitTime``.
        public static let defaultMaxAttemptsWaitTime: TimeInterval = Quire
            .defaultMaxAttemptsWaitTime
        /// The default of ``enableAutoPurge``.
        public static let defaultEnableAutoPurge: Bool = Quire.defaultEnableAutoPurge

        /// The collections, which belong to one database.
        public let collections: [CollectionConfiguration]

        private var settings: QuireReplication.ReplicatorConfiguration

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - collections: The collections, which belong to one database.
        ///   - target: The other database.
        public init(collections: [CollectionConfiguration], target: any Endpoint) {
            self.collections = collections
            settings = QuireReplication.ReplicatorConfiguration(
                collections: collections.map(\.quire), target: target)
            settings.stopsWithListener = true
        }

        /// Creates a copy.
        ///
        /// - Parameter config: The configuration to copy.
        public init(config: ReplicatorConfiguration) { self = config }

        /// The configuration for calls of Quire.
        public var quire: QuireReplication.ReplicatorConfiguration { settings }

        /// The other database.
        public var target: any Endpoint { settings.target }

        /// The directions.
        public var replicatorType: ReplicatorType {
            get { settings.replicatorType }
            set { settings.replicatorType = newValue }
        }

        /// Whether the replicator continues with new changes until it is stopped.
        public var continuous: Bool {
            get { settings.continuous }
            set { settings.continuous = newValue }
        }

        /// The credentials, or `nil` for none.
        public var authenticator: (any Authenticator)? {
            get { settings.authenticator }
            set { settings.authenticator = newValue }
        }

        /// Whether only servers with a self-signed certificate are accepted.
        public var acceptOnlySelfSignedServerCertificate: Bool {
            get { settings.acceptOnlySelfSignedServerCertificate }
            set { settings.acceptOnlySelfSignedServerCertificate = newValue }
        }

        /// The only certificate of a server that is accepted, in DER or PEM form, or `nil` for any that the
        /// system trusts.
        public var pinnedServerCertificate: Data? {
            get { settings.pinnedServerCertificate }
            set { settings.pinnedServerCertificate = newValue }
        }

        /// Further fields of the HTTP request that opens the connection.
        public var headers: [String: String]? {
            get { settings.headers }
            set { settings.headers = newValue }
        }

        /// The time without received data after which the connection is checked, in seconds.
        public var heartbeat: TimeInterval {
            get { settings.heartbeat }
            set { settings.heartbeat = newValue }
        }

        /// The number of attempts in a row that transfer nothing new: 1 for no second attempt, `UInt.max` for no
        /// limit, and 0 for the default.
        public var maxAttempts: UInt {
            get { settings.maxAttempts }
            set { settings.maxAttempts = newValue }
        }

        /// The maximum time between two attempts in seconds.
        public var maxAttemptWaitTime: TimeInterval {
            get { settings.maxAttemptWaitTime }
            set { settings.maxAttemptWaitTime = newValue }
        }

        /// Whether documents to which the user lost access are purged.
        public var enableAutoPurge: Bool {
            get { settings.enableAutoPurge }
            set { settings.enableAutoPurge = newValue }
        }
    }
#endif
