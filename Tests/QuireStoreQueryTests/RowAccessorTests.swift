import Foundation
import Quire
import Testing

/// Access to rows with the typed accessors of documents.
@Suite struct RowAccessorTests {
    let database: Database
    let row: QueryRow

    init() throws {
        database = try Database(inMemoryNamed: "test")
        let document = MutableDocument(
            id: "a",
            data: [
                "name": "Grand", "stars": 5, "rate": 2.5, "pets": true, "none": NSNull(),
                "opened": Date(timeIntervalSince1970: 1), "geo": ["lat": 60.5], "tags": ["a", "b"],
                "blob": Blob(contentType: "text/plain", data: Data("x".utf8)),
            ])
        try database.defaultCollection().save(document: document)
        let query = try database.createQuery(
            "SELECT name, stars, rate, pets, none, opened, geo, tags, blob, missing FROM _")
        row = try #require(try query.execute().next())
    }

    @Test func `a row is read by column name`() {
        #expect(row.string(forKey: "name") == "Grand" && row.int(forKey: "stars") == 5)
        #expect(row.double(forKey: "rate") == 2.5 && row.boolean(forKey: "pets"))
        #expect(row.date(forKey: "opened") == Date(timeIntervalSince1970: 1))
        #expect(row.dictionary(forKey: "geo")?.double(forKey: "lat") == 60.5)
        #expect(row.array(forKey: "tags")?.string(at: 1) == "b")
        #expect(row.blob(forKey: "blob")?.content == Data("x".utf8))
        #expect(row.int(forKey: "name") == 0 && row.string(forKey: "stars") == nil)
    }

    @Test func `a row is read by index`() {
        #expect(row.string(at: 0) == "Grand" && row.int64(at: 1) == 5 && row.float(at: 2) == 2.5)
        #expect(row.number(at: 3) == 1 && row.array(at: 7)?.count == 2)
        #expect(row.value(at: 99) == nil && row.string(at: -1) == nil)
    }

    @Test func `null and missing have no value, but null is present`() {
        #expect(row.value(forKey: "none") == nil && row.value(forKey: "missing") == nil)
        #expect(row.value(at: 4) == nil && row.value(at: 9) == nil && row.count == 10)
        #expect(row.contains(key: "none") && !row.contains(key: "missing"))
        #expect(row.toDictionary()["none"] is NSNull && row.toDictionary()["missing"] == nil)
        #expect(row.toArray()[4] is NSNull && row.toArray()[9] is NSNull)
        #expect(row.keys.count == 10 && row.toDictionary().count == 9)
    }

    @Test func `a row consists of native values`() {
        let values = row.toDictionary()
        #expect(values["stars"] as? Int == 5 && values["pets"] as? Bool == true)
        #expect(values["geo"] as? [String: Double] == ["lat": 60.5])
        #expect(row.toArray()[7] as? [String] == ["a", "b"] && values["blob"] is Blob)
    }
}
