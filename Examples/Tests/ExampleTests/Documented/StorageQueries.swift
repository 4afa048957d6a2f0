import Quire
import Testing

/// The examples in the documentation of indexes and query results.
@Suite struct DocumentedIndexesAndRows {
    private let database: Database
    private let collection: DocumentCollection

    init() throws {
        database = try Database(inMemoryNamed: "travel")
        collection = try database.defaultCollection()
        let hotel = MutableDocument(
            id: "hotel-42", data: ["name": "Harbour House", "room_rate": 121.5])
        try collection.save(document: hotel)
    }

    @Test func `configurations of indexes`() throws {
        let configurations: [String: any IndexConfiguration] = [
            "byCity": ValueIndexConfiguration(["type", "address.city"]),
            "words": FullTextIndexConfiguration(["name"], language: "en"),
        ]
        for (name, config) in configurations {
            try collection.createIndex(withName: name, config: config)
        }
        #expect(try collection.indexes().sorted() == ["byCity", "words"])
        do {
            let index = ValueIndexConfiguration(["type", "address.city"])
            try collection.createIndex(withName: "byCity", config: index)
        }
        do {
            let index = FullTextIndexConfiguration(["name", "description"], language: "en")
            try collection.createIndex(withName: "words", config: index)
            let query = try database.createQuery("SELECT name FROM _ WHERE MATCH(words, 'house')")
            #expect(try query.execute().allResults().count == 1)
        }
        do {
            let index = ArrayIndexConfiguration(path: "contacts[].phones", expressions: ["type"])
            try collection.createIndex(withName: "phones", config: index)
        }
        #expect(try collection.indexes().sorted() == ["byCity", "phones", "words"])
    }

    @Test func `rows of a query`() throws {
        let results = try database.createQuery("SELECT name, room_rate FROM _").execute()
        for row in results {
            print(row["name"]?.string ?? "", row["room_rate"]?.double ?? 0)
        }
        #expect(results.columnNames == ["name", "room_rate"])
        let query = try database.createQuery("SELECT name, room_rate FROM _ LIMIT 1")
        if let row = try query.execute().next() {
            print(row.columnNames, row[0]?.string ?? "", row["room_rate"]?.double ?? 0)
        }
        let row = try #require(try query.execute().next())
        #expect(row.columnNames == ["name", "room_rate"])
        print(row.toJSON())  // {"name":"Harbour House","room_rate":121.5}
        #expect(row.toJSON() == #"{"name":"Harbour House","room_rate":121.5}"#)
        let names = try query.execute().allResults().map { $0["name"]?.string }
        #expect(names == ["Harbour House"])
    }
}
