#if Replication
    public import Foundation
    public import Quire

    /// The directions of a replication.
    public enum ReplicatorType: UInt8, Sendable, Hashable {
        /// Changes are sent and received.
        case pushAndPull
        /// Changes are sent.
        case push
        /// Changes are received.
        case pull
    }

    /// What happened to a replicated document.
    public struct DocumentFlags: OptionSet, Sendable, Hashable {
        /// The bits of the flags.
        public let rawValue: Int

        /// Creates a set of flags from its bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The document is deleted.
        public static let deleted = DocumentFlags(rawValue: 1)
        /// The user lost access to the document.
        public static let accessRemoved = DocumentFlags(rawValue: 2)
    }

    /// A closure that returns whether a document is replicated.
    ///
    /// It runs on a thread of the database for each document.
    public typealias ReplicationFilter = @Sendable (Document, DocumentFlags) -> Bool

    /// A collection of a replication, with what is replicated of it.
    ///
    /// ```swift
    /// var configuration = CollectionConfiguration(collection: try database.defaultCollection())
    /// configuration.pushFilter = { document, _ in !document.boolean(forKey: "isDraft") }
    /// ```
    public struct CollectionConfiguration: Sendable {
        /// The collection.
        public let collection: DocumentCollection

        /// Whether the collection is left out if it is empty and the other database does not have it.
        package var isOptional = false

        /// The resolver of conflicts, or `nil` for ``ConflictResolver/default``.
        public var conflictResolver: (any ConflictResolverProtocol)?

        /// The filter for documents to send, or `nil` to send all.
        public var pushFilter: ReplicationFilter?

        /// The filter for received documents, or `nil` to store all.
        public var pullFilter: ReplicationFilter?

        /// The channels of Sync Gateway to receive, or `nil` for all that the user has access to.
        public var channels: [String]?

        /// The IDs of the documents to replicate, or `nil` for all.
        public var documentIDs: [String]?

        var modelResolvers: [ModelResolver] = []

        /// Creates a configuration that replicates all documents.
        ///
        /// - Parameter collection: A collection of the local database.
        public init(collection: DocumentCollection) {
            self.collection = collection
        }

        /// Creates configurations that replicate all documents of collections.
        ///
        /// - Parameter collections: Collections of the local database.
        /// - Returns: A configuration for each.
        public static func fromCollections(
            _ collections: [DocumentCollection]
        ) -> [CollectionConfiguration] {
            collections.map(CollectionConfiguration.init(collection:))
        }
    }

    /// What a ``Replicator`` replicates, with which database, and how.
    ///
    /// ```swift
    /// var configuration = ReplicatorConfiguration(
    ///     collections: CollectionConfiguration.fromCollections(try database.collections()),
    ///     target: endpoint)
    /// configuration.continuous = true
    /// ```
    public struct ReplicatorConfiguration: Sendable {
        /// The other database.
        public let target: any Endpoint

        /// The collections, which belong to one database.
        public let collections: [CollectionConfiguration]

        /// The directions.
        public var replicatorType = defaultType

        /// Whether the replicator continues with new changes until it is stopped.
        public var continuous = defaultContinuous

        /// The credentials, or `nil` for none.
        public var authenticator: (any Authenticator)?

        /// Whether only servers with a self-signed certificate are accepted.
        public var acceptOnlySelfSignedServerCertificate = defaultSelfSignedCertificateOnly

        /// The only certificate of a server that is accepted, in DER or PEM form, or `nil` for any that
        /// the system trusts.
        public var pinnedServerCertificate: Data?

        /// Further fields of the HTTP request that opens the connection.
        public var headers: [String: String]?

        /// The time without received data after which the connection is checked, in seconds.
        public var heartbeat = defaultHeartbeat

        /// The number of attempts in a row that transfer nothing new: 1 for no second attempt, `UInt.max` for
        /// no limit.
        ///
        /// A continuous replicator counts only attempts without a connection. Set the number to 0 for the
        /// default: ``defaultMaxAttemptsSingleShot``, or ``defaultMaxAttemptsContinuous`` for a continuous
        /// replicator.
        public var maxAttempts: UInt {
            get {
                if setAttempts > 0 { return setAttempts }
                return continuous
                    ? Self.defaultMaxAttemptsContinuous : Self.defaultMaxAttemptsSingleShot
            }
            set { setAttempts = newValue }
        }

        private var setAttempts: UInt = 0

        /// The maximum time between two attempts in seconds.
        public var maxAttemptWaitTime = defaultMaxAttemptsWaitTime

        /// Whether documents to which the user lost access are purged.
        public var enableAutoPurge = defaultEnableAutoPurge

        /// Whether the replicator stops when the listener of the other database is stopped, as in Couchbase
        /// Lite, and does not connect again.
        package var stopsWithListener = false

        /// The time after which a silent connection ends while the other database has work to do.
        package var maximumSilence = BLIPOptions().maximumSilence

        /// The time after which a continuous replicator tries again to transfer what has failed.
        package var retryInterval: Duration = .seconds(30)

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - collections: The collections, which belong to one database.
        ///   - target: The other database.
        public init(collections: [CollectionConfiguration], target: any Endpoint) {
            self.collections = collections
            self.target = target
        }

        /// Creates a copy.
        public init(config: ReplicatorConfiguration) {
            self = config
        }
    }

    extension ReplicatorConfiguration {
        /// The default of ``replicatorType``.
        public static let defaultType = ReplicatorType.pushAndPull
        /// The default of ``continuous``.
        public static let defaultContinuous = false
        /// The default of ``acceptOnlySelfSignedServerCertificate``.
        public static let defaultSelfSignedCertificateOnly = false
        /// The default of ``heartbeat``, in seconds.
        public static let defaultHeartbeat: TimeInterval = 300
        /// The default of ``maxAttempts``.
        public static let defaultMaxAttemptsSingleShot: UInt = 10
        /// The default of ``maxAttempts`` for a continuous replicator: no limit.
        public static let defaultMaxAttemptsContinuous = UInt.max
        /// The default of ``maxAttemptWaitTime``, in seconds.
        public static let defaultMaxAttemptsWaitTime: TimeInterval = 300
        /// The default of ``enableAutoPurge``.
        public static let defaultEnableAutoPurge = true
    }
#endif
