import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite struct CheckpointTests {
    static let uuid = [UInt8](hex: "f51b26504d254a1cba9cf651524c2eed")
    static let url = "ws://127.0.0.1:18800/db/_blipsync"

    @Test func `the checkpoint ID of a default collection is that of Couchbase Lite`() throws {
        let parameters = CheckpointParameters(remote: Self.url)
        #expect(try parameters.checkpointID(uuid: Self.uuid) == "cp-aSXQpa78G4Uma69QP4lpzJH9NLc=")
    }

    @Test func `the checkpoint of a replicated bundle is found and replaced`() throws {
        let folder = try StoreFolder()
        try folder.copyFixture("legacy-and-conflict.cblite2")
        let store = ReplicationStore(try folder.open("legacy-and-conflict"))
        let id = try store.checkpointIDs(for: CheckpointParameters(remote: Self.url))[0]
        #expect(
            try store.checkpoint(id).map { String(decoding: $0, as: UTF8.self) }
                == #"{"time":1795329384,"local":4,"remote":12}"#)
        try store.setCheckpoint(Array("{}".utf8), id: id)
        #expect(try store.checkpoint(id) == Array("{}".utf8))
        #expect(try store.sourceID == "e+nDwFsGTgaythP8nINqxQ")
    }

    static let parameters: [CheckpointParameters] = [
        CheckpointParameters(remote: url),
        CheckpointParameters(remote: "ws://127.0.0.1:18801/db/_blipsync"),
        CheckpointParameters(remote: url, collection: "a"),
        CheckpointParameters(remote: url, collection: "a", scope: "b"),
        CheckpointParameters(remote: url, collection: "a", pulls: false),
        CheckpointParameters(remote: url, collection: "a", pushes: false),
        CheckpointParameters(remote: url, channels: ["a"]),
        CheckpointParameters(remote: url, channels: ["a", "b"]),
        CheckpointParameters(remote: url, documentIDs: ["a"]),
        CheckpointParameters(remote: url, channels: ["a"], documentIDs: ["a"]),
    ]

    @Test func `all parameters distinguish checkpoints`() throws {
        let ids = try Self.parameters.map { try $0.checkpointID(uuid: Self.uuid) }
        #expect(Set(ids).count == ids.count)
    }

    @Test func `the ID of another collection contains a longer digest`() throws {
        let id = try Self.parameters[2].checkpointID(uuid: Self.uuid)
        #expect(id.hasPrefix("cp-") && id.utf8.count == 3 + 44)
    }

    static let ports: [(String, [String])] = [
        ("ws://example.com/db", ["ws://example.com:80/db"]),
        ("wss://example.com:443/db", ["wss://example.com/db"]),
        ("ws://example.com:4984/db", []), ("my server", []), ("", []),
    ]

    @Test(arguments: ports)
    func `a checkpoint is also looked for with and without the default port`(
        remote: String, others: [String]
    ) {
        #expect(CheckpointParameters(remote: remote).remotesWithOtherPorts == others)
    }

    @Test func `a copy of a database finds the checkpoints of the original`() throws {
        let folder = try StoreFolder()
        let parameters = CheckpointParameters(remote: Self.url)
        let database = try folder.open("one")
        let id = try ReplicationStore(database).checkpointIDs(for: parameters)[0]
        let path = try #require(database.path)
        try database.close()
        try Database.copy(
            fromPath: path, toDatabase: "two", withConfig: folder.configuration)
        let ids = try ReplicationStore(try folder.open("two")).checkpointIDs(for: parameters)
        #expect(ids.count == 2 && ids[1] == id)
    }

    @Test func `the checkpoint of a client is replaced only if its revision is known`() throws {
        let store = ReplicationStore(try Database(inMemoryNamed: "test"))
        #expect(try store.peerCheckpoint(of: "cp-1") == nil)
        #expect(try store.setPeerCheckpoint([1], of: "cp-1", replacing: "1-cc") == nil)
        #expect(try store.setPeerCheckpoint([1], of: "cp-1", replacing: "") == "1-cc")
        #expect(try store.setPeerCheckpoint([2], of: "cp-1", replacing: nil) == nil)
        #expect(try store.setPeerCheckpoint([2], of: "cp-1", replacing: "1-cc") == "2-cc")
        let stored = try #require(try store.peerCheckpoint(of: "cp-1"))
        #expect(stored.revision == "2-cc" && stored.body == [2])
    }

    static let limits: [(limits: ReplicationStore.PeerCheckpointLimits, kept: [String])] = [
        (.init(), ["cp-0", "cp-1", "cp-2", "cp-3", "cp-4"]),
        (.init(count: 3), ["cp-0", "cp-3", "cp-4"]),
        // A key has 4 bytes, and a body 100.
        (.init(size: 4 * 104), ["cp-0", "cp-2", "cp-3", "cp-4"]),
        (.init(size: 2 * 104), ["cp-0", "cp-4"]),
        // The last checkpoint is kept in any case.
        (.init(size: 1), ["cp-4"]),
    ]

    @Test(arguments: limits)
    func `the checkpoints of clients that were written the longest time ago are removed`(
        limits: ReplicationStore.PeerCheckpointLimits, kept: [String]
    ) throws {
        let store = ReplicationStore(try Database(inMemoryNamed: "test"))
        let body = [UInt8](repeating: 7, count: 100)
        for number in 0..<4 {
            _ = try store.setPeerCheckpoint(body, of: "cp-\(number)", replacing: nil)
        }
        _ = try store.setPeerCheckpoint(body, of: "cp-0", replacing: "1-cc")
        _ = try store.setPeerCheckpoint(body, of: "cp-4", replacing: nil, limits: limits)
        let stored = try (0..<5).map { "cp-\($0)" }.filter {
            try store.peerCheckpoint(of: $0) != nil
        }
        #expect(stored == kept)
    }

    @Test func `checkpoints are no collections, and do not prevent writes`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        try ReplicationStore(database).setCheckpoint([1], id: "cp-1")
        _ = try ReplicationStore(database).setPeerCheckpoint([1], of: "cp-1", replacing: nil)
        try database.close()
        let again = try folder.open()
        try again.defaultCollection().save("a", "{}")
        #expect(try again.scopes().map(\.name) == ["_default"])
        #expect(try again.collections().map(\.name) == ["_default"])
    }

    static let digest = "sha1-w+MPASLUOXkknn958xUAN15BT38="

    @Test(arguments: [
        ("hello", nil, true), ("hello", 5, true), ("", 0, true), ("hello", 4, false),
        ("hello", 6, false), ("", 1, false),
    ])
    func `the content of a blob must have its length`(
        text: String, length: Int?, isStored: Bool
    ) throws {
        let store = ReplicationStore(try Database(inMemoryNamed: "test"))
        let digest = BlobDigest(of: .init(text.utf8)).description
        let writer = try store.blobWriter(digest, length: length)
        do {
            for byte in text.utf8 { try writer.append([byte]) }
            try writer.finish()
        } catch {
            #expect((error as? ReplicationFailure)?.code == 15)
        }
        #expect(try store.hasBlob(digest) == isStored)
    }

    @Test(arguments: [digest, "x", ""])
    func `the content of a blob must have its digest`(digest: String) throws {
        let store = ReplicationStore(try Database(inMemoryNamed: "test"))
        let writer = try store.blobWriter(digest, length: nil)
        try writer.append(Array("hello".utf8))
        #expect(throws: ReplicationFailure.self) { try writer.finish() }
        #expect(try !store.hasBlob(digest) && store.blobReader(digest) == nil)
    }

    @Test func `the content of a blob is read and written in parts`() throws {
        let database = try Database(inMemoryNamed: "test")
        let store = ReplicationStore(database)
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let digest = BlobDigest(of: .init(content)).description
        for _ in 0..<2 {
            let writer = try store.blobWriter(digest, length: content.count)
            for start in stride(from: 0, to: content.count, by: 30_000) {
                try writer.append(Array(content[start...].prefix(30_000)))
            }
            try writer.finish()
        }
        let reader = try #require(try store.blobReader(digest))
        let parts = try (0..<5).map { _ in try reader.next(maximum: 40_000) }
        #expect(reader.length == content.count)
        #expect(parts.map(\.count) == [40_000, 40_000, 20_000, 0, 0])
        #expect(Array(parts.joined()) == content)
    }

    @Test func `a writer that is released leaves no file`() throws {
        let database = try Database(inMemoryNamed: "test")
        for _ in 0..<2 {
            let writer = try ReplicationStore(database).blobWriter(Self.digest, length: nil)
            try writer.append([1, 2, 3])
        }
        let names = try BlobFolder(database.blobs.location)?.names()
        #expect(names == [])
    }
}
