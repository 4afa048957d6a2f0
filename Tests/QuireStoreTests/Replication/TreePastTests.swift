import DatabaseTestSupport
import Quire
import Testing

/// Documents from before Sync Gateway 4.0, whose revisions had trees and no versions.
@Suite struct TreePastTests {
    private let folder: StoreFolder
    private let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
    }

    private static let gateway = "kfEytU82TbWKmsogLSaBvA"
    private static let device = "mYb2DSx+7a2jlLE8nw+DzQ"
    private static let tree = "2-048c302c2b752b97c224314b97e1684b"
    private static let newerTree = "3-40818085028a963f1a56190e94598426"

    private func insert(
        _ version: String, history: String, _ body: String = #"{"n":1}"#
    ) throws -> InsertionResult {
        try collection.insert(
            [
                IncomingRevision(
                    id: "t", version: version, history: history, body: Array(body.utf8))
            ], from: 1)[0]
    }

    private func history() throws -> String? {
        try collection.outgoingRevision(of: "t", version: nil, remote: 1)?.history
    }

    // The forms in which Sync Gateway 4.1.1 names the ancestors of a document.
    static let histories = [
        "1-9ea4ab3073fcd32f6c1bb1513a88e158", "\(newerTree),\(tree)",
        "18ec000000010000@\(device),\(newerTree),\(tree)",
        "18ec000000010000@\(device),18ec000000020000@\(gateway);",
        "18ec000000010000@\(device),18ec000000020000@\(gateway);,4-93dc8b43baa275b9226b5f9247c86c5a,"
            + "\(newerTree),\(tree)",
        "18ec000000010000@\(device);,4-93dc8b43baa275b9226b5f9247c86c5a,\(newerTree),\(tree)",
    ]

    @Test(arguments: histories)
    func `each form of a history is accepted`(history: String) throws {
        let author = "AAAAAAAAAAAAAAAAAAAAAQ"
        #expect(try insert("18ec000000140000@\(author)", history: history) == .inserted)
    }

    static let invalidHistories = [
        "18ec000000010000@\(device),,\(tree)", "18ec000000010000@\(device);,", ",",
        "18ec000000010000@\(device);;\(tree)",
    ]

    @Test(arguments: invalidHistories)
    func `a history with an empty item elsewhere is refused`(history: String) throws {
        let result = try insert("18ec000000140000@AAAAAAAAAAAAAAAAAAAAAQ", history: history)
        guard case .failed(let failure) = result else {
            Issue.record("The revision was stored: \(result)")
            return
        }
        #expect(failure.isInvalidRevision)
    }

    @Test func `an edit names the tree revision that the gateway has`() throws {
        _ = try insert(Self.tree, history: "1-9ea4ab3073fcd32f6c1bb1513a88e158")
        try collection.save("t", #"{"n":2}"#)
        #expect(try history() == Self.tree)
    }

    @Test func `a later edit names no tree revision, because the gateway has added to its tree`()
        throws
    {
        _ = try insert(Self.tree, history: "1-9ea4ab3073fcd32f6c1bb1513a88e158")
        try collection.save("t", #"{"n":2}"#)
        let change = try collection.replicationChanges(since: 0, limit: 1, remote: 1)[0]
        try collection.markSynchronized(
            [(change.id, change.version, change.sequence)], with: 1)
        try collection.save("t", #"{"n":3}"#)
        #expect(try history() == "")
    }

    @Test func `a merge names versions only, so that the gateway can send it to others`() throws {
        _ = try insert(Self.tree, history: "1-9ea4ab3073fcd32f6c1bb1513a88e158")
        let saved = try collection.save("t", #"{"n":2}"#)
        #expect(
            try insert(
                "18ec0d78baa70000@\(Self.gateway)", history: "\(Self.newerTree),\(Self.tree)")
                == .conflicted)
        let conflict = try #require(try collection.openConflict(of: "t"))
        let merged: ConflictResolution = .merged { writer in
            writer.beginDictionary()
            writer.endDictionary()
        }
        #expect(try collection.resolve(conflict, merged))
        let own = try ReplicationStore(collection.database).sourceID
        let time = String(saved.revisionID.timestamp, radix: 16)
        #expect(
            try history() == "\(time)@\(own), 18ec0d78baa70000@\(Self.gateway);")
    }
}
