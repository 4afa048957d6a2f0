#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Databases that were restored from a copy, or created again under the same URL.
    @Suite(.timeLimit(.minutes(1))) struct RestoredDatabaseTests {
        private static func save(_ ids: [String], in database: Database, value: Int = 1) throws {
            for id in ids {
                let document =
                    try database.defaultCollection().document(id: id)?.toMutable()
                    ?? MutableDocument(id: id)
                try database.defaultCollection().save(
                    document: document.setInt(value, forKey: "value"))
            }
        }

        /// Copies the files of a database, as a backup does.
        private static func copy(
            _ database: Database, to folder: TemporaryFolder
        ) throws -> Database {
            var configuration = DatabaseConfiguration()
            configuration.directory = folder.path
            let path = try #require(database.path)
            try database.inBatch {
                try FileManager.default.copyItem(
                    atPath: path, toPath: folder.path + "/copy.cblite2")
            }
            return try Database(name: "copy", config: configuration)
        }

        @Test(arguments: [false, true])
        func `a server that was created again is filled again`(isReset: Bool) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            try Self.save(["a", "b", "c"], in: database)
            _ = try await server.sync(database)
            server.recreate()
            #expect(try await server.sync(database, isReset: isReset).log == ["> a", "> b", "> c"])
        }

        @Test func `a reset sends what a server lacks whose checkpoint matches`() async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            try Self.save(["a", "b"], in: database)
            _ = try await server.sync(database)
            server.purge("a")
            #expect(try await server.sync(database).log == [])
            #expect(try await server.sync(database, isReset: true).log == ["> a"])
        }

        @Test(arguments: 1...12)
        func `a server is filled again by several connections that are cut`(
            frames: Int
        ) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b", "c"], in: pair.active)
            _ = try await pair.sync()
            let (empty, folder) = try SyncPair.database()
            let recreated = SyncPair(pair.active, empty, in: folder)
            _ = try await recreated.sync(remoteName: pair.remoteName, cutAfter: frames)
            _ = try await recreated.sync(remoteName: pair.remoteName)
            #expect(try recreated.differences() == [])
        }

        @Test(arguments: [false, true], [false, true])
        func `a passive database that was restored from a copy gets the later changes again`(
            isReset: Bool, hasNewDocument: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b"], in: pair.active)
            try Self.save(["p"], in: pair.passive)
            _ = try await pair.sync()
            let folder = try TemporaryFolder()
            let restored = try Self.copy(pair.passive, to: folder)
            try Self.save(["b", "c", "p"], in: pair.active, value: 2)
            try Self.save(["q"], in: pair.passive)
            _ = try await pair.sync()
            if hasNewDocument { try Self.save(["r"], in: restored) }
            let later = SyncPair(pair.active, restored, in: folder)
            let result = try await later.sync(remoteName: pair.remoteName, isReset: isReset)
            #expect(result.isCompleted)
            #expect(try later.differences() == [])
        }

        @Test(arguments: [false, true], [false, true])
        func `an active database that was restored from a copy gets the later changes again`(
            isReset: Bool, hasNewDocument: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b"], in: pair.active)
            try Self.save(["p"], in: pair.passive)
            _ = try await pair.sync()
            let folder = try TemporaryFolder()
            let restored = try Self.copy(pair.active, to: folder)
            try Self.save(["b", "c", "p"], in: pair.active, value: 2)
            _ = try await pair.sync()
            if hasNewDocument { try Self.save(["r", "s"], in: restored) }
            let later = SyncPair(restored, pair.passive, in: folder)
            let result = try await later.sync(remoteName: pair.remoteName, isReset: isReset)
            #expect(result.isCompleted)
            #expect(try later.differences() == [])
            #expect(try SyncPair.documents(of: restored).count == (hasNewDocument ? 6 : 4))
        }
    }
#endif
