#if Replication
    import Quire
    @_exported public import QuireReplication

    // The names of Couchbase Lite for the types of QuireReplication, and calls with the collections of
    // this module.

    /// A received document that conflicts with a change of this database.
    ///
    /// ```swift
    /// let resolver = ConflictResolver { (conflict: Conflict) in
    ///     conflict.localDocument ?? conflict.remoteDocument
    /// }
    /// ```
    public typealias Conflict = ReplicationConflict

    extension CollectionConfiguration {
        /// Creates a configuration that replicates all documents of a collection.
        ///
        /// - Parameter collection: A collection of the local database.
        public init(collection: Collection) {
            self.init(collection: collection.quire)
        }

        /// Creates configurations that replicate all documents of collections.
        ///
        /// - Parameter collections: Collections of the local database.
        /// - Returns: A configuration for each.
        public static func fromCollections(
            _ collections: [Collection]
        ) -> [CollectionConfiguration] {
            collections.map { CollectionConfiguration(collection: $0) }
        }
    }

    extension DatabaseEndpoint {
        /// Creates an endpoint for another database of this process.
        ///
        /// - Parameter database: The other database, which is open in this process.
        public init(database: Database) {
            self.init(database: database.quire)
        }
    }

    extension Replicator {
        /// Returns the IDs of the documents whose changes are to be sent.
        ///
        /// - Parameter collection: A collection of the configuration.
        /// - Returns: The IDs.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the configuration does not
        ///   contain the collection, ``CBLError/unsupported`` if the replicator only receives, or
        ///   ``CBLError/notOpen`` if the database is closed.
        public func pendingDocumentIds(collection: Collection) throws -> Set<String> {
            try convertingErrors { try pendingDocumentIds(collection: collection.quire) }
        }

        /// Returns whether the changes of a document are to be sent.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - collection: A collection of the configuration.
        /// - Returns: `true` if the other database does not have the current revision of the document.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the configuration does not
        ///   contain the collection, ``CBLError/unsupported`` if the replicator only receives, or
        ///   ``CBLError/notOpen`` if the database is closed.
        public func isDocumentPending(_ id: String, collection: Collection) throws -> Bool {
            try convertingErrors { try isDocumentPending(id, collection: collection.quire) }
        }
    }
#endif
