#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Documents that cannot be transferred do not stop the others.
    @Suite(.timeLimit(.minutes(1))) struct TransferFailureTests {
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

        /// A file in the place of the folder for blobs has the effect of a disk that fails.
        @Test func `documents that a disk does not accept are transferred by the next session`()
            async throws
        {
            let pair = try SyncPair()
            for (database, id) in [(pair.active, "a"), (pair.passive, "b")] {
                let document = MutableDocument(id: id)
                document.setBlob(Blob(contentType: "", data: Data(id.utf8)), forKey: "blob")
                try database.defaultCollection().save(document: document)
            }
            let path = try #require(pair.passive.path)
            let folder = URL(fileURLWithPath: path).appendingPathComponent("Attachments")
            let first = try await Self.withFile(inPlaceOf: folder) { try await pair.sync() }
            let second = try await pair.sync()
            #expect(first.isCompleted && second.isCompleted)
            #expect(first.log == ["< b LiteCore 11", "> a LiteCore 11"])
            #expect(second.log == ["< b", "> a"])
            #expect(try pair.differences() == [])
        }

        /// Runs a closure while a file is in the place of a folder.
        private static func withFile<R>(
            inPlaceOf folder: URL, _ body: () async throws -> R
        ) async throws -> R {
            let other = folder.appendingPathExtension("moved")
            try FileManager.default.moveItem(at: folder, to: other)
            try Data().write(to: folder)
            let result = try await body()
            try FileManager.default.removeItem(at: folder)
            try FileManager.default.moveItem(at: other, to: folder)
            return result
        }
    }
#endif
