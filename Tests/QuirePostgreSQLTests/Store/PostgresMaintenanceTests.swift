#if PostgreSQL
    import Foundation
    import QuirePlatform
    import DatabaseTestSupport
    import Quire
    import Testing

    @testable import QuirePostgreSQL

    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresMaintenanceTests {
        private let database: PostgresDatabase
        private let store: any DocumentStore

        init() throws {
            database = try PostgresDatabase(.test())
            store = try database.defaultStore()
        }

        private func install(_ content: String) throws -> BlobDigest {
            try #require(store.blobStorage).install(Data(content.utf8)).digest
        }

        private func isStored(_ content: String) throws -> Bool {
            let digest = BlobDigest(of: Data(content.utf8))
            return try #require(store.blobStorage).length(of: digest) != nil
        }

        private func body(_ digest: BlobDigest) -> String {
            #"{"blob":{"@type":"blob","digest":"\#(digest)","length":1}}"#
        }

        // MARK: Blobs

        @Test func `a blob is removed if two runs, a grace period apart, find it unused`() throws {
            _ = try install("unused")
            try store.put("a", body(install("used")))
            #expect(try database.removeUnusedBlobs(unusedFor: 3600) == 0)
            #expect(try isStored("unused"))
            try database.performMaintenance(type: .compact)
            #expect(try isStored("unused"))
            try database.read {
                try $0.execute(
                    """
                    UPDATE \(database.layout.schema).blob SET unused = unused - interval '61 minutes'
                    """)
            }
            try database.performMaintenance(type: .compact)
            #expect(try isStored("unused") == false)
            #expect(try isStored("used"))
            _ = try store.delete(id: "a", if: .any)
            #expect(try database.removeUnusedBlobs(unusedFor: 0) == 1)
            #expect(try isStored("used") == false)
        }

        @Test func `a blob anywhere in a document of any collection is kept`() throws {
            let other = try database.createStore(named: "hotels", scope: "s")
            let digests = try (0..<5).map { try install("content \($0)") }
            try store.put("array", #"{"a":[[{"b":[\#(body(digests[0]))]}]]}"#)
            try other.put("other", body(digests[1]))
            try store.put("text", #"{"text":"see \#(digests[2]), please"}"#)
            try store.put("key", #"{"\#(digests[3])":"\u0000"}"#)
            try store.save { writer in
                writer.beginDictionary()
                writer.writeKey("rate")
                writer.write(Double.infinity)
                writer.writeKey("blob")
                writer.write(digests[4].description)
                writer.endDictionary()
                return WriteTarget(id: "exact", if: .any)
            }.revision(in: store)
            #expect(try database.removeUnusedBlobs(unusedFor: 0) == 0)
            for number in 0..<5 { #expect(try isStored("content \(number)")) }
            try other.purge(id: "other")
            #expect(try database.removeUnusedBlobs(unusedFor: 0) == 1)
            #expect(try isStored("content 1") == false)
        }

        @Test func `installing a marked blob again, or a document with it, removes the mark`()
            throws
        {
            let digests = try (0..<3).map { try install("content \($0)") }
            try database.removeUnusedBlobs(unusedFor: 3600)
            func markCount() throws -> Int64 {
                try database.read {
                    try $0.rows(
                        "SELECT count(unused) FROM \(database.layout.schema).blob")[0].integer(0)
                }
            }
            #expect(try markCount() == 3)
            _ = try install("content 0")
            #expect(try markCount() == 2)
            try store.put("a", body(digests[1]))
            try database.removeUnusedBlobs(unusedFor: 3600)
            // The first one is not used by a document.
            #expect(try markCount() == 2)
            #expect(try database.removeUnusedBlobs(unusedFor: 0) == 2)
            #expect(try isStored("content 1"))
        }

        @Test
        func `more blobs than one transaction removes, and blobs of several parts, are removed`()
            throws
        {
            for number in 0..<230 { _ = try install("content \(number)") }
            let large = Data(repeating: 7, count: 1_200_000)
            _ = try #require(store.blobStorage).install(large)
            #expect(try database.removeUnusedBlobs(unusedFor: 0) == 231)
            let rows = try database.read {
                try $0.rows("SELECT count(*) FROM \(database.layout.schema).blob")[0].integer(0)
            }
            #expect(rows == 0)
        }

        @Test func `a content that is installed while it is removed is complete or missing`() throws
        {
            let storage = try #require(store.blobStorage)
            let contents = (0..<2).map { Data(repeating: UInt8($0), count: 1_100_000) }
            let isDone = Flag()
            let group = DispatchGroup()
            let removed = Mutex(0)
            group.enter()
            Thread.detachNewThread {
                let other = try? PostgresDatabase(database.configuration)
                while !isDone.isSet {
                    let count = (try? other?.removeUnusedBlobs(unusedFor: 0)) ?? 0
                    removed.withLock { $0 += count }
                }
                group.leave()
            }
            let errors = onThreads(4) { number in
                let content = contents[number % 2]
                let digest = BlobDigest(of: content)
                for _ in 0..<FaultServer.rounds(2) {
                    _ = try storage.install(content)
                    // Reading compares the content with the digest.
                    _ = try storage.read(digest, length: UInt64(content.count))
                }
            }
            #expect(waits { removed.withLock { $0 > 0 } })
            isDone.set()
            group.wait()
            #expect(errors == [])
        }

        @Test func `documents of concurrent writers keep their blobs`() throws {
            let storage = try #require(store.blobStorage)
            let isDone = Flag()
            let group = DispatchGroup()
            let removed = Mutex(0)
            group.enter()
            Thread.detachNewThread {
                let other = try? PostgresDatabase(database.configuration)
                while !isDone.isSet {
                    let count = (try? other?.removeUnusedBlobs(unusedFor: 1)) ?? 0
                    removed.withLock { $0 += count }
                }
                group.leave()
            }
            // Writers use the same few contents, so that blobs become unused and used again.
            let errors = onThreads(6) { number in
                let id = "doc\(number)"
                for round in 0..<FaultServer.rounds(25) {
                    let start = ContinuousClock.now
                    let content = Data("content \((number + round) % 8)".utf8)
                    let blob = try storage.install(content)
                    try store.put(id, body(blob.digest)).revision(in: store)
                    // On a busy machine, the document can be later than the grace period.
                    if ContinuousClock.now - start > .milliseconds(700) {
                        _ = try store.delete(id: id, if: .any)
                        continue
                    }
                    Thread.sleep(forTimeInterval: .random(in: 0...0.05))
                    let stored = try storage.read(blob.digest, length: nil)
                    if stored != content { throw QuireError(.notFound, "\(id), round \(round)") }
                    if round % 5 == 4 {
                        _ = try store.delete(id: id, if: .any)
                        Thread.sleep(forTimeInterval: .random(in: 0...0.3))
                    }
                }
            }
            isDone.set()
            group.wait()
            #expect(errors == [])
        }

        // MARK: Other maintenance

        @Test func `indexes and statistics can be renewed`() async throws {
            for number in 0..<100 { try store.put("doc\(number)", #"{"n":\#(number)}"#) }
            let config = ValueIndexConfiguration(["n"])
            try store.createIndex(withName: "byN", config: config)
            for type in [MaintenanceType.reindex, .optimize, .fullOptimize] {
                try database.performMaintenance(type: type)
                try await database.maintain(type: type)
            }
            #expect(try store.indexes() == ["byN"])
            #expect(try store.put("a", "{}").revision(in: store).id == "a")
        }

        @Test(arguments: MaintenanceType.allCases)
        func `maintenance inside a transaction or snapshot is an error`(
            type: MaintenanceType
        ) throws {
            func check(_ body: (() throws -> Void) throws -> Void) {
                let error = #expect(throws: QuireError.self) {
                    try body { try database.performMaintenance(type: type) }
                }
                #expect(error?.code == .transactionNotClosed)
            }
            check { body in try database.inBatch { try body() } }
            check { body in try database.snapshot { try body() } }
        }

        @Test func `an integrity check is refused`() throws {
            let error = #expect(throws: QuireError.self) {
                try database.performMaintenance(type: .integrityCheck)
            }
            #expect(error?.code == .unsupportedOperation)
        }
    }
#endif
