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
            _ = try await pair.sync()
            #expect(try Self.ids(of: pair.active) == expected)
        }

        @Test func `the second pull receives tombstones`() async throws {
            let pair = try Self.pair()
            _ = try await pair.sync()
            try Self.delete("a", in: pair.passive)
            _ = try await pair.sync()
            #expect(try Self.ids(of: pair.active) == ["-a"])
        }

        @Test func `a first pull that is empty is followed by one with tombstones`() async throws {
            let pair = try SyncPair()
            _ = try await pair.sync()
            try Self.save("a", in: pair.passive)
            try Self.delete("a", in: pair.passive)
            _ = try await pair.sync()
            _ = try await pair.sync()
            #expect(try Self.ids(of: pair.active).allSatisfy { $0 == "-a" })
        }

        @Test func `a document is created again whose tombstone was not received`() async throws {
            let pair = try Self.pair()
            _ = try await pair.sync()
            try Self.save("gone", in: pair.active)
            let result = try await pair.sync()
            #expect(result.events.allSatisfy { $0.error == nil })
            #expect(try Self.ids(of: pair.passive) == ["a", "gone"])
            #expect(
                try SyncPair.documents(of: pair.active) == SyncPair.documents(of: pair.passive))
        }

        @Test
        func `a deletion that the first pull left out reaches a document of a third database`()
            async throws
        {
            let pair = try SyncPair()
            var configuration = DatabaseConfiguration()
            configuration.directory = pair.folder.path
            let third = try Database(name: "third", config: configuration)
            try Self.save("a", in: pair.passive)
            let others = SyncPair(third, pair.passive, in: pair.folder)
            _ = try await others.sync()
            try Self.delete("a", in: pair.passive)
            // The pair exchanges no document, and the third database still has the deleted one.
            let hub = pair.passive
            let replicator = { (database: Database, other: Database) in
                Replicator(
                    config: ReplicatorConfiguration(
                        collections: [
                            CollectionConfiguration(collection: try database.defaultCollection())
                        ], target: DatabaseEndpoint(database: other)))
            }
            try await replicator(pair.active, hub).sync()
            try await replicator(pair.active, third).sync()
            for _ in 1...2 { try await replicator(pair.active, hub).sync() }
            #expect(try Self.ids(of: pair.active) == ["-a"])
        }

        @Test func `a document that is created while tombstones are left out arrives`() async throws
        {
            let pair = try Self.pair()
            let replicator = try pair.replicator()
            replicator.start()
            _ = try await SyncPair.waits { replicator.status.activity == .idle }
            try Self.save("gone", in: pair.active)
            try Self.delete("a", in: pair.passive)
            let isDone = try await SyncPair.waits {
                try Self.ids(of: pair.active) == ["-a", "gone"]
                    && Self.ids(of: pair.passive) == ["-a", "gone"]
            }
            replicator.stop()
            await replicator.waitUntilStopped()
            #expect(isDone)
        }
    }
#endif
