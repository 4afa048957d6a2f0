#if Replication && (os(Linux) || os(macOS))
    import Foundation
    import Quire
    import QuireTestSupport
    import Testing

    @testable import QuireReplication

    /// Replication with the independent peer in Python, in both roles.
    @Suite(
        .enabled(
            if: PeerProcess.isAvailable,
            "The peer needs Python and PyPI: run Scripts/support/replication-peer."))
    struct PeerTests {
        private static let behaviors = ["couchbase-lite", "sync-gateway"]

        private static func save(
            _ id: String, _ json: String, in database: Database
        ) throws {
            let collection = try database.defaultCollection()
            let document = try collection.document(id: id)?.toMutable() ?? MutableDocument(id: id)
            try collection.save(document: document.setJSON(json))
        }

        private static func saveBlob(
            _ id: String, _ content: Data, _ type: String, in database: Database
        ) throws {
            let document = MutableDocument(id: id)
            document.setBlob(Blob(contentType: type, data: content), forKey: "blob")
            try database.defaultCollection().save(document: document)
        }

        @Test(arguments: behaviors)
        func `a replicator and the peer have the same documents, without violations`(
            behavior: String
        ) async throws {
            let peer = try await PeerProcess(["passive", "--behavior", behavior])
            let (database, folder) = try SyncPair.database()
            try Self.save("a", #"{"n":1,"list":[1,2.5,null,true],"ü":"é"}"#, in: database)
            try Self.saveBlob(
                "a-blob", Data(repeating: 7, count: 100_000), "text/plain", in: database)
            try await peer.put("b", #"{"n":2,"nested":{"x":[{}]}}"#)
            try await peer.put(
                "b-blob",
                #"{"pic":{"$blob":{"repeat":"xyz","times":30000,"contentType":"image/png"}}}"#)
            let summary = try await database.sync(with: peer.url)
            #expect(summary.failures == [])
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            try await peer.expectNoViolations()
            let blob = try database.defaultCollection().document(id: "b-blob")?.blob(forKey: "pic")
            #expect(blob?.content?.count == 90_000)

            // Changes and deletions of both sides, and then nothing.
            try Self.save("b", #"{"n":3}"#, in: database)
            try database.defaultCollection().delete(
                document: try #require(try database.defaultCollection().document(id: "a-blob")))
            try await peer.put("a", #"{"n":4}"#)
            try await peer.ask(["do": "delete", "id": "b-blob"])
            try await database.sync(with: peer.url)
            let last = try await database.sync(with: peer.url)
            #expect(last.pulledCount == 0 && last.pushedCount == 0)
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            try await peer.expectNoViolations()
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: behaviors)
        func `conflicts with the peer are resolved in both databases`(
            behavior: String
        ) async throws {
            let peer = try await PeerProcess(["passive", "--behavior", behavior])
            let (database, folder) = try SyncPair.database()
            for id in ["both", "local-deleted", "remote-deleted"] {
                try Self.save(id, #"{"n":0}"#, in: database)
            }
            try await database.sync(with: peer.url)
            for id in ["both", "remote-deleted"] { try Self.save(id, #"{"n":1}"#, in: database) }
            try database.defaultCollection().delete(
                document: try #require(
                    try database.defaultCollection().document(id: "local-deleted")))
            for id in ["both", "local-deleted"] { try await peer.put(id, #"{"n":2}"#) }
            try await peer.ask(["do": "delete", "id": "remote-deleted"])
            try await database.sync(with: peer.url)
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            #expect(try SyncPair.documents(of: database) == ["both": #"{"n":2}"#])
            try await peer.expectNoViolations()
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        @Test func `the peer replicates with a listener, without violations`() async throws {
            let (database, folder) = try SyncPair.database()
            try Self.save("a", #"{"n":1}"#, in: database)
            try Self.saveBlob(
                "a-blob", Data(repeating: 7, count: 100_000), "text/plain", in: database)
            let listener = URLEndpointListener(
                config: URLEndpointListenerConfiguration(
                    collections: [try database.defaultCollection()]))
            try listener.start()
            defer { listener.stop() }
            let peer = try await PeerProcess([
                "active", "--url", listener.urls[0].absoluteString, "--wait",
            ])
            try await peer.put("b", #"{"n":2}"#)
            try await peer.put("b-blob", #"{"pic":{"$blob":{"repeat":"xyz","times":30000}}}"#)
            for _ in 0..<2 {
                try await peer.ask(["do": "start"])
                try await peer.ask(["do": "wait-until-stopped"])
                #expect(try await peer.documents() == PeerDocument.all(in: database))
                try Self.save("b", #"{"n":3}"#, in: database)
                try await peer.put("a", #"{"n":4}"#)
            }
            try await peer.ask(["do": "start"])
            try await peer.ask(["do": "wait-until-stopped"])
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            try await peer.expectNoViolations()
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }

        /// A fault of the peer, and whether a one-shot replication ends with an error.
        @Test(arguments: [
            "cut-sent=3", "cut-sent=9", "cut-received=4", "cut-received=11", "close-sent=1011:5",
            "wrong-checksum=4", "bad-deflate=3", "huge-frame=2000000:3", "skip-number=3",
            "bad-json=rev:2", "bad-json=changes", "wrong-blob=all", "short-blob=all",
            "duplicate-rev=3", "unsolicited-rev=3", "unknown-type=3", "text-message=2",
            "no-subprotocol", "http=503", "http=404", "refuse=500:a1,a2", "refuse-rev=500:a4",
            "refuse-blob=404:b-blob", "norev=500:b1", "refuse-checkpoint=503:1", "delay=0.01",
            "withhold-acks",
        ])
        func `after a fault of the peer, the next replication completes`(
            fault: String
        ) async throws {
            let peer = try await PeerProcess(["passive", "--fault", fault])
            let (database, folder) = try SyncPair.database()
            for n in 0..<20 { try Self.save("a\(n)", #"{"n":\#(n)}"#, in: database) }
            for n in 0..<20 { try await peer.put("b\(n)", #"{"n":\#(n)}"#) }
            try await peer.put("b-blob", #"{"pic":{"$blob":{"repeat":"xyz","times":3000}}}"#)
            do {
                try await database.sync(with: peer.url) { $0.maxAttempts = 1 }
            } catch is QuireError {
                // The kind of the error depends on the fault. What is stored is complete.
            }
            for document in try SyncPair.documents(of: database) where document.key.hasPrefix("b") {
                #expect(document.value.hasPrefix("{"))
            }
            try await peer.ask(["do": "faults", "faults": [String]()])
            try await database.sync(with: peer.url, configure: { _ in })
            #expect(try await peer.documents() == PeerDocument.all(in: database))
            try await peer.quit()
            withExtendedLifetime(folder) {}
        }
    }
#endif
