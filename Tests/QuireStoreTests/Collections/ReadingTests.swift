import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct ReadingTests {
    let folder: StoreFolder
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
    }

    static let bodies = [
        "{}", #"{"a":1}"#, #"{"a":{"b":[1,2,{"c":"d"}]}}"#, #"{"name":"Ærø","n":null,"t":true}"#,
        #"{"d":1.5,"i":9223372036854775807,"u":18446744073709551615}"#,
        "{\"long\":\"\(String(repeating: "x", count: 100_000))\"}",
    ]

    @Test(arguments: bodies)
    func `a saved document can be read`(json: String) throws {
        try collection.save("a", json)
        let saved = try collection.json("a")
        let expected = json == Self.bodies[3] ? #"{"n":null,"name":"Ærø","t":true}"# : json
        #expect(saved == expected)
    }

    @Test func `a record has the revision and the sequence that the save returned`() throws {
        try collection.save("b", "{}")
        let saved = try collection.save("a", "{}")
        let record = try collection.record(id: "a")
        #expect(
            record.map {
                SavedRevision(id: $0.id, revisionID: $0.revisionID, sequence: $0.sequence)
            }
                == saved)
    }

    @Test func `a document that was never saved or is deleted has no record`() throws {
        try collection.save("a", "{}")
        _ = try collection.delete(id: "a", expecting: .any)
        #expect(try collection.record(id: "a") == nil && collection.record(id: "b") == nil)
    }

    @Test(arguments: ["", "a'; DROP TABLE kv_default", "_a", "a\0b", "𝄞"])
    func `any string can be looked up`(id: String) throws {
        #expect(try collection.record(id: id) == nil)
    }

    @Test func `IDs are compared byte by byte`() throws {
        try collection.save("é", "{}")
        #expect(
            try collection.record(id: "e\u{301}") == nil && collection.record(id: "É") == nil
                && collection.record(id: "é") != nil)
    }

    @Test(arguments: [0, 1, 63, 64, 65, 200])
    func `all live documents are enumerated in order of creation`(count: Int) throws {
        let ids = (0..<count).map { "\(($0 * 7919) % 1000)" }
        try collection.database.inBatch {
            for id in ids + ["gone"] { try collection.save(id, "{}") }
            _ = try collection.delete(id: "gone", expecting: .any)
        }
        var seen: [String] = []
        try collection.forEachRecord { seen.append($0.id) }
        #expect(seen == ids && collection.count == UInt64(count))
    }

    @Test func `enumerated documents do not change, and can be modified during the enumeration`()
        throws
    {
        for number in 0..<100 { try collection.save("\(number)", #"{"n":0}"#) }
        var bodies: Set<String?> = []
        try collection.forEachRecord { record in
            bodies.insert(record.json)
            try collection.save(record.id, #"{"n":1}"#)
            try collection.save(record.id + "+", #"{"n":2}"#)
        }
        #expect(bodies == [#"{"n":0}"#] && collection.count == 200)
    }

    // A column and value that make document `bad` unreadable.
    static let damages: [(sql: String, code: QuireError.Code)] = [
        ("body = x'6000'", .corruptData),
        ("body = x'4161'", .corruptData),
        ("body = x'FF'", .corruptData),
        ("body = x'FFFFFFFF'", .corruptData),
        ("body = 'text'", .corruptData),
        ("version = NULL", .corruptRevisionData),
        ("version = x''", .corruptRevisionData),
        ("version = x'00FF'", .corruptRevisionData),
    ]

    @Test(arguments: damages)
    func `a damaged document is an error that names it`(sql: String, code: QuireError.Code) throws {
        try collection.save("bad", #"{"a":1}"#)
        try folder.sqlite().execute("UPDATE kv_default SET \(sql)", purpose: "test")
        let error = thrownError { _ = try collection.record(id: "bad") }
        #expect(
            error?.code == code
                && error?.message.hasPrefix(
                    "Document \"bad\" in collection _default._default of database test is damaged")
                    == true
        )
    }

    @Test(arguments: damages)
    func `other documents can be read next to a damaged one`(
        sql: String, code: QuireError.Code
    ) throws {
        for id in ["a", "bad", "c"] { try collection.save(id, "{}") }
        try folder.sqlite().execute(
            "UPDATE kv_default SET \(sql) WHERE key = 'bad'", purpose: "test")
        var seen: [String] = []
        try collection.forEachRecord(onDamage: { id, _ in seen.append("!" + id) }) {
            seen.append($0.id)
        }
        #expect(seen == ["a", "!bad", "c"])
    }

    @Test(arguments: ["NULL", "x''"])
    func `a missing body is an empty document`(body: String) throws {
        try collection.save("a", #"{"a":1}"#)
        try folder.sqlite().execute("UPDATE kv_default SET body = \(body)", purpose: "test")
        #expect(try collection.json("a") == "{}")
    }

    @Test func `a document with a revision tree can be read`() throws {
        try collection.save("a", #"{"a":1}"#)
        try folder.sqlite().execute("UPDATE kv_default SET version = x'01605EE4'", purpose: "test")
        let record = try collection.record(id: "a")
        #expect(record?.json == #"{"a":1}"# && record?.revisionID == RevisionID("1-605ee4"))
    }
}
