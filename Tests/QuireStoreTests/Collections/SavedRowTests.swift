import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore
@testable import QuireModels
@testable import QuireQuery

@Suite struct SavedRowTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
    }

    func live() throws -> [String] {
        try folder.rows(
            "SELECT key, sequence, flags, body, expiration, extra FROM kv_default ORDER BY sequence"
        )
    }
    func dead() throws -> [String] {
        try folder.rows(
            """
            SELECT key, sequence, flags, body, expiration, extra FROM kv_del_default
            ORDER BY sequence
            """)
    }
    func meta() throws -> [String] { try folder.rows("SELECT * FROM kvmeta") }

    @Test func `a new document is one row`() throws {
        try collection.save("a", #"{"a":1}"#)
        // A dictionary of one pair: the shared key 0, and 1; then the pointer to it.
        #expect(try live() == ["a|1|0|x'7001000000018003'|NULL|NULL"])
    }

    @Test func `its version is one edit of this database at the current time`() throws {
        let before = HybridClock.systemTime() & ~0xFFFF
        let saved = try collection.save("a", "{}")
        let version = try folder.sqlite().rows("SELECT version FROM kv_default")
        var expected: [UInt8] = []
        VersionVector.encode(
            .init(time: saved.revisionID.timestamp, source: nil), followedBy: nil, into: &expected)
        #expect(
            version == ["x'\(expected.hexadecimal)'"]
                && before...HybridClock.systemTime() ~= saved.revisionID.timestamp)
    }

    @Test func `the last sequence is stored with the commit`() throws {
        try collection.save("a", "{}")
        try collection.save("b", "{}")
        #expect(try meta() == ["default|2|0"])
    }

    @Test func `saving an existing document updates the row and assigns the next sequence`() throws
    {
        try collection.save("a", #"{"a":1}"#)
        try collection.save("a", #"{"a":2}"#)
        #expect(
            try live() == ["a|2|0|x'7001000000028003'|NULL|NULL"] && meta() == ["default|2|0"])
    }

    @Test func `a save clears the row's subsequence and keeps its expiration date`() throws {
        try collection.save("a", #"{"a":1}"#)
        try folder.sqlite().execute(
            "UPDATE kv_default SET flags = 196608, expiration = 4102444800000", purpose: "test")
        try collection.save("a", #"{"a":2}"#)
        #expect(try live() == ["a|2|0|x'7001000000028003'|4102444800000|NULL"])
    }

    @Test func `a deleted document moves to the other table and keeps its expiration date`() throws
    {
        try collection.save("a", #"{"a":1}"#)
        try folder.sqlite().execute(
            "UPDATE kv_default SET expiration = 4102444800000", purpose: "test")
        let deleted = try collection.delete(id: "a", expecting: .any)
        #expect(
            try live() == [] && dead() == ["a|2|1|NULL|4102444800000|NULL"]
                && meta() == ["default|2|1"] && deleted?.sequence == 2)
    }

    @Test func `a deleted document that is saved moves back and keeps its expiration date`() throws
    {
        try collection.save("a", #"{"a":1}"#)
        _ = try collection.delete(id: "a", expecting: .any)
        try folder.sqlite().execute(
            "UPDATE kv_del_default SET expiration = 4102444800000", purpose: "test")
        try collection.save("a", #"{"a":2}"#, expecting: .absent)
        #expect(
            try live() == ["a|3|0|x'7001000000028003'|4102444800000|NULL"] && dead() == []
                && meta() == ["default|3|2"])
    }

    @Test
    func `a deleted document in the table of live ones is invisible, and saving replaces it`()
        throws
    {
        try collection.save("a", #"{"a":1}"#)
        try folder.sqlite().execute("UPDATE kv_default SET flags = 1, body = NULL", purpose: "test")
        let unseen = try collection.record(id: "a") == nil
        try collection.save("a", #"{"a":2}"#, expecting: .absent)
        #expect(
            try unseen && live() == ["a|2|0|x'7001000000028003'|NULL|NULL"]
                && meta() == ["default|2|0"])
    }

    @Test func `the edits of other databases survive a deletion and a new save`() throws {
        try collection.save("a", "{}")
        let other = "10000102030405060708090A0B0C0D0E0F"
        // This database's edit in the year 2024, and another's 0x10000 earlier.
        try folder.sqlite().execute(
            "UPDATE kv_default SET version = x'0082A8C68BB9AF0B80" + "02\(other)'", purpose: "test")
        _ = try collection.delete(id: "a", expecting: .any)
        try collection.save("a", "{}")
        let version = try folder.rows("SELECT hex(version) FROM kv_default").first
        #expect(version?.hasSuffix(other) == true && version?.contains("82A8C68BB9AF0B80") == false)
    }

    @Test func `versions never go back, in any order of saves`() throws {
        let times = try (0..<200).map { number in
            try collection.save("\(number % 3)", "{}").revisionID.timestamp
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a version is later than the document's even if the clock was ahead before`() throws
    {
        try collection.save("a", "{}")
        let ahead = HybridClock.systemTime() + 60_000_000_000
        var version: [UInt8] = []
        VersionVector.encode(.init(time: ahead, source: nil), followedBy: nil, into: &version)
        try folder.sqlite().execute(
            "UPDATE kv_default SET version = x'\(version.hexadecimal)'", purpose: "test")
        #expect(
            try ahead + 1...ahead + 65_536
                ~= collection.save("a", "{}").revisionID.timestamp)
    }

    static let blobs: [(json: String, flags: String)] = [
        (#"{"photo":{"@type":"blob","digest":"sha1-x","length":1}}"#, "4"),
        (#"{"list":[1,[{"@type":"blob"}]]}"#, "4"),
        (#"{"@type":"blob"}"#, "4"),
        (#"{"photo":{"@type":"photo"}}"#, "0"),
        (#"{"text":"the @type of a blob","mail":"a@b"}"#, "0"),
        (#"{"@type":["blob"]}"#, "0"),
        (#"{"type":"blob"}"#, "0"),
    ]

    @Test(arguments: blobs)
    func `only a document with a blob has the attachments flag`(json: String, flags: String) throws
    {
        try collection.save("a", json)
        #expect(try folder.rows("SELECT flags FROM kv_default") == [flags])
    }
}
