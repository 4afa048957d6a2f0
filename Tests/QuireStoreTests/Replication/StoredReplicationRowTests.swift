import DatabaseTestSupport
import Fleece
import Quire
import QuireInspection
import Testing

@testable import QuireStore

/// The rows that are stored for replicated revisions, compared with those of Couchbase Lite.
@Suite struct StoredReplicationRowTests {
    let folder: StoreFolder
    static let fixture = "legacy-and-conflict"

    init() throws {
        folder = try StoreFolder()
        try folder.copyFixture("\(Self.fixture).cblite2")
    }

    private func row(_ id: String, _ table: String) throws -> [String] {
        try folder.rows(
            "SELECT flags & 65535, version, body, extra FROM \(table) WHERE key = '\(id)'",
            Self.fixture)
    }

    /// The documents whose rows only have revisions that the remote database has.
    static let documents = [
        ("d1", "kv_default"), ("q1", "kv_default"), ("q4", "kv_default"), ("new1", "kv_default"),
        ("z1", "kv_del_default"),
    ]

    @Test(arguments: documents)
    func `a received revision is stored in the same bytes as by Couchbase Lite`(
        id: String, table: String
    ) throws {
        let before = try row(id, table)
        let collection = try folder.open(Self.fixture).defaultCollection()
        let revision = try #require(try collection.outgoingRevision(of: id, version: nil))
        #expect(try collection.removeForReplication(id))
        let result = try collection.insert(
            [IncomingRevision(revision, refusesConflicts: false)], from: 1)
        #expect(try result == [.inserted] && row(id, table) == before)
    }

    @Test func `the list of remote databases has the same bytes as that of Couchbase Lite`() throws
    {
        let database = try folder.open()
        let store = ReplicationStore(database)
        #expect(try store.remoteNumber(named: "ws://127.0.0.1:18800/db/_blipsync") == 1)
        #expect(
            try folder.rows("SELECT body FROM kv_info WHERE key = 'remotes'")
                == folder.rows("SELECT body FROM kv_info WHERE key = 'remotes'", Self.fixture))
    }

    @Test(arguments: [(true, 0), (false, 1)])
    func `a received tombstone with a tree revision needs no body, and a document does`(
        isDeleted: Bool, faultCount: Int
    ) throws {
        let database = try folder.open(Self.fixture)
        let revision = IncomingRevision(
            id: "t", version: "2-bb", history: "1-aa", isDeleted: isDeleted, body: Array("{}".utf8))
        #expect(try database.defaultCollection().insert([revision], from: 1) == [.inserted])
        try database.close()
        let table = isDeleted ? "kv_del_default" : "kv_default"
        try folder.sqlite(Self.fixture).execute(
            "UPDATE \(table) SET body = NULL WHERE key = 't'", purpose: "test")
        var faults: [String] = []
        _ = try BundleCheck.run(path: folder.path + "/\(Self.fixture).cblite2") {
            if $0.isFault, $0.location.contains("\"t\"") { faults.append($0.message) }
        }
        #expect(faults.count == faultCount)
    }

    @Test func `a conflict that Couchbase Lite left can be read and resolved`() throws {
        let collection = try folder.open(Self.fixture).defaultCollection()
        #expect(try collection.openConflicts() == ["d2"])
        let conflict = try #require(try collection.openConflict(of: "d2"))
        #expect(conflict.local.record?.json == #"{"mine":true,"y":2}"#)
        #expect(conflict.other.record?.json == #"{"theirs":true,"y":2}"#)
        #expect(conflict.base == nil && conflict.remote == 1)
        #expect(try collection.resolve(conflict, .keepRemote))
        let change = try #require(
            try collection.replicationChanges(since: 0, limit: 100, remote: 1)
                .first { $0.id == "d2" })
        #expect(change.version == conflict.other.version && !change.isConflicted)
        #expect(change.remoteVersion == change.version)
    }

    @Test func `a known remote database keeps its number, and another one gets the next`() throws {
        let store = ReplicationStore(try folder.open(Self.fixture))
        #expect(try store.remoteNumber(named: "ws://127.0.0.1:18800/db/_blipsync") == 1)
        #expect(try store.remoteNumber(named: "ws://example.com/db/_blipsync") == 2)
        #expect(try store.remoteNumber(named: "ws://127.0.0.1:18800/db/_blipsync") == 1)
    }

    @Test func `the flag of remote 1 is set without rewriting the row`() throws {
        let collection = try folder.open(Self.fixture).defaultCollection()
        let before = try folder.rows(
            "SELECT version, body, extra FROM kv_default WHERE key = 'd1'", Self.fixture)
        try collection.markSynchronized([("d1", "", 5)], with: 1)
        let flags = "SELECT flags FROM kv_default WHERE key = 'd1'"
        #expect(try folder.rows(flags, Self.fixture) == ["65544"])
        #expect(
            try folder.rows(
                "SELECT version, body, extra FROM kv_default WHERE key = 'd1'", Self.fixture)
                == before)
    }

    @Test func `a row that has changed since is not marked`() throws {
        let collection = try folder.open(Self.fixture).defaultCollection()
        try collection.markSynchronized([("d1", "", 4), ("none", "", 1)], with: 1)
        #expect(
            try folder.rows("SELECT flags FROM kv_default WHERE key = 'd1'", Self.fixture) == ["0"])
    }

    static let large =
        #"{"#
        + (0..<9000).map { #""key number \#($0)":\#($0)"# }.joined(separator: ",") + "}"

    /// Bodies whose root is near the end, far from it, and without a pointer.
    @Test(arguments: [
        "{}", #"{"a":1}"#, #"{"a":"\#(String(repeating: "x", count: 70_000))"}"#, large,
    ])
    func `the properties of a received revision can be read`(body: String) throws {
        let database = try folder.open()
        let collection = try database.defaultCollection()
        let version = InsertionTests.version(1)
        _ = try collection.insert(
            [IncomingRevision(id: "a", version: version, body: Array(body.utf8))], from: 2)
        // Another revision makes the one of remote 2 independent of the body.
        try collection.save("a", #"{"b":1}"#)
        let revision = try collection.revisions(of: "a").first { $0.remotes == [2] }
        let content = try #require(try revision?.content.get())
        #expect(
            try content.value.json(.canonical) == FleeceStorage(json: body).root?.json(.canonical))
    }

    @Test func `the check finds no faults after all kinds of changes`() throws {
        let database = try folder.open(Self.fixture)
        let collection = try database.defaultCollection()
        for (number, id) in ["d1", "d2", "q1", "z1", "new"].enumerated() {
            for (remote, isDeleted) in [(2, false), (1, true), (3, false)] {
                let revision = IncomingRevision(
                    id: id, version: InsertionTests.version(UInt64(number + remote)),
                    isDeleted: isDeleted, body: Array(#"{"n":1}"#.utf8))
                _ = try collection.insert([revision], from: remote)
            }
        }
        try collection.save("q1", "{}")
        try database.close()
        var findings: [String] = []
        _ = try BundleCheck.run(path: folder.path + "/\(Self.fixture).cblite2") {
            if $0.isFault { findings.append("\($0.location): \($0.message)") }
        }
        #expect(findings == [])
    }
}
