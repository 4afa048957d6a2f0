import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

@Suite struct InsertionTests {
    let database: Database
    let collection: DocumentCollection
    let remote: Int
    static let other = "W1CjMjs6Q1ea50VmbPxQzQ"
    static let third = "bvAXHtwbSnCy0e5vUJGqXg"

    init() throws {
        database = try Database(inMemoryNamed: "test")
        collection = try database.defaultCollection()
        remote = try ReplicationStore(database).remoteNumber(named: "ws://example.com/db/_blipsync")
    }

    /// Returns a version with a time in the past.
    static func version(_ number: UInt64, _ source: String = other) -> String {
        "\(String(0x18EA_0389_0000_0000 + number << 16, radix: 16))@\(source)"
    }

    func insert(
        _ version: String, history: String = "", _ body: String = "{}", isDeleted: Bool = false,
        refusesConflicts: Bool = false, from remote: Int? = 1, id: String = "a"
    ) throws -> InsertionResult {
        try collection.insert(
            [
                IncomingRevision(
                    id: id, version: version, history: history, isDeleted: isDeleted,
                    body: Array(body.utf8), refusesConflicts: refusesConflicts)
            ], from: remote)[0]
    }

    func failureCode(
        _ id: String = "a", _ version: String = version(1), history: String = "",
        _ body: String = "{}", refusesConflicts: Bool = false
    ) throws -> String {
        switch try insert(
            version, history: history, body, refusesConflicts: refusesConflicts, id: id)
        {
        case .failed(let failure): "\(failure.domain) \(failure.code)"
        case .inserted, .existing, .conflicted: "none"
        }
    }

    private func change(_ id: String = "a") throws -> ReplicationChange? {
        try collection.replicationChanges(since: 0, limit: 100, remote: remote).first {
            $0.id == id
        }
    }

    // MARK: Results

    @Test func `a new document is inserted, with the revision of the remote database`() throws {
        #expect(try insert(Self.version(1), #"{"n":1}"#) == .inserted)
        #expect(try collection.json("a") == #"{"n":1}"#)
        #expect(try change()?.version == Self.version(1))
        #expect(try change()?.remoteVersion == Self.version(1))
    }

