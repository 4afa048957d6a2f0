#if Replication
    import Quire
    import QuirePlatform
    import QuireTestSupport
    import Testing

    @testable import QuireStore
    @testable import QuireReplication

    /// Replicators of databases that another process locks for longer than a transaction waits.
    @Suite struct BusyDatabaseTests {
        /// Another connection to the file of the active database, which can lock it.
        private static func otherConnection(_ pair: SyncPair) throws -> SQLiteConnection {
            // The limit is ten seconds; the behavior is the same with a shorter one.
            try pair.active.write {
                try $0.connection.sqlite.execute("PRAGMA busy_timeout=100", purpose: "test")
            }
            return try SQLiteConnection(
                StoredFile(pair.folder.path + "/active.cblite2/db.sqlite3"),
                access: .readWriteCreate)
        }

        @Test func `received documents wait for the transaction of another process`() async throws {
            let pair = try SyncPair()
            let other = try Self.otherConnection(pair)
            let replicator = try pair.replicator()
            let errors = Mutex<[BLIPError]>([])
            let token = replicator.observeEvents { event in
                guard case .documents(let documents) = event else { return }
                errors.withLock { $0 += documents.compactMap(\.error) }
            }
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .idle })
            // Meanwhile, the checkpoint is saved.
            try await Task.sleep(for: .milliseconds(200))
            try other.execute("BEGIN IMMEDIATE", purpose: "test")
            try SyncPair.save(1...10, in: pair.passive)
            try await Task.sleep(for: .milliseconds(500))
            try other.execute("COMMIT", purpose: "test")
            #expect(try await SyncPair.waits { try pair.haveEqualDocuments(count: 10) })
            replicator.stop()
            await replicator.waitUntilStopped()
            token.remove()
            #expect(errors.withLock { $0 } == [])
        }

        @Test func `a continuous replicator connects again when another process has committed`()
            async throws
        {
            let pair = try SyncPair()
            try SyncPair.save(1...10, in: pair.active)
            let other = try Self.otherConnection(pair)
            try other.execute("BEGIN IMMEDIATE", purpose: "test")
            let replicator = try pair.replicator()
            replicator.start()
            #expect(try await SyncPair.waits { replicator.status.activity == .offline })
            #expect((replicator.status.error as? QuireError)?.code == .busy)
            try other.execute("COMMIT", purpose: "test")
            #expect(try await SyncPair.waits { try pair.haveEqualDocuments(count: 10) })
            replicator.stop()
            await replicator.waitUntilStopped()
        }
    }
#endif
