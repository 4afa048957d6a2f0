#if Replication
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Databases that were restored from a copy, or created again under the same URL.
    @Suite(.timeLimit(.minutes(10))) struct RestoredDatabaseTests {
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
            configuration.encryptionKey = database.config.encryptionKey
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

        @Test func `a deletion stays if the server is replaced by one with the same document`()
            async throws
        {
            let pair = try SyncPair()
            try Self.save(["a"], in: pair.active)
            _ = try await pair.sync()
            try pair.active.defaultCollection().document(id: "a").map {
                try pair.active.defaultCollection().delete(document: $0)
            }
            _ = try await pair.sync()
            let (other, folder) = try SyncPair.database()
            try Self.save(["a", "b"], in: other, value: 2)
            let replaced = SyncPair(pair.active, other, in: folder)
            for _ in 0..<2 { _ = try await replaced.sync(remoteName: pair.remoteName) }
            #expect(try SyncPair.documents(of: pair.active).keys.sorted() == ["b"])
            #expect(try replaced.differences() == [])
        }

        @Test(arguments: [0, 150, 10_800] as [TimeInterval])
        func `a restored database never gives two edits the same version`(
            lead: TimeInterval
        ) async throws {
            let pair = try SyncPair()
            let time = UInt64((Date().timeIntervalSince1970 + lead) * 1e9)
            let version = "\(String(time, radix: 16))@bbbbbbbbbbbbbbbbbbbbbA"
            let revision = IncomingRevision(
                id: "a", version: version, body: Array(#"{"value":1}"#.utf8))
            _ = try pair.passive.defaultCollection().insert([revision], from: nil)
            _ = try await pair.sync()
            let folder = try TemporaryFolder()
            let backup = try Self.copy(pair.active, to: folder)
            try Self.save(["a"], in: pair.active, value: 2)
            _ = try await pair.sync()
            try Self.save(["a"], in: backup, value: 3)
            let restored = SyncPair(backup, pair.passive, in: folder)
            for _ in 0..<2 { _ = try await restored.sync(remoteName: pair.remoteName) }
            #expect(try restored.differences() == [])
        }

        @Test(arguments: [0, 10_800] as [TimeInterval], [true, false])
        func `an edit in a restored database conflicts with the one that the backup lacks`(
            lead: TimeInterval, isListener: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b"], in: pair.active)
            _ = try await pair.sync()
            let folder = try TemporaryFolder()
            let original = isListener ? pair.passive : pair.active
            let source = try ReplicationStore(original).sourceID
            let backup = try Self.copy(original, to: folder)
            let time = UInt64((Date().timeIntervalSince1970 + lead) * 1e9)
            // The edit that was sent after the backup.
            let lost = IncomingRevision(
                id: "a", version: "\(String(time, radix: 16))@\(source)",
                history: isListener
                    ? try #require(try SyncPair.versions(of: pair.active)["a"]) : "",
                body: Array(#"{"value":2}"#.utf8))
            let partner = isListener ? pair.active : pair.passive
            try #require(
                try partner.defaultCollection().insert([lost], from: nil) == [.inserted])
            try Self.save(["a"], in: backup, value: 3)
            let restored =
                isListener
                ? SyncPair(partner, backup, in: folder) : SyncPair(backup, partner, in: folder)
            let values = Mutex<Set<Int>>([])
            var collection = ReplicatedCollection(try restored.active.defaultCollection())
            collection.resolver = { conflict, database in
                for side in [conflict.local, conflict.other] {
                    if let record = side.record, let value = record.body["value"]?.int64 {
                        values.withLock { _ = $0.insert(Int(value)) }
                    }
                }
                return try conflict.resolution(by: ConflictResolver.default, in: database)
            }
            for _ in 0..<2 {
                _ = try await restored.sync([collection], remoteName: pair.remoteName)
            }
            #expect(try values.withLock { $0 } == [2, 3] && restored.differences() == [])
        }

        @Test(arguments: [true, false])
        func `a document that is created again on the same server is received`(
            isReset: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.save(["a"], in: pair.active)
            _ = try await pair.sync()
            try pair.active.defaultCollection().document(id: "a").map {
                try pair.active.defaultCollection().delete(document: $0)
            }
            _ = try await pair.sync()
            try pair.passive.defaultCollection().purge(id: "a")
            try Self.save(["a"], in: pair.passive, value: 2)
            _ = try await pair.sync(isReset: isReset)
            #expect(
                try pair.active.defaultCollection().document(id: "a")?.int(forKey: "value") == 2)
        }

        @Test(arguments: 1...12)
        func `a reset that was interrupted forgets no failure`(frames: Int) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b", "c"], in: pair.active)
            _ = try await pair.sync()
            let collection = try pair.active.defaultCollection()
            let parameters = ReplicatedCollection(collection).checkpointParameters(
                pair.remoteName)
            let store = ReplicationStore(pair.active)
            let id = try #require(try store.checkpointIDs(for: parameters).first)
            let recordID = CheckpointState(id: id).recordID
            var record = ReplicationRecord(collection: collection.fullName)
            _ = record.addFailure(of: "x", isPush: false, "broken")
            try store.setCheckpoint(record.json(), id: recordID)
            _ = try await pair.sync(cutAfter: frames, isReset: true)
            let stored = try store.checkpoint(recordID).flatMap { ReplicationRecord(json: $0) }
            #expect(stored?.pulls.count == 1)
        }

        @Test(arguments: [4, 8])
        func `a reset goes on after a lost connection`(frames: Int) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b", "c"], in: pair.active)
            _ = try await pair.sync()
            try pair.passive.defaultCollection().purge(id: "b")
            _ = try await pair.sync(cutAfter: frames, isReset: true)
            _ = try await pair.sync()
            #expect(try pair.differences() == [])
        }

        @Test(arguments: 1...16)
        func `a lost connection is no failure of a document`(frames: Int) async throws {
            let pair = try SyncPair()
            try Self.save(["a", "b", "c"], in: pair.active)
            try Self.save(["p", "q"], in: pair.passive)
            let result = try await pair.sync(cutAfter: frames)
            #expect(result.events.allSatisfy { $0.error == nil })
        }

        @Test(arguments: 1...12)
        func `a session that is stopped is no failure of a document`(frames: Int) async throws {
            let pair = try SyncPair()
            try Self.save((0..<20).map { "a\($0)" }, in: pair.active)
            try Self.save(["p", "q"], in: pair.passive)
            let result = try await pair.sync(stopAfter: frames)
            #expect(result.events.allSatisfy { $0.error == nil })
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