    @Test func `a newer revision replaces the stored one`() throws {
        _ = try insert(Self.version(1), #"{"n":1}"#)
        #expect(try insert(Self.version(2), #"{"n":2}"#) == .inserted)
        #expect(try collection.json("a") == #"{"n":2}"#)
    }

    @Test func `the stored revision and its ancestors exist already`() throws {
        _ = try insert(Self.version(2), history: Self.version(1, Self.third), #"{"n":2}"#)
        for version in [Self.version(2), Self.version(1), Self.version(1, Self.third)] {
            #expect(try insert(version, #"{"n":0}"#) == .existing)
        }
        #expect(try collection.json("a") == #"{"n":2}"#)
        #expect(try change()?.remoteVersion == Self.version(2))
    }

    @Test func `a conflicting revision is stored beside the current one`() throws {
        try collection.save("a", #"{"n":1}"#)
        #expect(try insert(Self.version(1), #"{"n":2}"#) == .conflicted)
        #expect(try collection.json("a") == #"{"n":1}"#)
        #expect(try collection.openConflicts() == ["a"])
        #expect(try change()?.remoteVersion == Self.version(1))
        #expect(try change()?.isConflicted == true)
    }

    @Test func `a conflicting revision can be refused`() throws {
        try collection.save("a", #"{"n":1}"#)
        #expect(try failureCode(refusesConflicts: true) == "LiteCore 8")
        #expect(try insert(Self.version(1), from: nil) != .inserted)
        #expect(try collection.openConflicts() == [])
    }

    @Test func `a later revision of a conflicting one replaces it`() throws {
        try collection.save("a", #"{"n":1}"#)
        _ = try insert(Self.version(2), #"{"n":2}"#)
        #expect(try insert(Self.version(3), #"{"n":3}"#) == .conflicted)
        #expect(try insert(Self.version(2), #"{"n":2}"#) == .existing)
        #expect(try collection.openConflict(of: "a")?.other.record?.json == #"{"n":3}"#)
    }

    @Test func `a revision that contains the current one ends a conflict`() throws {
        let own = try ReplicationStore(database).sourceID
        let saved = try collection.save("a", #"{"n":1}"#)
        let time = String(saved.revisionID.timestamp, radix: 16)
        _ = try insert(Self.version(2), #"{"n":2}"#)
        #expect(
            try insert(Self.version(3), history: "\(time)@\(own)", #"{"n":3}"#) == .inserted)
        #expect(try collection.openConflicts() == [] && collection.json("a") == #"{"n":3}"#)
    }

    @Test func `the later of two merges of the same revisions replaces the other one`() throws {
        let merged = "\(Self.version(2, Self.third)), \(Self.version(1)); "
        _ = try insert(
            Self.version(5, "AAAAAAAAAAAAAAAAAAAAAQ"), history: merged, #"{"n":1,"m":2}"#)
        #expect(
            try insert(
                Self.version(6, "AAAAAAAAAAAAAAAAAAAAAg"), history: merged, #"{"m":3}"#)
                == .inserted)
        #expect(
            try insert(
                Self.version(4, "AAAAAAAAAAAAAAAAAAAAAw"), history: merged, #"{"m":4}"#)
                == .existing)
        #expect(try collection.json("a") == #"{"m":3}"#)
    }

    @Test func `the remote database is optional`() throws {
        #expect(try insert(Self.version(1), #"{"n":1}"#, from: nil) == .inserted)
        #expect(try change()?.remoteVersion == nil)
        #expect(try insert(Self.version(2), #"{"n":2}"#, from: nil) == .inserted)
    }

    // MARK: Tombstones

    @Test func `a tombstone moves a document, and a later revision moves it back`() throws {
        _ = try insert(Self.version(1), #"{"n":1}"#)
        #expect(try insert(Self.version(2), isDeleted: true) == .inserted)
        #expect(try collection.count == 0 && change()?.isDeleted == true)
        #expect(try insert(Self.version(3), isDeleted: true) == .inserted)
        #expect(try insert(Self.version(4), #"{"n":4}"#) == .inserted)
        #expect(try collection.json("a") == #"{"n":4}"# && change()?.isDeleted == false)
    }

    @Test func `a tombstone of an unknown document is inserted`() throws {
        #expect(try insert(Self.version(2), isDeleted: true) == .inserted)
        #expect(try change()?.remoteVersion == Self.version(2))
        #expect(try collection.outgoingRevision(of: "a", version: nil)?.isDeleted == true)
    }

    @Test func `a document created again on the server replaces a tombstone that it has`() throws {
        _ = try insert(Self.version(2), isDeleted: true)
        #expect(try insert(Self.version(1, Self.third), #"{"n":1}"#) == .inserted)
        #expect(try collection.json("a") == #"{"n":1}"#)
    }

    @Test func `a tombstone that the remote database lacks conflicts with a new document`() throws {
        try collection.save("a", "{}")
        try collection.delete(id: "a", expecting: .any)
        #expect(try insert(Self.version(1), #"{"n":1}"#) == .conflicted)
        #expect(try collection.openConflict(of: "a")?.local.isDeleted == true)
    }

    // MARK: Versions

    @Test func `the own ID in a history is stored as this database`() throws {
        let own = try ReplicationStore(database).sourceID
        _ = try insert(Self.version(2), history: Self.version(1, own), #"{"n":2}"#)
        #expect(
            try collection.revisionHistory(of: "a") == "\(Self.version(2)); \(Self.version(1, "*"))"
        )
        #expect(
            try collection.outgoingRevision(of: "a", version: nil)?.history == Self.version(1, own))
    }

    @Test func `a later edit is newer than a revision from a clock that is ahead`() throws {
        let ahead = HybridClock.systemTime() + 60_000_000_000
        let version = "\(String(ahead, radix: 16))@\(Self.other)"
        #expect(try insert(version) == .inserted)
        let saved = try collection.save("a", #"{"n":1}"#)
        let next = try collection.save("b", #"{"n":1}"#)
        #expect(saved.revisionID.timestamp > ahead && next.revisionID.timestamp > ahead)
    }

    @Test func `a rev-tree revision is stored as it is`() throws {
        let id = "3-abcdef0123456789abcdef0123456789"
        #expect(try insert(id, history: "2-bb,1-cc", #"{"n":1}"#) == .inserted)
        #expect(try change()?.version == id && change()?.remoteVersion == id)
        #expect(try insert("4-aa", history: "\(id),2-bb", #"{"n":2}"#) == .inserted)
        #expect(try insert("4-bb", history: "3-bb,2-bb", #"{"n":2}"#) == .conflicted)
    }

    @Test func `a deleted rev-tree revision is stored, and can be saved`() throws {
        #expect(try insert("3-abcd", history: "2-bb,1-cc", isDeleted: true) == .inserted)
        try collection.save("a", #"{"n":1}"#)
        #expect(
            try collection.outgoingRevision(of: "a", version: nil)?.history == "3-abcd")
    }

    @Test func `a version whose rev-tree contains the stored revision is newer`() throws {
        _ = try insert("3-abcd", history: "2-bb,1-cc", #"{"n":1}"#)
        #expect(
            try insert(Self.version(1), history: "4-ff, 3-abcd, 2-bb", #"{"n":2}"#) == .inserted)
        #expect(try collection.outgoingRevision(of: "a", version: nil)?.history == "4-ff")
    }

    // MARK: Failures

    static let failures: [(String, String, String, String, String)] = [
        ("", version(1), "", "{}", "LiteCore 29"), ("_a", version(1), "", "{}", "LiteCore 29"),
        (String(repeating: "a", count: 241), version(1), "", "{}", "LiteCore 29"),
        ("a", "", "", "{}", "LiteCore 4"), ("a", "1@*", "", "{}", "LiteCore 4"),
        ("a", version(2), version(1), "{}", "LiteCore 4"),
        ("a", "ffffffffffffffff@" + other, "", "{}", "LiteCore 4"),
        ("a", version(2), "ffffffffffffffff@" + third, "{}", "LiteCore 4"),
        ("a", version(1), "", "", "Fleece 5"), ("a", version(1), "", "{nope", "Fleece 5"),
        ("a", version(1), "", "[]", "Fleece 5"), ("a", version(1), "", "1", "Fleece 5"),
        ("a", version(1), "", "null", "Fleece 5"), ("a", version(1), "", "{}{}", "Fleece 5"),
        ("a", version(1), "", #"{"a":1e999}"#, "Fleece 5"),
        ("a", version(1), "", #"["_x"]"#, "Fleece 5"),
        (
            "a", version(1), "",
            String(repeating: #"{"a":"#, count: 600) + "1" + String(repeating: "}", count: 600),
            "Fleece 5"
        ),
        (
            "a", version(1), "",
            #"{"p":{"@type":"blob","digest":"sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=","length":17}}"#,
            "LiteCore 15"
        ),
    ]

    @Test(arguments: failures)
    func `a revision that cannot be stored fails, and nothing is stored`(
        id: String, version: String, history: String, body: String, code: String
    ) throws {
        #expect(try failureCode(id, version, history: history, body) == code)
        #expect(try collection.replicationChanges(since: 0, limit: 10, remote: nil).isEmpty)
    }

    @Test func `a text that is not UTF-8 fails`() throws {
        let body = Array(#"{"a":""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)
        let result = try collection.insert(
            [IncomingRevision(id: "a", version: Self.version(1), body: body)], from: remote)
        guard case .failed(let failure) = result[0] else {
            Issue.record("\(result)")
            return
        }
        #expect(failure.domain == "Fleece" && failure.code == 5)
    }

    @Test func `a failure does not affect the other revisions, nor the shared keys`() throws {
        let revisions = [
            IncomingRevision(id: "a", version: Self.version(1), body: Array(#"{"first":1}"#.utf8)),
            IncomingRevision(id: "b", version: "x", body: Array("{}".utf8)),
            IncomingRevision(
                id: "c", version: Self.version(1), body: Array(#"{"unused":1,"x":}"#.utf8)),
            IncomingRevision(id: "d", version: Self.version(1), body: Array(#"{"second":1}"#.utf8)),
        ]
        let results = try collection.insert(revisions, from: remote)
        #expect(results[0] == .inserted && results[3] == .inserted)
        #expect(try collection.json("d") == #"{"second":1}"# && collection.count == 2)
        let keys = try database.read { $0.keys }
        #expect(keys.number(for: "unused") == nil && keys.number(for: "second") == 1)
    }

    static let bodies: [(String, String)] = [
        (#"{"_id":"a","_rev":"x","n":1}"#, #"{"n":1}"#),
        (
            #"{"_attachments":{"x":{"stub":true}},"n":{"_id":1}}"#,
            #"{"_attachments":{"x":{"stub":true}},"n":{"_id":1}}"#
        ),
        (#"{"_attachments":{},"n":1}"#, #"{"n":1}"#), (#"{"_attachments":1}"#, "{}"),
        (#"{"\u005fid":1,"n":1}"#, #"{"n":1}"#), (#"{"n":1,"n":2}"#, #"{"n":2}"#),
        (#"{"_":1}"#, "{}"), (#"{"a":"_b"}"#, #"{"a":"_b"}"#),
        (
            #"{"@type":"unknown","x":[null,true,1.5,-9]}"#,
            #"{"@type":"unknown","x":[null,true,1.5,-9]}"#
        ),
        (#"{"":1,"🙂":"é"}"#, #"{"":1,"🙂":"é"}"#),
    ]

    @Test(arguments: bodies)
    func `reserved keys at the top level are not stored, and all others are`(
        body: String, stored: String
    ) throws {
        #expect(try insert(Self.version(1), body) == .inserted)
        #expect(try collection.json("a") == stored)
    }

    @Test func `the same document can occur several times in a batch`() throws {
        let revisions = (1...5).map {
            IncomingRevision(
                id: "a", version: Self.version($0), body: Array(#"{"n":\#($0)}"#.utf8))
        }
        let results = try collection.insert(revisions + [revisions[1]], from: remote)
        #expect(results == Array(repeating: .inserted, count: 5) + [.existing])
        #expect(try collection.json("a") == #"{"n":5}"#)
    }
}
