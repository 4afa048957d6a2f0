#if Replication
    import CouchbaseLiteSwift

    /// The code of the documentation of `Conflict`.
    func documentedResolver() -> any ConflictResolverProtocol {
        let resolver = ConflictResolver { (conflict: Conflict) in
            conflict.localDocument ?? conflict.remoteDocument
        }
        return resolver
    }
#endif
