#if Replication
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Databases on a computer whose clock is wrong.
    @Suite(.timeLimit(.minutes(10))) struct WrongClockTests {
        static let leads: [TimeInterval] = [150, 10_800, 315_576_000]

        /// Returns a version with a time relative to the current one.
        private static func version(_ lead: TimeInterval, _ source: String) -> String {
            let time = UInt64((Date().timeIntervalSince1970 + lead) * 1e9) & ~0xFFFF
            return "\(String(time, radix: 16))@\(source)"
        }

        /// Stores a revision as if this database had made it while its clock was wrong.
        @discardableResult
        private static func save(
            _ id: String, lead: TimeInterval, in database: Database
        ) throws -> String {
            let version = version(lead, try ReplicationStore(database).sourceID)
            let revision = IncomingRevision(
                id: id, version: version, body: Array(#"{"n":1}"#.utf8))
            #expect(try database.defaultCollection().insert([revision], from: nil) == [.inserted])
            return version
        }

        /// The lead of a document's current time over the current one, in seconds.
        private static func lead(of id: String, in database: Database) throws -> TimeInterval {
            let document = try #require(try database.defaultCollection().document(id: id))
            return TimeInterval(document.timestamp) / 1e9 - Date().timeIntervalSince1970
        }

        /// Replicates as on a computer whose clock is still wrong, so that no time is corrected.
        private static func withoutCorrections(
            of database: Database, _ body: () async throws -> Void
        ) async throws {
            // A database that has peers keeps all times.
            _ = try ReplicationStore(database).setPeerCheckpoint(
                Array("{}".utf8), of: "peer", replacing: nil)
            try await body()
            try database.write { transaction in
                try transaction.connection.sqlite.execute(
                    #"DELETE FROM "kv_peer\Checkpoints""#, purpose: "test")
            }
        }

        private static func edit(_ id: String, in database: Database) throws {
            let collection = try database.defaultCollection()
            let document =
                try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
            try collection.save(
                document: document.setInt(document.int(forKey: "n") + 1, forKey: "n"))
        }

        @Test(arguments: leads)
        func `a received version that is ahead is stored and reported, and moves no other time`(
            lead: TimeInterval
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            let version = Self.version(lead, "bbbbbbbbbbbbbbbbbbbbbA")
            server.save("a", version: version, body: #"{"n":1}"#)
            let result = try await server.sync(database)
            #expect(result.log == ["< a"])
            #expect(result.warnings.map { $0.contains("ahead of the clock") } == [true])
            try Self.edit("b", in: database)
            #expect(abs(try Self.lead(of: "b", in: database)) < 60)
            try Self.edit("a", in: database)
            #expect(try Self.lead(of: "a", in: database) > lead - 60)
            #expect(try await server.sync(database).log == ["> a", "> b"])
        }

        @Test(arguments: leads)
        func `a document of a fast clock can be edited before and after the clock is right`(
            lead: TimeInterval
        ) throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            try Self.save("a", lead: lead, in: database)
            for _ in 0..<3 { try Self.edit("a", in: database) }
            let document = try database.defaultCollection().document(id: "a")
            #expect(document?.int(forKey: "n") == 4)
        }

        @Test(arguments: leads)
        func `a revision of a fast clock that was never sent gets the right time`(
            lead: TimeInterval
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            try Self.save("a", lead: lead, in: database)
            #expect(try await server.sync(database).log == ["> a"])
            #expect(abs(try Self.lead(of: "a", in: database)) < 60)
        }

        @Test(arguments: leads)
        func `a copied revision of a fast clock replaces no later edit of the original`(
            lead: TimeInterval
        ) async throws {
            let (database, folder) = try SyncPair.database()
            try Self.save("a", lead: lead, in: database)
            let copy = try SyncPair.copy(database, in: folder)
            _ = try await ScriptedServer().sync(database)
            try Self.edit("a", in: database)
            let pair = SyncPair(copy, database, in: folder)
            for _ in 0..<2 { _ = try await pair.sync() }
            #expect(try database.defaultCollection().document(id: "a")?.int(forKey: "n") == 2)
            #expect(try pair.differences() == [])
        }

        @Test func `a copied revision of a fast clock can be edited`() async throws {
            let (database, folder) = try SyncPair.database()
            try Self.save("a", lead: 10_800, in: database)
            let copy = try SyncPair.copy(database, in: folder)
            _ = try await ScriptedServer().sync(copy)
            try Self.edit("a", in: copy)
            #expect(abs(try Self.lead(of: "a", in: copy)) < 60)
        }

        @Test(arguments: [1, 2])
        func `an edit made while its document is sent is not corrected to an earlier time`(
            remote: Int
        ) throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let sent = try Self.save("a", lead: 10_800, in: database)
            let collection = try database.defaultCollection()
            let sequence = try collection.lastSequence()
            try Self.edit("a", in: database)
            try collection.markSynchronized([("a", sent, sequence)], with: remote)
            #expect(try collection.correctTimes(of: ["a"]).isEmpty)
        }

        @Test(arguments: 5...12)
        func `a revision keeps its time if a client has asked for it and was lost`(
            frames: Int
        ) async throws {
            let pair = try SyncPair()
            let version = try Self.save("a", lead: 10_800, in: pair.passive)
            _ = try await pair.sync(cutAfter: frames)
            _ = try await ScriptedServer().sync(pair.passive)
            let isReceived = try pair.active.defaultCollection().document(id: "a") != nil
            let now = try SyncPair.versions(of: pair.passive)["a"]
            #expect(!isReceived || now == version)
        }

        @Test func `a time is corrected although another document is refused in each replication`()
            async throws
        {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            server.faults.revisionError = .http(403, "no")
            try Self.edit("bad", in: database)
            _ = try await server.sync(database)
            // As if the last replication had been made with the fast clock.
            let store = ReplicationStore(database)
            let collection = ReplicatedCollection(try database.defaultCollection())
            let parameters = collection.checkpointParameters("ws://test/db/_blipsync")
            let id = try #require(try store.checkpointIDs(for: parameters).first)
            let recordID = CheckpointState(id: id).recordID
            var record = try #require(
                try store.checkpoint(recordID).flatMap { ReplicationRecord(json: $0) })
            record.offeredAt = ReplicationRecord.now + 10_800_000
            try store.setCheckpoint(record.json(), id: recordID)
            _ = try await server.sync(database)
            try Self.save("a", lead: 10_800, in: database)
            _ = try await server.sync(database)
            #expect(abs(try Self.lead(of: "a", in: database)) < 60)
        }

        @Test(arguments: [true, false])
        func `a reset, or a lost answer about a checkpoint, does not keep a wrong time`(
            isReset: Bool
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            try Self.edit("b", in: database)
            _ = try await server.sync(database)
            if !isReset {
                try database.write { transaction in
                    try transaction.connection.sqlite.execute(
                        "DELETE FROM kv_checkpoints WHERE key NOT LIKE '%/failed'", purpose: "test")
                }
            }
            try Self.save("a", lead: 10_800, in: database)
            _ = try await server.sync(database, isReset: isReset)
            #expect(abs(try Self.lead(of: "a", in: database)) < 60)
        }

        @Test func `a revision keeps its time in a database that was restored from a copy`()
            async throws
        {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            let version = try Self.save("a", lead: 10_800, in: database)
            try await Self.withoutCorrections(of: database) { _ = try await server.sync(database) }
            // As in a backup from before the first replication.
            try database.write { transaction in
                try transaction.connection.sqlite.execute(
                    "DELETE FROM kv_checkpoints", purpose: "test")
            }
            _ = try await server.sync(database)
            #expect(try SyncPair.versions(of: database)["a"] == version)
        }

        @Test(
            arguments: [
                (nil, nil), (0, nil), (119, nil), (-119, nil), (10_800, "3 hours ahead of"),
                (-600, "10 minutes behind"), (-315_576_000, "10 years behind"),
            ] as [(TimeInterval?, String?)])
        func `a difference between the clocks of both computers is a warning`(
            difference: TimeInterval?, expected: String?
        ) {
            let message = ClockLead.message(difference: difference)
            #expect((message == nil) == (expected == nil))
            #expect(message?.contains(expected ?? "") ?? true)
        }

        @Test(arguments: [0, 1_795_867_200, 784_111_777, 4_102_444_799] as [TimeInterval])
        func `a time of HTTP is read as it was written`(seconds: TimeInterval) {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(HTTPDate.date(HTTPDate.text(date)) == date)
        }

        @Test func `times of HTTP have the form of the standard`() {
            #expect(
                HTTPDate.text(Date(timeIntervalSince1970: 784_111_777))
                    == "Sun, 06 Nov 1994 08:49:37 GMT")
        }

        @Test func `a document is counted once in the warning of a fast clock`() {
            var lead = ClockLead()
            for _ in 0..<3 {
                lead.add("a", version: Self.version(10_800, "bbbbbbbbbbbbbbbbbbbbbA"))
            }
            #expect(lead.message?.hasPrefix("1 document has a time") == true)
        }

        @Test(arguments: leads)
        func `a revision of a fast clock that was refused gets the right time`(
            lead: TimeInterval
        ) async throws {
            let (database, folder) = try SyncPair.database()
            defer { withExtendedLifetime(folder) {} }
            let server = ScriptedServer()
            try Self.save("bad", lead: lead, in: database)
            server.faults.revisionError = BLIPError(domain: "LiteCore", code: 4, message: "time")
            try await Self.withoutCorrections(of: database) { _ = try await server.sync(database) }
            #expect(try Self.lead(of: "bad", in: database) > lead - 60)
            server.faults.revisionError = nil
            #expect(try await server.sync(database).log == ["> bad"])
            #expect(abs(try Self.lead(of: "bad", in: database)) < 60)
        }

        @Test(arguments: leads)
        func `a revision of a fast clock that was sent keeps its time`(
            lead: TimeInterval
        ) async throws {
            let pair = try SyncPair()
            try Self.save("a", lead: lead, in: pair.active)
            try await Self.withoutCorrections(of: pair.active) { _ = try await pair.sync() }
            let version = try SyncPair.versions(of: pair.active)["a"]
            _ = try await pair.sync()
            #expect(try SyncPair.versions(of: pair.active)["a"] == version)
            #expect(try pair.differences() == [])
        }

        @Test(arguments: leads)
        func `an edit of a revision of a fast clock that was sent is later than it`(
            lead: TimeInterval
        ) async throws {
            let pair = try SyncPair()
            try Self.save("a", lead: lead, in: pair.active)
            try await Self.withoutCorrections(of: pair.active) { _ = try await pair.sync() }
            try Self.edit("a", in: pair.active)
            for _ in 0..<2 { _ = try await pair.sync() }
            #expect(try pair.passive.defaultCollection().document(id: "a")?.int(forKey: "n") == 2)
        }

        @Test(arguments: leads, [false, true])
        func `edits on both sides of a fast clock are replicated`(
            lead: TimeInterval, isPassive: Bool
        ) async throws {
            let pair = try SyncPair()
            try Self.save("a", lead: lead, in: isPassive ? pair.passive : pair.active)
            _ = try await pair.sync()
            for database in [pair.active, pair.passive, pair.active] {
                try Self.edit("a", in: database)
                try Self.edit("b", in: database)
                #expect(try await pair.sync().isCompleted)
            }
            #expect(try pair.differences() == [])
            let document = try pair.active.defaultCollection().document(id: "a")
            #expect(document?.int(forKey: "n") == 4)
        }
    }
#endif
