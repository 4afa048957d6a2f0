#if Replication
    import Quire
    public import QuireReplication

    /// A collection of a replication, with what is replicated of it.
    ///
    /// ```swift
    /// var hotelConfiguration = CollectionConfiguration(collection: hotels)
    /// hotelConfiguration.pushFilter = { document, _ in !document.boolean(forKey: "isDraft") }
    /// ```
    public struct CollectionConfiguration: Sendable {
        /// The configuration for calls of Quire, which also has resolvers for models.
        public var quire: QuireReplication.CollectionConfiguration

        /// Creates a configuration that replicates all documents of a collection.
        ///
        /// - Parameter collection: A collection of the local database.
        public init(collection: Collection) {
            quire = QuireReplication.CollectionConfiguration(collection: collection.quire)
        }

        /// The collection.
        public var collection: Collection { Collection(quire.collection) }

        /// The resolver of conflicts, or `nil` for `ConflictResolver.default`.
        public var conflictResolver: (any ConflictResolverProtocol)? {
            get { quire.conflictResolver }
            set { quire.conflictResolver = newValue }
        }

        /// The filter for documents to send, or `nil` to send all.
        public var pushFilter: ReplicationFilter? {
            get { quire.pushFilter }
            set { quire.pushFilter = newValue }
        }

        /// The filter for received documents, or `nil` to store all.
        public var pullFilter: ReplicationFilter? {
            get { quire.pullFilter }
            set { quire.pullFilter = newValue }
        }

        /// The channels of Sync Gateway to receive, or `nil` for all that the user has access to.
        public var channels: [String]? {
            get { quire.channels }
            set { quire.channels = newValue }
        }

        /// The IDs of the documents to replicate, or `nil` for all.
        public var documentIDs: [String]? {
            get { quire.documentIDs }
            set { quire.documentIDs = newValue }
        }

        /// Creates configurations that replicate all documents of collections.
        ///
        /// - Parameter collections: Collections of the local database.
        /// - Returns: A configuration for each.
        public static func fromCollections(
            _ collections: [Collection]
        ) -> [CollectionConfiguration] {
            collections.map(CollectionConfiguration.init(collection:))
        }
    }
#endif
