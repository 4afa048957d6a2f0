#if Replication
    import Fleece
    import Foundation
    import Quire
    import QuireNetwork

    extension ReplicatorConfiguration {
        /// Returns the database of the collections.
        ///
        /// - Throws: `QuireError` with code `invalidParameter` if a replicator cannot use the
        ///   configuration.
        func checkedDatabase() throws -> Database {
            guard let database = collections.first?.collection.database else {
                throw QuireError(.invalidParameter, "A replicator needs a collection.")
            }
            var names: Set<String> = []
            for collection in collections.map(\.collection) {
                guard collection.database === database else {
                    throw QuireError(
                        .invalidParameter,
                        "The collection \(collection.fullName) belongs to another database object than "
                            + "the first one.")
                }
                guard names.insert(collection.fullName).inserted else {
                    throw QuireError(
                        .invalidParameter, "The collection \(collection.fullName) occurs twice.")
                }
            }
            if let endpoint = target as? DatabaseEndpoint {
                guard endpoint.database !== database else {
                    throw QuireError(
                        .invalidParameter, "A database cannot be replicated with itself.")
                }
            } else if let endpoint = target as? URLEndpoint {
                try endpoint.check()
                try checkEncryption(of: endpoint)
            } else {
                throw QuireError(
                    .invalidParameter, "The endpoint must be a URLEndpoint or a DatabaseEndpoint.")
            }
            return database
        }

        /// Checks that no setting is without effect because the connection is not encrypted.
        private func checkEncryption(of endpoint: URLEndpoint) throws {
            if ["wss", "https"].contains(endpoint.url.scheme?.lowercased()) { return }
            let setting: String
            if pinnedServerCertificate != nil {
                setting = "A pinned certificate"
            } else if acceptOnlySelfSignedServerCertificate {
                setting = "A self-signed certificate"
            } else if authenticator is ClientCertificateAuthenticator {
                setting = "The certificate of a client"
            } else {
                return
            }
            throw QuireError(
                .invalidParameter,
                "\(setting) requires a URL that begins with wss:, because connections with ws: are not "
                    + "encrypted.")
        }

        /// The name under which the database stores what the other one has.
        var remoteName: String {
            switch target {
            case let endpoint as URLEndpoint: endpoint.remoteName
            case let endpoint as DatabaseEndpoint:
                "x-database://\((try? endpoint.identity) ?? endpoint.database.name)"
            default: ""
            }
        }

        /// The collections in the form that sessions use.
        var replicatedCollections: [ReplicatedCollection] {
            collections.map { configuration in
                let collection = configuration.collection
                var replicated = ReplicatedCollection(collection)
                replicated.isOptional = configuration.isOptional
                replicated.pulls = replicatorType != .push
                replicated.pushes = replicatorType != .pull
                // As in Couchbase Lite, an empty list means all.
                replicated.documentIDs = configuration.documentIDs.flatMap {
                    $0.isEmpty ? nil : Set($0.map(DocumentIDKey.init))
                }
                replicated.channels = configuration.channels
                replicated.pushFilter = configuration.pushFilter.map {
                    Self.filter($0, in: collection)
                }
                replicated.pullFilter = configuration.pullFilter.map {
                    Self.filter($0, in: collection)
                }
                let resolver = configuration.conflictResolver ?? ConflictResolver.default
                let modelResolvers = configuration.modelResolvers
                replicated.resolver = { conflict, collection in
                    for resolve in modelResolvers {
                        if let resolution = try resolve(conflict) { return resolution }
                    }
                    return try conflict.resolution(by: resolver, in: collection)
                }
                return replicated
            }
        }

        /// Returns a filter of documents that belong to a collection, which has the contents of their
        /// blobs.
        private static func filter(
            _ filter: @escaping ReplicationFilter, in collection: DocumentCollection
        ) -> RevisionFilter {
            { revision in
                let document: Document
                if let revisionID = RevisionID(revision.version) {
                    document = collection.document(
                        of: DocumentRecord(
                            id: revision.id, revisionID: revisionID, sequence: 0,
                            body: try WireJSON.parseObject(revision.body)))
                } else {
                    document = MutableDocument(id: revision.id)
                }
                var flags: DocumentFlags = []
                if revision.isDeleted { flags.insert(.deleted) }
                if revision.isAccessRemoved { flags.insert(.accessRemoved) }
                return filter(document, flags)
            }
        }

        /// Opens a connection to the other database.
        func connect() async throws -> any MessageSocket {
            if let endpoint = target as? DatabaseEndpoint { return endpoint.connect() }
            guard let endpoint = target as? URLEndpoint else {
                throw QuireError(.invalidParameter, "The type of the endpoint is unknown.")
            }
            var options = TransportOptions()
            if let certificate = pinnedServerCertificate {
                options.trust = .pinned(Array(certificate))
            } else if acceptOnlySelfSignedServerCertificate {
                options.trust = .selfSigned
            }
            options.identity = (authenticator as? ClientCertificateAuthenticator)?.identity
            var fields = authenticator?.headers ?? []
            for (name, value) in (headers ?? [:]).sorted(by: { $0.key < $1.key }) {
                fields.append((name, value))
            }
            var limits = WebSocketLimits()
            limits.heartbeat = Duration(limited: heartbeat)
            return try await WebSocket.open(
                endpoint.webSocketURL, subprotocols: ReplicationProtocol.subprotocols,
                headers: fields, options: options, limits: limits)
        }
    }

    extension DatabaseEndpoint {
        /// Text that identifies the database, also after it was opened again.
        fileprivate var identity: String {
            get throws { try ReplicationStore(database).sourceID }
        }

        /// Opens a connection to a session of the database.
        fileprivate func connect() -> any MessageSocket {
            let (socket, other) = MemoryMessageSocket.pair()
            let session = PassiveSession(
                socket: other, database: database, options: PassiveOptions())
            Task { await session.run() }
            return socket
        }
    }

    /// Names of the protocol.
    enum ReplicationProtocol {
        /// The WebSocket subprotocols that this implementation speaks: BLIP 3, with version vectors.
        static let subprotocols = ["BLIP_3+CBMobile_4"]
    }

    extension Duration {
        /// Creates a duration of 1 second to 1 year from a setting, which can be infinite.
        init(limited seconds: TimeInterval) {
            self = .seconds(min(max(1, seconds), 31_536_000))
        }
    }
#endif
