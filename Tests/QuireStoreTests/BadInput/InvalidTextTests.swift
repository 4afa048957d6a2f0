import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// Documents with a string that is not UTF-8, stored by another program.
@Suite struct InvalidTextTests {
    struct Whole: Codable {
        var n: Int
        var s: String
    }

    struct Part: Codable, Equatable {
        var n: Int
    }

    let folder: StoreFolder
    let database: Database
    let collection: DocumentCollection

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        collection = try database.defaultCollection()
        try collection.save("a", "{}")
        // {"n": 1, "s": the bytes FF FE}
        try folder.sqlite().execute(
            "UPDATE kv_default SET body = x'42FFFE007002416E0001417380068005'", purpose: "test")
    }

    private func document() throws -> Document { try #require(try collection.document(id: "a")) }

    @Test func `the values around the string can be read`() throws {
        let document = try document()
        #expect(document.int(forKey: "n") == 1 && document.string(forKey: "s") == nil)
        #expect(try DocumentDecoder().decode(Part.self, from: document) == Part(n: 1))
        let rows = try database.createQuery("SELECT n FROM _ WHERE n = 1").execute().allResults()
        #expect(rows.map { $0.int(at: 0) } == [1])
    }

    @Test func `decoding the string throws an error with its path`() throws {
        let document = try document()
        let error = #expect(throws: DecodingError.self) {
            try DocumentDecoder().decode(Whole.self, from: document)
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["s"])
        #expect(context.debugDescription.contains("not valid UTF-8"))
    }

    @Test func `changing another property preserves the bytes`() throws {
        let changed = try document().toMutable().setInt(2, forKey: "n")
        try collection.save(document: changed)
        let body = try #require(try collection.record(id: "a")).body
        #expect(body["n"]?.int64 == 2)
        #expect(body["s"]?.withStringBytes { Array($0) } == [0xFF, 0xFE])
    }

    @Test func `setting the property repairs the document`() throws {
        try collection.save(document: document().toMutable().setString("ok", forKey: "s"))
        #expect(try collection.json("a") == #"{"n":1,"s":"ok"}"#)
    }
}
