#if Replication
    import CouchbaseLiteSwift
    import Foundation
    import QuireTestSupport
    import Testing

    /// Replication as programs of Couchbase Lite write it.
    @Suite struct ReplicationNameTests {
        private struct KeepsLocal: ConflictResolverProtocol {
            func resolve(conflict: Conflict) -> Document? { conflict.localDocument }
        }

        private static func database(_ name: String, _ folder: TemporaryFolder) throws -> Database {
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            return try Database(name: name, config: configuration)
        }

        @Test func `a program of Couchbase Lite replicates its collections`() async throws {
            let folder = try TemporaryFolder()
            let database = try Self.database("first", folder)
            let other = try Self.database("second", folder)
            let collection = try database.defaultCollection()
            try collection.save(document: MutableDocument(id: "a"))
            try other.defaultCollection().save(document: MutableDocument(id: "b"))

            var collections = CollectionConfiguration(collection: collection)
            collections.conflictResolver = KeepsLocal()
            collections.pullFilter = { document, flags in
                !flags.contains(.accessRemoved) && document.id != "c"
            }
            var configuration = ReplicatorConfiguration(
                collections: [collections], target: DatabaseEndpoint(database: other))
            configuration.replicatorType = .pushAndPull
            configuration.continuous = false
            configuration.authenticator = BasicAuthenticator(username: "ann", password: "secret")
            let replicator = Replicator(config: configuration)
            let pending = try replicator.pendingDocumentIds(collection: collection)
            replicator.start()
            let status = await replicator.quire.waitUntilStopped()
            #expect(pending == ["a"])
            #expect(status.error == nil && status.activity == .stopped)
            #expect(collection.count == 2)
            #expect(try other.defaultCollection().count == 2)
            #expect(try !replicator.isDocumentPending("a", collection: collection))
        }

        @Test func `a replicator that only pulls knows no pending documents`() throws {
            let folder = try TemporaryFolder()
            let database = try Self.database("first", folder)
            let other = try Self.database("second", folder)
            let collection = try database.defaultCollection()
            var configuration = ReplicatorConfiguration(
                collections: [CollectionConfiguration(collection: collection)],
                target: DatabaseEndpoint(database: other))
            configuration.replicatorType = .pull
            let replicator = Replicator(config: configuration)
            let error = #expect(throws: NSError.self) {
                try replicator.pendingDocumentIds(collection: collection)
            }
            #expect(error?.domain == CBLError.domain && error?.code == CBLError.unsupported)
        }

        @Test func `a replicator with an invalid URL stops with an error`() async throws {
            let folder = try TemporaryFolder()
            let database = try Self.database("first", folder)
            let url = try #require(URL(string: "ftp://example.com/travel"))
            let replicator = Replicator(
                config: ReplicatorConfiguration(
                    collections: [
                        CollectionConfiguration(collection: try database.defaultCollection())
                    ], target: URLEndpoint(url: url)))
            replicator.start()
            #expect(replicator.status.error != nil)
        }
    }
#endif
