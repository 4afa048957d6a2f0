#if Replication && (os(Linux) || os(macOS))
    import Foundation
    import QuirePlatform
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// What a server decides: access to documents, channels, credentials, and when it answers.
    @Suite(
        .enabled(
            if: PeerProcess.isAvailable,
            "The peer needs Python and PyPI: run Scripts/support/replication-peer."))
    struct PeerAccessTests {
        private static func ids(
            _ database: Database, _ name: String = "_default", _ scope: String = "_default"
        ) throws -> [String] {
            let collection = try database.createCollection(name: name, scope: scope)
            return try SyncPair.documents(of: database, collection).keys.sorted()
        }

        /// Replicates with channels, and expects no violation.
        @discardableResult
        private static func sync(
            _ database: Database, _ peer: PeerProcess, channels: [String]? = nil,
            _ configure: (inout ReplicatorConfiguration) -> Void = { _ in }
        ) async throws -> SyncSummary {
            var collection = CollectionConfiguration(collection: try database.defaultCollection())
            collection.channels = channels
            let summary = try await database.sync(
                with: peer.url, collections: [collection], configure: configure)
            try await peer.expectNoViolations()
            return summary
        }

        @Test(arguments: ["couchbase-lite", "sync-gateway"])
        func `a document without access is purged, and comes back with a later revision`(
            behavior: String
        ) async throws {
            let peer = try await PeerProcess(["passive", "--behavior", behavior])
            let (database, folder) = try SyncPair.database()
            for id in ["a", "b"] { try await peer.put(id, #"{"n":1}"#) }
            try await Self.sync(database, peer)
            try await peer.ask(["do": "revoke", "id": "a"])
            try await Self.sync(database, peer)
            #expect(try Self.ids(database) == ["b"])
            try await peer.ask(["do": "grant", "id": "a"])
            try await peer.put("a", #"{"n":2}"#)
            try await Self.sync(database, peer)
            #expect(try Self.ids(database) == ["a", "b"])
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test func `without auto purge, a document without access stays and is reported`()
            async throws
        {
            let peer = try await PeerProcess(["passive", "--behavior", "sync-gateway"])
            let (database, folder) = try SyncPair.database()
            for id in ["a", "b"] { try await peer.put(id, #"{"n":1}"#) }
            try await Self.sync(database, peer)
            try await peer.ask(["do": "revoke", "id": "a"])
            let summary = try await Self.sync(database, peer) { $0.enableAutoPurge = false }
            #expect(try Self.ids(database) == ["a", "b"])
            #expect(summary.failures == [])
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test func `a document that leaves the chosen channels is purged`() async throws {
            let peer = try await PeerProcess(["passive", "--behavior", "sync-gateway"])
            let (database, folder) = try SyncPair.database()
            for (id, channels) in [("a", #"["x"]"#), ("b", #"["y"]"#), ("c", #"["x","z"]"#)] {
                try await peer.put(id, #"{"channels":\#(channels)}"#)
            }
            try await Self.sync(database, peer, channels: ["x"]) { $0.replicatorType = .pull }
            #expect(try Self.ids(database) == ["a", "c"])
            try await peer.put("a", #"{"channels":["z"]}"#)
            try await peer.put("c", #"{"channels":["x"],"n":2}"#)
            try await Self.sync(database, peer, channels: ["x"]) { $0.replicatorType = .pull }
            #expect(try Self.ids(database) == ["c"])
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: ["integer", "string", "backfill", "low"])
        func `sequences of any form are stored in checkpoints`(form: String) async throws {
            let peer = try await PeerProcess([
                "passive", "--behavior", "sync-gateway", "--sequences", form,
            ])
            let (database, folder) = try SyncPair.database()
            for number in 0..<5 { try await peer.put("a\(number)", #"{"n":\#(number)}"#) }
            #expect(try await Self.sync(database, peer).pulledCount == 5)
            try await peer.put("later", "{}")
            #expect(try await Self.sync(database, peer).pulledCount == 1)
            #expect(try await Self.sync(database, peer).pulledCount == 0)
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: ["couchbase-lite", "sync-gateway"])
        func `documents stay in their collections`(behavior: String) async throws {
            let peer = try await PeerProcess([
                "passive", "--behavior", behavior, "--collections", "a.b,c",
            ])
            let (database, folder) = try SyncPair.database()
            for (id, collection) in [("x", "a.b"), ("y", "c"), ("z", "_default")] {
                try await peer.ask([
                    "do": "put", "id": id, "collection": collection, "body": ["n": 1],
                ])
            }
            for (name, scope) in [("b", "a"), ("c", "_default"), ("_default", "_default")] {
                try database.createCollection(name: name, scope: scope)
                    .save(document: MutableDocument(id: "own-\(name)"))
            }
            let summary = try await database.sync(with: peer.url)
            #expect([summary.pulledCount, summary.pushedCount] as [Int] == [3, 3] as [Int])
            #expect(try Self.ids(database, "b", "a") == ["own-b", "x"])
            #expect(try Self.ids(database, "c") == ["own-c", "y"])
            #expect(try Self.ids(database) == ["own-_default", "z"])
            let report = try await peer.ask(["do": "get", "id": "own-c", "collection": "c"])
            #expect(report["document"] is [String: Any])
            try await peer.expectNoViolations()
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test func `a server accepts only the right credentials`() async throws {
            let (database, folder) = try SyncPair.database()
            let peer = try await PeerProcess(["passive", "--user", "ann:söcret"])
            for (password, code) in [("söcret", nil), ("wrong", 10401), ("", 10401)] as [(_, Int?)]
            {
                let error = await #expect(throws: (any Error).self) {
                    try await database.sync(with: peer.url, user: "ann", password: password) {
                        $0.maxAttempts = 1
                    }
                    if code == nil { throw CancellationError() }
                }
                #expect((error as? QuireError)?.code.rawValue == code)
                #expect(error.map { !"\($0)".contains("söcret") } ?? true)
            }
            try await peer.quit()
            let other = try await PeerProcess(["passive", "--session", "s-1"])
            try await Self.sync(database, other) {
                $0.authenticator = SessionAuthenticator(sessionID: "s-1")
            }
            try await other.quit()
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: [
            "silent=all", "silent=getCollections", "silent=proposeChanges",
            "silent=rev", "silent=getAttachment", "silent=setCheckpoint", "freeze=2", "freeze=9",
        ])
        func `a silent server ends the replication, and the next one completes`(
            fault: String
        ) async throws {
            let peer = try await PeerProcess(["passive", "--fault", fault])
            let (database, folder) = try SyncPair.database()
            for number in 0..<5 {
                let id = "a\(number)"
                try database.defaultCollection().save(document: MutableDocument(id: id))
                try await peer.put("b\(number)", #"{"n":\#(number)}"#)
            }
            try await peer.put("blob", #"{"pic":{"$blob":{"repeat":"xyz","times":3000}}}"#)
            let error = await #expect(throws: QuireError.self) {
                try await database.sync(with: peer.url) {
                    $0.maxAttempts = 1
                    $0.maximumSilence = .milliseconds(500)
                }
            }
            #expect(error?.code == .networkTimeout)
            try await peer.ask(["do": "faults", "faults": [String]()])
            try await database.sync(with: peer.url)
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: ["slow-reading=0.01", "delay=0.01", "upgrade-delay=1"])
        func `a slow server is waited for`(fault: String) async throws {
            let peer = try await PeerProcess(["passive", "--fault", fault])
            let (database, folder) = try SyncPair.database()
            for number in 0..<30 { try await peer.put("b\(number)", #"{"n":\#(number)}"#) }
            try await Self.sync(database, peer) { $0.maximumSilence = .seconds(2) }
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }
    }
#endif
