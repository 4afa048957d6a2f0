import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite struct ChangeAnswerTests {
    let database: Database
    let collection: DocumentCollection
    let own: String
    static let other = InsertionTests.other
    static let third = InsertionTests.third

    init() throws {
        database = try Database(inMemoryNamed: "test")
        collection = try database.defaultCollection()
        own = try ReplicationStore(database).sourceID
    }

    private func insert(
        _ id: String, _ version: String, history: String = "", isDeleted: Bool = false,
        from remote: Int? = 1
    ) throws {
        _ = try collection.insert(
            [
                IncomingRevision(
                    id: id, version: version, history: history, isDeleted: isDeleted,
                    body: Array("{}".utf8))
            ], from: remote)
    }

    private func answer(_ id: String, _ version: String) throws -> ChangeAnswer {
        try collection.answers(toChanges: [(id, version)], remote: 1)[0]
    }

    private func answer(proposing version: String, _ expected: String?) throws -> ChangeAnswer {
        try collection.answers(toProposals: [("a", version, expected)])[0]
    }

    static func version(_ number: UInt64, _ source: String = other) -> String {
        InsertionTests.version(number, source)
    }

    // MARK: Changes

    @Test func `unknown documents and newer revisions are wanted, others are not`() throws {
        try insert("a", Self.version(3), history: Self.version(2, Self.third))
        #expect(try answer("none", Self.version(1)) == .wanted(known: []))
        #expect(try answer("a", Self.version(3)) == .present)
        #expect(try answer("a", Self.version(2)) == .unwanted)
        #expect(try answer("a", Self.version(1, Self.third)) == .unwanted)
        #expect(try answer("a", Self.version(4)) == .wanted(known: [Self.version(3)]))
    }

    @Test func `a conflicting revision that is stored is not wanted again`() throws {
        try collection.save("a", "{}")
        try insert("a", Self.version(2))
        #expect(try answer("a", Self.version(2)) == .unwanted)
        #expect(try answer("a", Self.version(1)) == .unwanted)
        guard case .wanted(let known) = try answer("a", Self.version(3)) else {
            Issue.record("The revision is not wanted.")
            return
        }
        #expect(known.count == 2 && known[1] == Self.version(2))
    }

    @Test(arguments: [1, 2])
    func `the same revision in another database is recorded`(remote: Int) throws {
        try insert("a", Self.version(1), from: nil)
        #expect(
            try collection.answers(toChanges: [("a", Self.version(1))], remote: remote)
                == [.present])
        let change = try collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
        #expect(change.remoteVersion == Self.version(1))
    }

    @Test(arguments: ["x", "", "1@*", "?"])
    func `an invalid revision fails alone`(version: String) throws {
        let answers =
            try collection.answers(
                toChanges: [("a", version), ("b", Self.version(1))], remote: nil)
            + collection.answers(
                toProposals: [("a", version, nil), ("b", Self.version(1), nil)])
        let summary = answers.map { answer -> Bool? in
            guard case .failed(let failure) = answer else { return nil }
            return failure.isInvalidRevision
        }
        #expect(summary == [true, nil, true, nil])
    }

    // MARK: Proposals

    @Test func `a proposal is accepted if it is based on the current revision`() throws {
        #expect(try answer(proposing: Self.version(1), nil) == .wanted(known: []))
        try insert("a", Self.version(2))
        #expect(try answer(proposing: Self.version(2), nil) == .present)
        #expect(try answer(proposing: Self.version(1), nil) == .present)
        let third = Self.version(9, Self.third)
        #expect(try answer(proposing: third, Self.version(2)) == .wanted(known: [Self.version(2)]))
        #expect(try answer(proposing: third, nil) == .conflict(current: Self.version(2)))
        #expect(try answer(proposing: third, "") == .conflict(current: Self.version(2)))
        #expect(
            try answer(proposing: third, Self.version(1)) == .conflict(current: Self.version(2)))
        #expect(
            try answer(proposing: "\(third); \(Self.version(2))", nil)
                == .wanted(known: [Self.version(2)]))
    }

    @Test func `a document may be created without knowledge of its deletion`() throws {
        try insert("a", Self.version(2), isDeleted: true)
        #expect(try answer(proposing: Self.version(1, Self.third), nil) == .wanted(known: []))
    }

    @Test func `the own ID of the database is known`() throws {
        let saved = try collection.save("a", "{}").revisionID
        let version = "\(String(saved.timestamp, radix: 16))@\(own)"
        #expect(try answer("a", version) == .present)
        #expect(try answer(proposing: version, nil) == .present)
    }

    // MARK: Records about remote databases

    @Test(arguments: [1, 2])
    func `a document is based on the revision of a remote database only if it contains it`(
        remote: Int
    ) throws {
        try insert("a", Self.version(3), history: Self.version(2, Self.third), from: nil)
        func set(_ version: String, of id: String) throws -> Bool {
            try collection.setRemoteVersion(version, of: id, at: Self.version(3), remote: remote)
        }
        #expect(try !set(Self.version(4), of: "a"))
        #expect(try !set(Self.version(1), of: "none"))
        for version in [Self.version(2, Self.third), Self.version(3)] {
            #expect(try set(version, of: "a"))
            let change = try collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
            #expect(change.remoteVersion == version)
        }
    }

    @Test(arguments: [1, 2])
    func `the revision of a remote database is not recorded for a revision that was replaced`(
        remote: Int
    ) throws {
        let base = Self.version(2, Self.third)
        try insert("a", Self.version(3), history: base, from: nil)
        let proposed = Self.version(1)
        #expect(
            try !collection.setRemoteVersion(base, of: "a", at: proposed, remote: remote)
                && collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
                    .remoteVersion == nil
        )
    }

    @Test(arguments: [1, 2])
    func `a document is synchronized until it changes`(remote: Int) throws {
        try collection.save("a", #"{"n":1}"#)
        let change = try collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
        #expect(change.remoteVersion == nil)
        try collection.markSynchronized([("a", change.version, change.sequence)], with: remote)
        let marked = try collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
        #expect(marked.remoteVersion == change.version && marked.sequence == change.sequence)
        try collection.save("a", #"{"n":2}"#)
        let changed = try collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
        #expect(changed.remoteVersion == change.version && changed.version != change.version)
        try collection.delete(id: "a", expecting: .any)
        let deleted = try collection.replicationChanges(since: 0, limit: 1, remote: remote)[0]
        #expect(deleted.isDeleted && deleted.remoteVersion == change.version)
    }

    @Test func `other remote databases keep their revisions`() throws {
        try insert("a", Self.version(1), from: 2)
        try insert("a", Self.version(2), from: 1)
        try insert("a", Self.version(3), from: 3)
        let versions = try (1...4).map {
            try collection.replicationChanges(since: 0, limit: 1, remote: $0)[0].remoteVersion
        }
        #expect(versions == [Self.version(2), Self.version(1), Self.version(3), nil])
    }

    // MARK: Reading

    @Test func `changes are read in pages, with their properties`() throws {
        try collection.save("a", #"{"n":1}"#)
        try collection.save("b", "{}")
        try collection.delete(id: "b", expecting: .any)
        try collection.save("c", "{}")
        try collection.setDocumentExpiration(id: "c", expiration: .now.addingTimeInterval(3600))
        let first = try collection.replicationChanges(since: 0, limit: 2, remote: 1)
        #expect(first.map(\.id) == ["a", "b"] && first.map(\.isDeleted) == [false, true])
        let next = try collection.replicationChanges(
            since: first[1].sequence, limit: 2, remote: 1)
        #expect(next.map(\.id) == ["c"] && !next[0].isExpired && next[0].bodySize > 0)
        #expect(try collection.replicationChanges(since: .max, limit: 2, remote: 1).isEmpty)
        #expect(try collection.replicationChanges(since: 0, limit: -1, remote: 1).isEmpty)
    }

    @Test func `an expired document is marked`() throws {
        try collection.save("a", "{}")
        try database.inBatch {
            try collection.setDocumentExpiration(id: "a", expiration: .distantPast)
            #expect(try collection.replicationChanges(since: 0, limit: 1, remote: 1)[0].isExpired)
        }
    }

    @Test func `a revision is only returned while it is current`() throws {
        try collection.save("a", #"{"n":[1,"é",null]}"#)
        let version = try collection.replicationChanges(since: 0, limit: 1, remote: nil)[0].version
        let revision = try #require(try collection.outgoingRevision(of: "a", version: version))
        #expect(String(decoding: revision.body, as: UTF8.self) == #"{"n":[1,"é",null]}"#)
        #expect(revision.history.isEmpty && revision.blobs.isEmpty && !revision.isDeleted)
        try collection.save("a", "{}")
        #expect(try collection.outgoingRevision(of: "a", version: version) == nil)
        #expect(try collection.outgoingRevision(of: "none", version: nil) == nil)
    }

    @Test func `a body that JSON cannot represent is an error`() throws {
        try collection.save(id: "a", expecting: .any) {
            $0.beginDictionary()
            $0.writeKey("n")
            $0.write(Double.infinity)
            $0.endDictionary()
        }
        #expect(
            thrownCode { _ = try collection.outgoingRevision(of: "a", version: nil) }
                == .unsupportedOperation)
    }

    static let digest = "sha1-w+MPASLUOXkknn958xUAN15BT38="

    @Test func `the blobs of a body have paths and properties`() throws {
        let blob = #"{"@type":"blob","digest":"\#(Self.digest)","length":5,"content_type":"x/y"}"#
        let body =
            #"{"a/b~c":\#(blob),"list":[1,{"in":\#(blob)}],"_attachments":{"x":\#(blob)},"no":{"@type":"blob"}}"#
        let blobs = try BlobReference.blobs(inBody: Array(body.utf8))
        #expect(blobs.map(\.path) == ["/a~1b~0c", "/list/1/in", "/_attachments/x"])
        #expect(blobs[0].length == 5 && blobs[0].contentType == "x/y")
        #expect(blobs[0].json == #"{"content_type":"x/y","digest":"\#(Self.digest)","length":5}"#)
    }
}
