#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Documents that cannot be transferred do not stop the others.
    @Suite(.timeLimit(.minutes(10))) struct TransferFailureTests {
        /// Saves a document that JSON cannot represent, and another one, in each database.
        private static func saveInfinity(in pair: SyncPair) throws {
            for (database, prefix) in [(pair.active, "a"), (pair.passive, "b")] {
                let infinite = MutableDocument(id: prefix + "1").setDouble(.infinity, forKey: "n")
                try database.defaultCollection().save(document: infinite)
                try database.defaultCollection().save(document: MutableDocument(id: prefix + "2"))
            }
        }

        @Test func `a document without a JSON form is reported, and the others are replicated`()
            async throws
        {
            let pair = try SyncPair()
            try Self.saveInfinity(in: pair)
            let result = try await pair.sync()
            #expect(result.isCompleted)
            #expect(result.log == ["< b1 HTTP 500", "< b2", "> a1 LiteCore 19", "> a2"])
        }

        @Test func `a filter does not receive a document without a JSON form`() async throws {
            let pair = try SyncPair()
            try Self.saveInfinity(in: pair)
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.pushFilter = { _ in true }
            let result = try await pair.sync([collection])
            #expect(result.isCompleted)
            #expect(result.log == ["< b1 HTTP 500", "< b2", "> a1 LiteCore 19", "> a2"])
        }

        @Test func `an error of a filter concerns one document`() async throws {
            let pair = try SyncPair()
            for id in ["a1", "a2"] {
                try pair.active.defaultCollection().save(document: MutableDocument(id: id))
                let received = MutableDocument(id: "b" + id.suffix(1))
                try pair.passive.defaultCollection().save(document: received)
            }
            let filter: RevisionFilter = { revision in
                guard revision.id.hasSuffix("1") else { return true }
                throw QuireError(.invalidParameter, "odd")
            }
            var collection = ReplicatedCollection(try pair.active.defaultCollection())
            collection.pushFilter = filter
            collection.pullFilter = filter
            let result = try await pair.sync([collection])
            #expect(result.isCompleted)
            #expect(result.log == ["< b1 LiteCore 9", "< b2", "> a1 LiteCore 9", "> a2"])
        }

        /// Saves a document with a blob in one database, and returns the other one.
        private static func saveBlob(isPush: Bool, in pair: SyncPair) throws -> Database {
            let document = MutableDocument(id: "a")
            document.setBlob(Blob(contentType: "", data: Data("a".utf8)), forKey: "blob")
            let source = isPush ? pair.active : pair.passive
            try source.defaultCollection().save(document: document)
            return isPush ? pair.passive : pair.active
        }

        @Test(arguments: [true, false])
        func `a document that a disk does not accept is transferred by the next session`(
            isPush: Bool
        ) async throws {
            let pair = try SyncPair()
            let target = try Self.saveBlob(isPush: isPush, in: pair)
            let first = try await Self.withoutDisk(of: target) { try await pair.sync() }
            let second = try await pair.sync()
            #expect(first.isCompleted && second.isCompleted)
            #expect(first.log == [isPush ? "> a LiteCore 11" : "< a LiteCore 11"])
            #expect(second.log == [isPush ? "> a" : "< a"])
            #expect(try pair.haveEqualDocuments(count: 1))
        }

        @Test(arguments: [true, false])
        func `a continuous replicator transfers later what a disk does not accept`(
            isPush: Bool
        ) async throws {
            let pair = try SyncPair()
            let target = try Self.saveBlob(isPush: isPush, in: pair)
            let replicator = try pair.replicator(retryInterval: .milliseconds(100))
            let failedCount = Mutex(0)
            let queue = DispatchQueue(label: "errors")
            let token = replicator.addDocumentReplicationListener(withQueue: queue) { change in
                let count = change.documents.count { $0.error != nil }
                failedCount.withLock { $0 += count }
            }
            let hasFailed = try await Self.withoutDisk(of: target) {
                replicator.start()
                return try await SyncPair.waits { failedCount.withLock { $0 } > 1 }
            }
            let isDone = try await SyncPair.waits { try pair.haveEqualDocuments(count: 1) }
            #expect(hasFailed && isDone)
            token.remove()
            replicator.stop()
            _ = try await SyncPair.waits { replicator.status.activity == .stopped }
        }

        /// Runs a closure while a file is in the place of the folder for blobs, which a database without
        /// blobs lacks.
        ///
        /// This has the effect of a disk that fails.
        private static func withoutDisk<R>(
            of database: Database, _ body: () async throws -> R
        ) async throws -> R {
            let path = try #require(database.path)
            let file = URL(fileURLWithPath: path).appendingPathComponent("Attachments")
            try Data().write(to: file)
            let result = try await body()
            try FileManager.default.removeItem(at: file)
            return result
        }
    }
#endif
