#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Copies of databases that replicate with the same partner as the original.
    @Suite(.timeLimit(.minutes(10))) struct CopiedDatabaseTests {
        private static func edit(_ id: String, _ value: Int, in database: Database) throws {
            let collection = try database.defaultCollection()
            let document = try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
            try collection.save(document: document.setInt(value, forKey: "value"))
        }

        private static func delete(_ id: String, in database: Database) throws {
            let collection = try database.defaultCollection()
            try collection.delete(document: #require(try collection.document(id: id)))
        }

        @Test(arguments: [false, true], [false, true])
        func `a change that was not sent before the copy replaces no later edit`(
            isDeletion: Bool, isOriginalFirst: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.edit("a", 1, in: pair.active)
            if isDeletion { try Self.delete("a", in: pair.active) }
            let copied = SyncPair(
                try SyncPair.copy(pair.active, in: pair.folder), pair.passive, in: pair.folder)
            try Self.edit("a", 2, in: pair.active)
            let order = isOriginalFirst ? [pair, copied] : [copied, pair]
            for pair in order + order { _ = try await pair.sync() }
            let values = try [pair.active, pair.passive, copied.active].map {
                try $0.defaultCollection().document(id: "a")?.int(forKey: "value")
            }
            #expect(values == [2, 2, 2])
        }

        @Test func `a copy and its original send the same versions`() async throws {
            let pair = try SyncPair()
            for id in ["a", "b", "c", "d"] { try Self.edit(id, 1, in: pair.active) }
            _ = try await pair.sync()
            try Self.edit("b", 2, in: pair.active)
            try Self.edit("c", 2, in: pair.passive)
            try Self.edit("c", 3, in: pair.active)
            // Without a resolver, the conflict stays open.
            let collection = try pair.active.defaultCollection()
            _ = try await pair.sync([ReplicatedCollection(collection)])
            try Self.delete("d", in: pair.active)
            let copy = try SyncPair.copy(pair.active, in: pair.folder)
            func revision(_ id: String, _ collection: DocumentCollection) throws -> String {
                let sent = try #require(
                    try collection.outgoingRevision(of: id, version: nil, remote: 1))
                let change = try collection.replicationChanges(of: [id], remote: 1).first
                let conflict = try collection.openConflict(of: id)
                let parts: [String?] = [
                    sent.version, sent.history, String(decoding: sent.body, as: UTF8.self),
                    change?.remoteVersion, conflict?.other.version,
                    conflict?.base.map { "\($0.body["value"]?.int64 ?? 0)" },
                    "\(change?.isConflicted == true)",
                ]
                return parts.map { $0 ?? "none" }.joined(separator: " ")
            }
            func revisions(_ database: Database) throws -> [String] {
                let collection = try database.defaultCollection()
                return try ["a", "b", "c", "d"].map { try revision($0, collection) }
            }
            #expect(try revisions(copy) == revisions(pair.active))
        }

        @Test(arguments: [false, true])
        func `a copy receives what a restored hub has new, although the original has synchronized`(
            isRecreated: Bool
        ) async throws {
            let pair = try SyncPair()
            for id in ["a", "b"] { try Self.edit(id, 1, in: pair.passive) }
            _ = try await pair.sync()
            let folder = try TemporaryFolder()
            let backup = try SyncPair.copy(pair.passive, in: folder)
            for id in ["c", "d"] { try Self.edit(id, 1, in: pair.passive) }
            _ = try await pair.sync()
            let copy = try SyncPair.copy(pair.active, in: pair.folder)
            let other = try SyncPair()
            defer { withExtendedLifetime(other) {} }
            let hub = isRecreated ? other.passive : backup
            for number in 0..<10 { try Self.edit("new\(number)", 1, in: hub) }
            let original = SyncPair(pair.active, hub, in: folder)
            let copied = SyncPair(copy, hub, in: folder)
            for _ in 0..<2 {
                _ = try await original.sync(remoteName: pair.remoteName)
                _ = try await copied.sync(remoteName: pair.remoteName)
            }
            #expect(try copied.differences() == [] && SyncPair.documents(of: copy).count == 14)
        }

        @Test func `corrected times of several copies keep the order of the edits`() throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let source = try ReplicationStore(database).sourceID
            let now = Date().timeIntervalSince1970
            let times = try [1.0, 1.005, 3600].map { lead in
                let time = UInt64((now + 7200 + lead) * 1e9)
                let revision = IncomingRevision(
                    id: "a", version: "\(String(time, radix: 16))@\(source)",
                    body: Array(#"{"value":1}"#.utf8))
                _ = try database.defaultCollection().insert([revision], from: nil)
                let folder = try TemporaryFolder()
                let copy = try SyncPair.copy(database, in: folder)
                let collection = try copy.defaultCollection()
                _ = try collection.correctTimes(of: ["a"])
                return try #require(try collection.document(id: "a")).timestamp
            }
            #expect(
                times == times.sorted() && Set(times).count == 3
                    && times.allSatisfy { Double($0) < now * 1e9 })
        }

        @Test func `two folders of one database that were copied as files do not mix their edits`()
            async throws
        {
            let pair = try SyncPair()
            try Self.edit("a", 1, in: pair.active)
            _ = try await pair.sync()
            try pair.active.close()
            let path = pair.folder.path
            try FileManager.default.copyItem(
                atPath: path + "/active.cblite2", toPath: path + "/other.cblite2")
            var configuration = DatabaseConfiguration()
            configuration.directory = path
            let databases = try ["active", "other"].map {
                try Database(name: $0, config: configuration)
            }
            try Self.edit("a", 2, in: databases[0])
            try Self.edit("a", 3, in: databases[1])
            let versions = try databases.map { try SyncPair.versions(of: $0)["a"] }
            let sources = try databases.map { try ReplicationStore($0).sourceID }
            #expect(Set(versions).count == 2 && Set(sources).count == 2)
        }
    }
#endif
