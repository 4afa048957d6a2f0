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
#endif
