#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// What a program receives from a replicator.
    @Suite(.timeLimit(.minutes(10))) struct ReplicatorTests {
        /// Starts a replicator, runs a closure when it is idle, and returns its statuses.
        private static func statuses(
            of replicator: Replicator, whenIdle body: () async throws -> Void = {}
        ) async throws -> [String] {
            let statuses = Mutex<[String]>([])
            let queue = DispatchQueue(label: "statuses")
            let token = replicator.addChangeListener(withQueue: queue) { change in
                let status = change.status
                statuses.withLock {
                    $0.append(
                        "\(status.activity) \(status.progress.completed)/\(status.progress.total)")
                }
            }
            defer { token.remove() }
            replicator.start()
            if replicator.config.continuous {
                _ = try await SyncPair.waits { replicator.status.activity == .idle }
                try await body()
                replicator.stop()
            }
            await replicator.waitUntilStopped()
            queue.sync {}
            return statuses.withLock { $0 }
        }

        @Test(arguments: 0..<20)
        func `a listener receives no status twice`(run: Int) async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...3, in: pair.active)
            let replicator = try pair.replicator(isContinuous: run.isMultiple(of: 2))
            let statuses = try await Self.statuses(of: replicator)
            #expect(zip(statuses, statuses.dropFirst()).allSatisfy { $0 != $1 })
            #expect(statuses.first == "connecting 0/0")
        }

        @Test(arguments: 0..<10)
        func `a replicator that is stopped when it is idle has saved its checkpoint`(
            run: Int
        ) async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...20, in: pair.active)
            let replicator = try pair.replicator()
            _ = try await Self.statuses(of: replicator)
            let parameters = replicator.config.replicatedCollections[0]
                .checkpointParameters(replicator.config.remoteName)
            let store = ReplicationStore(pair.active)
            let id = try #require(try store.checkpointIDs(for: parameters).first)
            let checkpoint = try store.checkpoint(id).flatMap { Checkpoint(json: $0) }
            #expect(checkpoint?.completed.contiguousEnd == 20)
        }

        @Test func `the stream of documents contains all that are replicated`() async throws {
            let pair = try SyncPair()
            try SyncPair.save(1...3, in: pair.active)
            try SyncPair.save(4...5, in: pair.passive)
            let replicator = try pair.replicator(isContinuous: false)
            let replications = replicator.documentReplications
            try await replicator.sync()
            var counts = [true: 0, false: 0]
            for await replication in replications {
                counts[replication.isPush, default: 0] += replication.documents.count
                if counts == [true: 3, false: 2] { break }
            }
            #expect(counts == [true: 3, false: 2])
        }

        static let attempts: [(set: UInt?, isContinuous: Bool, read: UInt)] = [
            (nil, false, 10), (nil, true, .max), (0, false, 10), (0, true, .max), (1, true, 1),
            (3, false, 3), (.max, false, .max),
        ]

        @Test(arguments: attempts)
        func `the default number of attempts depends on whether a replicator is continuous`(
            set: UInt?, isContinuous: Bool, read: UInt
        ) throws {
            let pair = try SyncPair()
            var configuration = try pair.replicator().config
            if let set { configuration.maxAttempts = set }
            configuration.continuous = isContinuous
            #expect(configuration.maxAttempts == read)
        }

        @Test func `a filter receives documents with their collection and blobs`() async throws {
            let pair = try SyncPair()
            let collection = try pair.active.defaultCollection()
            let blob = Blob(contentType: "text/plain", data: Data("hello".utf8))
            try collection.save(document: MutableDocument(id: "a").setBlob(blob, forKey: "b"))
            let found = Mutex<[String]>([])
            var filtered = CollectionConfiguration(collection: collection)
            filtered.pushFilter = { document, _ in
                let content = document.blob(forKey: "b")?.content
                let text = content.map { String(decoding: $0, as: UTF8.self) } ?? "none"
                found.withLock { $0.append("\(document.collection == collection) \(text)") }
                return true
            }
            let configuration = ReplicatorConfiguration(
                collections: [filtered], target: DatabaseEndpoint(database: pair.passive))
            try await Replicator(config: configuration).sync()
            #expect(found.withLock { Set($0) } == ["true hello"])
        }

        /// Creates a conflict of a document.
        private static func conflict(_ pair: SyncPair, deleting: Bool) async throws {
            try pair.active.defaultCollection().save(document: MutableDocument(id: "a"))
            _ = try await pair.sync()
            for (number, database) in [pair.active, pair.passive].enumerated() {
                let collection = try database.defaultCollection()
                let document = try #require(try collection.document(id: "a")?.toMutable())
                if deleting {
                    try collection.delete(document: document)
                } else {
                    try collection.save(document: document.setInt(number, forKey: "n"))
                }
            }
        }

        @Test func `a resolver is not called if both sides deleted the document`() async throws {
            let pair = try SyncPair()
            try await Self.conflict(pair, deleting: true)
            let calls = Atomic(0)
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            let resolver = ConflictResolver { _ in
                calls.add(1, ordering: .relaxed)
                return nil
            }
            collection.resolver = { try $0.resolution(by: resolver, in: $1) }
            #expect(try await pair.sync([collection]).isCompleted)
            #expect(calls.load(ordering: .relaxed) == 0)
            #expect(try pair.differences() == [])
        }

        @Test func `a resolved document with another ID is saved under the right one`() async throws
        {
            let pair = try SyncPair()
            try await Self.conflict(pair, deleting: false)
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            let resolver = ConflictResolver { _ in
                MutableDocument(id: "other").setInt(7, forKey: "n")
            }
            collection.resolver = { try $0.resolution(by: resolver, in: $1) }
            #expect(try await pair.sync([collection]).log == ["< a", "> a"])
            #expect(try SyncPair.documents(of: pair.passive) == ["a": #"{"n":7}"#])
        }
    }
#endif
