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

    /// The code of the documentation of `TLSIdentity`.
    func documentedIdentity() throws -> (TLSIdentity, TLSIdentity.KeyUsages) {
        let identity = try TLSIdentity.createIdentity(
            for: .serverAuth, attributes: [certAttrCommonName: "Hotel"], label: "listener")
        let usages: TLSIdentity.KeyUsages = [.serverAuth, .clientAuth]
        return (identity, usages)
    }
#endif
