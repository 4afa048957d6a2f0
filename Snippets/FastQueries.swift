// Indexes, and checking whether queries use them.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var about: String
    var city: String
    var rate: Double
    var phones: [String]
}

let database = try Database(inMemoryNamed: "indexes")
let collection = try database.createCollection(name: "hotels")
let hotels = collection.repository(of: Hotel.self)
try hotels.save([
    Hotel(
        id: "h1", name: "Harbour House", about: "Quiet rooms at the water", city: "Bergen",
        rate: 121, phones: ["55 00", "55 01"]),
    Hotel(
        id: "h2", name: "Grand", about: "Rooms as large as halls", city: "Oslo", rate: 240,
        phones: ["22 00"]),
])

// A value index.
try hotels.createIndex(on: \.city, \.rate)
let inBergen = hotels.filter { $0.city == "Bergen" }.sorted(by: \.rate)
print(try inBergen.explain().contains("USING INDEX"))

// A value index of SQL++ expressions.
try collection.createIndex(
    withName: "byCity", config: ValueIndexConfiguration(["type", "lower(city)"]))
print(try hotels.filter { $0.city.lowercased() == "bergen" }.explain().contains("byCity"))

// A unique index.
try hotels.createIndex(on: \.name, options: .unique)
do {
    try hotels.save(
        Hotel(id: "h3", name: "Grand", about: "", city: "Bergen", rate: 90, phones: []))
} catch QuireError.Code.duplicateValue {
    print("There is another hotel with this name")
}

// A full-text index.
try collection.createIndex(
    withName: "words", config: FullTextIndexConfiguration(["name", "about"], language: "en"))
let search = try database.createQuery(
    "SELECT name FROM hotels WHERE MATCH(words, $words) ORDER BY RANK(words) DESC")
search.parameters = ["words": .string("room water")]
for row in try search.execute() { print(row.toJSON()) }
for words in ["halls OR water", "wat*", "\"quiet rooms\""] {
    search.parameters = ["words": .string(words)]
    print(words, try search.execute().count { _ in true })
}

// An array index.
try collection.createIndex(withName: "phones", config: ArrayIndexConfiguration(path: "phones"))
let calls = try database.createQuery(
    "SELECT h.name FROM hotels AS h UNNEST h.phones AS phone WHERE phone = '22 00'")
for row in try calls.execute() { print(row.toJSON()) }

// A plan for all indexes that a version of an app needs.
let plan = try collection.indexPlan(for: [
    IndexDefinition("byCity", ValueIndexConfiguration(["type", "city"])),
    IndexDefinition("words", FullTextIndexConfiguration(["name", "about"], language: "en")),
])
print(plan)
try plan.apply()
print(try collection.indexes())
try database.close()
