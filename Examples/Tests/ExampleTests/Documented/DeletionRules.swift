#if Replication
    import Quire
    import QuireReplication

    /// The code of the documentation of `DeletionRule`, whose results the tests of replication check.
    func documentedDeletionRule(
        of hotels: Repository<RepositoryFeatureExamples.Hotel>, in collection: DocumentCollection
    ) -> CollectionConfiguration {
        typealias Hotel = RepositoryFeatureExamples.Hotel
        let rule = DeletionRule<Hotel>.decide { conflict in
            conflict.changed.tags.isEmpty ? nil : conflict.changed
        }
        var configuration = CollectionConfiguration(collection: collection)
        configuration.resolveConflicts(
            of: hotels, by: .mergeFields { $0.set(\.tags) }, deletions: rule)
        return configuration
    }
#endif
