#if Replication
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// The first pull of a database, which needs no tombstones.
    @Suite(.timeLimit(.minutes(5))) struct FirstPullTests {
        /// A pair whose passive database has a document and the tombstone of another one.
        private static func pair() throws -> SyncPair {
            let pair = try SyncPair()
            // The checkpoint of the first pull is the sequence of the last document.
            try save("gone", in: pair.passive)
            try delete("gone", in: pair.passive)
            try save("a", in: pair.passive)
            return pair
        }

        private static func save(_ id: String, in database: Database) throws {
            let document = MutableDocument(id: id, data: ["in": database.name])
            try database.defaultCollection().save(document: document)
        }

        private static func delete(_ id: String, in database: Database) throws {
            let collection = try database.defaultCollection()
            let document = try #require(try collection.document(id: id))
            try collection.delete(document: document)
        }

        /// The documents and tombstones of a database, as `a` and `-gone`.
        private static func ids(of database: Database) throws -> [String] {
            try database.defaultCollection()
                .replicationChanges(since: 0, limit: 1000, remote: nil)
                .map { $0.isDeleted ? "-\($0.id)" : $0.id }.sorted()
        }

        /// Receives the changes of the passive database, and sends none.
        private static func pull(_ pair: SyncPair) async throws {
            var collection = SyncPair.resolving(
                ReplicatedCollection(try pair.active.defaultCollection()))
            collection.pushes = false
            _ = try await pair.sync([collection])
        }

        /// Synchronizes two databases with a replicator.
        private static func replicate(
            _ database: Database, with other: Database, _ type: ReplicatorType = .pushAndPull
        ) async throws {
            var configuration = ReplicatorConfiguration(
                collections: [
                    CollectionConfiguration(collection: try database.defaultCollection())
                ], target: DatabaseEndpoint(database: other))
            configuration.replicatorType = type
            try await Replicator(config: configuration).sync()
        }

        @Test(
            arguments: [
                ([], ["a"]), (["x"], ["-gone", "a", "x"]), (["-x"], ["-gone", "-x", "a"]),
            ] as [([String], [String])])
        func `a database without documents and tombstones receives no tombstones`(
            local: [String], expected: [String]
        ) async throws {
            let pair = try Self.pair()
            for id in local {
                try Self.save(String(id.drop { $0 == "-" }), in: pair.active)
                if id.hasPrefix("-") { try Self.delete("x", in: pair.active) }
            }
            try await Self.pull(pair)
            #expect(try Self.ids(of: pair.active) == expected)
        }

        @Test func `a session that also sends receives tombstones`() async throws {
            let pair = try Self.pair()
            _ = try await pair.sync()
            #expect(try Self.ids(of: pair.active) == ["-gone", "a"])
        }

        @Test func `the second pull receives tombstones`() async throws {
            let pair = try Self.pair()
            try await Self.pull(pair)
            try Self.delete("a", in: pair.passive)
            try await Self.pull(pair)
            #expect(try Self.ids(of: pair.active) == ["-a"])
        }

        @Test func `databases agree about a document whose tombstone was left out`() async throws {
            let pair = try Self.pair()
            try await Self.replicate(pair.active, with: pair.passive, .pull)
            try Self.save("gone", in: pair.active)
            for _ in 1...3 { try await Self.replicate(pair.active, with: pair.passive) }
            #expect(
                try SyncPair.documents(of: pair.active) == SyncPair.documents(of: pair.passive))
        }

        @Test func `a deletion that was left out reaches the document of a third database`()
            async throws
        {
            let pair = try SyncPair()
            var configuration = DatabaseConfiguration()
            configuration.directory = pair.folder.path
            let third = try Database(name: "third", config: configuration)
            try Self.save("a", in: pair.passive)
            try await Self.replicate(third, with: pair.passive)
            try Self.delete("a", in: pair.passive)
            try await Self.replicate(pair.active, with: pair.passive, .pull)
            try await Self.replicate(pair.active, with: third)
            for _ in 1...3 { try await Self.replicate(pair.active, with: pair.passive) }
            #expect(try Self.ids(of: pair.active) == ["-a"])
        }
    }
#endif
