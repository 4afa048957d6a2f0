#if Replication
    import Quire
    @_exported public import QuireReplication

    // The names of Couchbase Lite for the types of QuireReplication, and calls with the databases of
    // this module.

    /// A received document that conflicts with a change of this database.
    ///
    /// ```swift
    /// let resolver = ConflictResolver { (conflict: Conflict) in
    ///     conflict.localDocument ?? conflict.remoteDocument
    /// }
    /// ```
    public typealias Conflict = ReplicationConflict

    extension DatabaseEndpoint {
        /// Creates an endpoint for another database of this process.
        ///
        /// - Parameter database: The other database, which is open in this process.
        public init(database: Database) {
            self.init(database: database.quire)
        }
    }
#endif
