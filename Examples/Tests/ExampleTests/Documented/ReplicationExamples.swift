#if Replication
    import CouchbaseLiteSwift

    /// The code of the documentation of `Conflict`.
    func documentedResolver() -> any ConflictResolverProtocol {
        let resolver = ConflictResolver { (conflict: Conflict) in
            conflict.localDocument ?? conflict.remoteDocument
        }
        return resolver
    }

    /// The code of the documentation of `URLEndpointListener`.
    func documentedListener(of hotels: Collection) throws -> Bool {
        let configuration = URLEndpointListenerConfiguration(collections: [hotels])
        let listener = URLEndpointListener(config: configuration)
        try listener.start()

        let status: URLEndpointListener.ConnectionStatus = listener.status
        return status.activeConnectionCount == 0
    }

    /// The code of the documentation of `URLEndpointListenerConfiguration`.
    func documentedListenerConfiguration(of hotels: Collection) -> URLEndpointListenerConfiguration
    {
        var configuration = URLEndpointListenerConfiguration(collections: [hotels])
        configuration.port = 4984
        return configuration
    }

    /// The code of the documentation of `CollectionConfiguration` and `ReplicatorConfiguration`.
    func documentedReplicatorConfiguration(
        of hotels: Collection, with endpoint: any Endpoint
    ) -> (CollectionConfiguration, ReplicatorConfiguration) {
        var hotelConfiguration = CollectionConfiguration(collection: hotels)
        hotelConfiguration.pushFilter = { document, _ in !document.boolean(forKey: "isDraft") }

        var configuration = ReplicatorConfiguration(
            collections: CollectionConfiguration.fromCollections([hotels]), target: endpoint)
        configuration.continuous = true
        return (hotelConfiguration, configuration)
    }

    /// The code of the documentation of `Replicator`, `ReplicatorChange` and `DocumentReplication`.
    func documentedReplicator(
        _ configuration: ReplicatorConfiguration
    ) -> (Replicator, [ListenerToken]) {
        let replicator = Replicator(config: configuration)
        let statusToken = replicator.addChangeListener { change in
            if let error = change.status.error as NSError? { print(error.domain, error.code) }
        }
        replicator.start()

        let activity: Replicator.ActivityLevel = replicator.status.activity
        let progress: Replicator.Progress = replicator.status.progress
        let status: Replicator.Status = replicator.status
        print(activity, progress, status)

        let statusListener: (ReplicatorChange) -> Void = { change in
            print(change.status.progress.completed)
        }
        let documentListener: (DocumentReplication) -> Void = { replication in
            for document in replication.documents { print(replication.isPush, document.id) }
        }
        return (
            replicator,
            [
                statusToken, replicator.addChangeListener(statusListener),
                replicator.addDocumentReplicationListener(documentListener),
            ]
        )
    }

    /// The code of the documentation of `TLSIdentity`.
    func documentedIdentity() throws -> (TLSIdentity, TLSIdentity.KeyUsages) {
        let identity = try TLSIdentity.createIdentity(
            for: .serverAuth, attributes: [certAttrCommonName: "Hotel"], label: "listener")
        let usages: TLSIdentity.KeyUsages = [.serverAuth, .clientAuth]
        return (identity, usages)
    }
#endif
