// Indexes, query plans, and checking whether queries use indexes.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var about: String
    var city: String
    var rate: Double
    var isOpen = true
    var phones: [String] = []
}

/// Prints the query plan of a selection: the lines between the SQL and the last line.
func printPlan(_ selection: Selection<Hotel>) throws {
    let lines = try selection.explain().split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines.drop(while: { !$0.isEmpty }).dropLast(2) where !line.isEmpty { print(line) }
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
let cheap = hotels.filter { $0.city == "Bergen" && $0.rate < 150 }.sorted(by: \.rate)
try printPlan(cheap)
try hotels.createIndex(on: \.city, \.rate)
try printPlan(cheap)
print(try collection.indexes())

// Filters that use the index for one of two conditions, for none, and for a list.
let early = hotels.filter { $0.city < "C" && $0.rate < 150 }.sorted(by: \.name)
try printPlan(early)
let anywhere = hotels.filter { $0.rate < 150 }.sorted(by: \.name)
try printPlan(anywhere)
let listed = hotels.filter { ["Bergen", "Oslo"].contains($0.city) }
try printPlan(listed)
let either = hotels.filter { $0.city == "Bergen" || $0.city == "Oslo" }.sorted(by: \.name)
try printPlan(either)

// Indexes of SQL++ expressions: computed, with a condition.
try collection.createIndex(
    withName: "byLowercaseCity", config: ValueIndexConfiguration(["type", "lower(city)"]))
try printPlan(hotels.filter { $0.city.lowercased() == "bergen" }.sorted(by: \.name))
try collection.createIndex(
    withName: "open", config: ValueIndexConfiguration(["type", "name"], where: "isOpen IS TRUE"))
try printPlan(hotels.filter { $0.isOpen && $0.name.hasPrefix("Gr") }.sorted(by: \.name))
try collection.deleteIndex(forName: "byLowercaseCity")
try collection.deleteIndex(forName: "open")

// An index that ignores the case of ASCII letters.
try hotels.createIndex(on: \.name, collation: .ascii.ignoringCase)
try printPlan(
    hotels.filter { $0.name.collating(.ascii.ignoringCase) == "GRAND" }.sorted(by: \.rate))
try hotels.deleteIndex(on: \.name, collation: .ascii.ignoringCase)

// A unique index.
try hotels.createIndex(on: \.name, options: .unique)
do {
    try hotels.save(Hotel(id: "h3", name: "Grand", about: "", city: "Bergen", rate: 90))
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
print(try hotels.filter { $0.phones.contains("22 00") }.count())
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

// The indexes that a model declares.
struct Guest: IndexedModel {
    @DocumentID var id: String?
    var email: String
    var city: String

    static var indexes: [ModelIndex<Guest>] {
        [ModelIndex(on: \.city), ModelIndex(on: \.email, options: .unique)]
    }
}
let guests = try database.repository(of: Guest.self)
print(try guests.createIndexes())
print(try guests.createIndexes().isEmpty)
try database.close()
