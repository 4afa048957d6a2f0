#if Replication
    import CouchbaseLiteSwift
    import Foundation
    import QuirePlatform
    import QuireTestSupport
    import Testing

    /// What a replicator reports, as Couchbase Lite's does.
    @Suite(.timeLimit(.minutes(5))) struct ReplicatorBehaviorTests {
        private let folder: TemporaryFolder
        private let local: Database
        private let remote: Database

        init() throws {
            folder = try TemporaryFolder()
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            local = try Database(name: "local", config: configuration)
            remote = try Database(name: "remote", config: configuration)
        }

        private func replicator(
            with endpoint: (any Endpoint)? = nil,
            resolver: (any ConflictResolverProtocol)? = nil,
            configure: (inout ReplicatorConfiguration) -> Void = { _ in }
        ) throws -> Replicator {
            var collection = CollectionConfiguration(collection: try local.defaultCollection())
            collection.conflictResolver = resolver
            var configuration = ReplicatorConfiguration(
                collections: [collection],
                target: endpoint ?? DatabaseEndpoint(database: remote))
            configuration.maxAttempts = 1
            configure(&configuration)
            return Replicator(config: configuration)
        }

        /// Runs a replicator and returns the domains and codes of the errors of documents.
        private func documentErrors(of replicator: Replicator) async -> [String] {
            let errors = Mutex<[String]>([])
            let queue = DispatchQueue(label: "documents")
            let token = replicator.addDocumentReplicationListener(withQueue: queue) {
                for case let error as NSError in $0.documents.compactMap(\.error) {
                    errors.withLock { $0.append("\(error.domain) \(error.code)") }
                }
            }
            replicator.start()
            await replicator.quire.waitUntilStopped()
            queue.sync {}
            token.remove()
            return errors.withLock { $0 }
        }

        /// Saves a document in both databases.
        private func makeConflict() throws {
            for database in [local, remote] {
                let document = MutableDocument(id: "d", data: ["in": database.name])
                try database.defaultCollection().save(document: document)
            }
        }

        @Test func `a refused connection has the error of the operating system`() async throws {
            let listener = URLEndpointListener(
                config: URLEndpointListenerConfiguration(
                    collections: [try remote.defaultCollection()]))
            try listener.start()
            let port = try #require(listener.port)
            listener.stop()
            let url = try #require(URL(string: "ws://127.0.0.1:\(port)/remote"))
            let replicator = try replicator(with: URLEndpoint(url: url))
            replicator.start()
            await replicator.quire.waitUntilStopped()
            let error = try #require(replicator.status.error as NSError?)
            #expect(error.domain == NSPOSIXErrorDomain && error.code == Int(ECONNREFUSED))
        }

        @Test func `a continuous replicator stops when the listener is stopped`() async throws {
            var configuration = URLEndpointListenerConfiguration(
                collections: [try remote.defaultCollection()])
            configuration.disableTLS = true
            configuration.networkInterface = "127.0.0.1"
            let listener = URLEndpointListener(config: configuration)
            try listener.start()
            let url = try #require(listener.urls?.first)
            let replicator = try replicator(with: URLEndpoint(url: url)) {
                $0.continuous = true
                $0.maxAttempts = 0
            }
            let isConnected = Mutex(false)
            let queue = DispatchQueue(label: "status")
            let token = replicator.addChangeListener(withQueue: queue) { change in
                if change.status.activity == .idle { isConnected.withLock { $0 = true } }
            }
            replicator.start()
            while !isConnected.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            let status = listener.status
            let counts: [UInt64] = [status.connectionCount, status.activeConnectionCount]
            listener.stop()
            await replicator.quire.waitUntilStopped()
            token.remove()
            let error = try #require(replicator.status.error as NSError?)
            #expect(counts == [1, 1])
            #expect(error.domain == CBLError.domain && error.code == CBLError.webSocketGoingAway)
        }

        @Test func `a resolver that purges the document causes the error of a missing one`()
            async throws
        {
            try makeConflict()
            let collection = try local.defaultCollection()
            let resolver = ConflictResolver { conflict in
                try? collection.purge(id: conflict.documentID)
                return conflict.remoteDocument
            }
            let errors = await documentErrors(
                of: try replicator(resolver: resolver) { $0.replicatorType = .pull })
            #expect(errors == ["\(CBLError.domain) \(CBLError.notFound)"])
            #expect(try collection.document(id: "d") == nil)
        }

        @Test func `a resolver that returns a document of another database leaves the conflict`()
            async throws
        {
            try makeConflict()
            let other = try remote.defaultCollection()
            let resolver = ConflictResolver { _ in try? other.document(id: "d") }
            for _ in 1...2 {
                let errors = await documentErrors(
                    of: try replicator(resolver: resolver) {
                        $0.replicatorType = .pull
                    })
                #expect(errors == ["\(CBLError.domain) \(CBLError.conflict)"])
            }
            let errors = await documentErrors(
                of: try replicator(resolver: ConflictResolver { $0.localDocument }))
            #expect(errors == [])
            #expect(
                try remote.defaultCollection().document(id: "d")?.string(forKey: "in") == "local")
        }

        @Test func `a configuration has the collections of the program`() throws {
            let collection = try local.defaultCollection()
            let configuration = try replicator().config.collections[0]
            #expect(configuration.collection == collection)
            #expect(configuration.collection.database === local)
        }

        @Test func `a replicator names the certificate of its server and the connection`()
            async throws
        {
            var configuration = URLEndpointListenerConfiguration(
                collections: [try remote.defaultCollection()])
            configuration.networkInterface = "127.0.0.1"
            let listener = URLEndpointListener(config: configuration)
            try listener.start()
            let url = try #require(listener.urls?.first)
            let certificate = try #require(listener.tlsIdentity?.certs.first)
            let replicator = try replicator(with: URLEndpoint(url: url)) {
                $0.acceptOnlySelfSignedServerCertificate = true
            }
            let before = [replicator.correlationID, replicator.serverCertificate.map { "\($0)" }]
            let errors = await documentErrors(of: replicator)
            #expect(before == [nil, nil])
            #expect(errors == [] && replicator.status.error == nil)
            #expect(replicator.serverCertificate == certificate)
            #expect(replicator.correlationID?.isEmpty == false)
            listener.stop()
        }

        @Test func `a listener on all interfaces names addresses that clients can use`() throws {
            let listener = URLEndpointListener(
                config: URLEndpointListenerConfiguration(
                    collections: [try remote.defaultCollection()]))
            try listener.start()
            defer { listener.stop() }
            let hosts = try #require(listener.urls).map { $0.host ?? "" }
            #expect(!hosts.isEmpty)
            #expect(Set(hosts).isDisjoint(with: ["", "0.0.0.0", "::"]))
        }
    }
#endif
