import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// The revisions that the rows of Couchbase Lite contain.
@Suite struct StoredHistoryTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    /// Returns the revisions of a document as text: what is known, the remotes and the body.
    private func history(_ collection: DocumentCollection, _ id: String) throws -> [String] {
        try collection.storage.revisions(of: id).map { revision in
            let body = try revision.content.get().map { try $0.value.json(.canonical) }
            let deletion = revision.isDeletion.map { $0 ? "deletion" : "saved" } ?? "unknown"
            return [
                "\(revision.revisionID.description.prefix(8))", deletion,
                revision.isConflicting ? "conflicting" : nil,
                revision.remotes.isEmpty ? nil : "remotes \(revision.remotes)", body,
            ].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test(arguments: ["legacy-and-conflict", "every-feature"])
    func `remote revisions and conflicts are revisions with bodies`(fixture: String) throws {
        try folder.copyFixture("\(fixture).cblite2")
        let collection = try folder.open(fixture).defaultCollection()
        let conflicted = try collection.storage.revisions(of: "d2")
        let conflicting = try #require(conflicted.first { $0.isConflicting })
        #expect(conflicting.remotes == [1] && conflicting.isDeletion == false)
        #expect(try conflicting.content.get()?.count == 2)
        #expect(conflicted.first?.isConflicting == false && conflicted.first?.isDeletion == false)
        let current = try collection.record(id: "d2")
        #expect(conflicted.first?.revisionID == current?.revisionID)
        #expect(conflicted.first?.sequence == current?.sequence)
        // The other database edited the document before its conflicting edit.
        let others = conflicted.dropFirst().map(\.revisionID.timestamp)
        #expect(others.count == 2 && others == others.sorted(by: >))

        let synchronized = try collection.storage.revisions(of: "d1")
        #expect(synchronized.map(\.remotes) == [[1], []])
        #expect(synchronized.map(\.isDeletion) == [false, nil])
        #expect(try synchronized.last?.content.get() == nil)

        let deleted = try collection.storage.revisions(of: "z1")
        #expect(deleted.first?.isDeletion == true && deleted.first?.remotes == [1])
        #expect(try deleted.first?.content.get() == nil)
        #expect(try collection.storage.revisions(of: "none").isEmpty)
    }

    @Test func `a tree revision of a replicator is listed with its remote`() throws {
        try folder.copyFixture("legacy-and-conflict.cblite2")
        let collection = try folder.open("legacy-and-conflict").defaultCollection()
        let tree = "3-abcdef0123456789abcdef0123456789"
        #expect(
            try history(collection, "q1").map { $0.prefix(26) } == ["3-abcdef saved remotes [1]"])
        try collection.save("q1", #"{"changed":true}"#)
        let revisions = try collection.storage.revisions(of: "q1")
        #expect(revisions.map(\.revisionID.description).last == tree && revisions.count == 2)
        #expect(revisions.map(\.remotes) == [[], [1]])
        #expect(try revisions.last?.content.get()?.isEmpty == false)
        #expect(revisions.map { $0.revisionID.date == nil } == [false, true])
        try collection.purge(id: "q1")
        #expect(try collection.storage.revisions(of: "q1").isEmpty)
    }

    @Test(arguments: LegacyBundle.schemas)
    func `the ancestors in a tree are revisions, with the bodies that were kept`(
        schema: Int
    ) throws {
        try LegacyBundle(schema: schema).write(to: folder)
        let collection = try folder.open().defaultCollection()
        #expect(
            try history(collection, "shared") == [
                #"2-323232 saved remotes [1] {"name":"C","rate":3}"#,
                #"1-313131 saved remotes [3] {"name":"D","rate":4}"#,
            ])
        #expect(
            try history(collection, "two") == [
                #"2-222222 saved {"name":"B","rate":2}"#, "1-212121 saved",
            ])
        #expect(try history(collection, "gone") == ["2-424242 deletion", "1-414141 saved"])
        #expect(try history(collection, "empty") == ["1-515151 saved {}"])
        #expect(try collection.storage.revisions(of: "two").map(\.sequence) == [3, 2])
        // A save replaces the tree by the revisions of the remotes.
        try collection.save("shared", #"{"rate":9}"#)
        #expect(
            try history(collection, "shared").dropFirst() == [
                #"2-323232 saved remotes [1] {"name":"C","rate":3}"#,
                #"1-313131 saved remotes [3] {"name":"D","rate":4}"#,
            ])
    }

    @Test func `branches of a tree follow the ancestors, and conflicts are marked`() throws {
        let records = [
            LegacyBundle.Record(id: LegacyBundle.revision(2, 0x22), parent: 2, flags: 2),
            LegacyBundle.Record(
                id: LegacyBundle.revision(2, 0x33), parent: 2, flags: 0x22, sequence: 2,
                body: LegacyBundle.body("X", 7)),
            LegacyBundle.Record(id: LegacyBundle.revision(1, 0x11), sequence: 1),
            LegacyBundle.Record(
                id: LegacyBundle.revision(3, 0x44), parent: 2, flags: 0x43, sequence: 3),
        ]
        let document = LegacyBundle.Document(
            id: "a", sequence: 4, flags: 2, body: LegacyBundle.body("B", 2), records: records)
        try LegacyBundle(schema: 502, documents: [document]).write(to: folder)
        let collection = try folder.open().defaultCollection()
        #expect(
            try history(collection, "a") == [
                #"2-222222 saved {"name":"B","rate":2}"#, "1-111111 saved",
                #"2-333333 saved conflicting {"name":"X","rate":7}"#, "3-444444 deletion",
            ])
    }

    @Test func `documents of Couchbase Lite that were never replicated have one revision`() throws {
        try folder.copyFixture("couchbase-made.cblite2")
        let database = try folder.open("couchbase-made")
        let store = try database.defaultStore()
        for change in try store.changes(since: 0, limit: .max) {
            let revisions = try store.revisions(of: change.id)
            #expect(revisions.map(\.revisionID) == [change.revision.revisionID])
            #expect(revisions.map(\.isDeletion) == [change.isDeleted])
            let body = try store.record(id: change.id)?.body.value.json(.canonical)
            #expect(try revisions[0].content.get()?.value.json(.canonical) == body)
            #expect(
                revisions[0].revisionID.date.map { $0 > Date(timeIntervalSince1970: 1.5e9) } == true
            )
        }
    }

    static let damages = [
        "x'00000000'", "x'0000000011'", "x'00000000FFFFFFFFFFFFFFFF'", "x'0000001EFFFF021501'",
        // An item that is an integer, and one without a revision.
        "x'00000000700000016002800680048003'", "x'000000007000700060028006800580038003'",
    ]

    @Test(arguments: damages)
    func `damaged remote revisions are an error that names the document`(extra: String) throws {
        try folder.copyFixture("legacy-and-conflict.cblite2")
        try folder.sqlite("legacy-and-conflict").execute(
            "UPDATE kv_default SET extra = \(extra) WHERE key = 'd1'", purpose: "test")
        let collection = try folder.open("legacy-and-conflict").defaultCollection()
        let error = thrownError { _ = try collection.revisions(of: "d1") }
        #expect(error?.code == .corruptRevisionData, "\(error?.message ?? "no error")")
        #expect(error?.message.contains(#""d1""#) == true)
        #expect(try !collection.revisions(of: "d2").isEmpty)
    }

    @Test func `random bytes in the columns are errors or revisions`() throws {
        try folder.copyFixture("legacy-and-conflict.cblite2")
        let sqlite = try folder.sqlite("legacy-and-conflict")
        let collection = try folder.open("legacy-and-conflict").defaultCollection()
        let statement = try sqlite.prepare(
            "SELECT extra FROM kv_default WHERE key = 'd2'", purpose: "test")
        _ = try statement.step()
        let extra = statement.bytes(at: 0)
        statement.reset()
        for index in extra.indices.dropFirst(4) {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = extra
                damaged[index] ^= change
                try sqlite.execute(
                    "UPDATE kv_default SET extra = x'\(damaged.hexadecimal)' WHERE key = 'd2'",
                    purpose: "test")
                let error = thrownError {
                    for revision in try collection.revisions(of: "d2") {
                        _ = try? revision.content.get()?.value.json()
                    }
                }
                #expect(error == nil || error?.code == .corruptRevisionData)
            }
        }
    }
}
