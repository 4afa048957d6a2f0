// Indexes, query plans, and checking whether queries use indexes.

import Foundation
import Quire

struct Hotel: IndexedModel {
    @DocumentID var id: String?
    var name: String
    var about: String
    var city: String
    var rate: Double
    var phones: [String] = []
    var isOpen = true

    static var indexes: [ModelIndex<Hotel>] {
        [
            ModelIndex(on: \.city, \.rate),
            ModelIndex(on: \.name, options: .unique),
            .fullText(on: \.name, \.about, language: .english),
        ]
    }
}

/// Prints the query plan of a selection: the lines after the SQL.
func printPlan(_ selection: Selection<Hotel>) throws {
    let lines = try selection.explain().split(separator: "\n", omittingEmptySubsequences: false)
    print(lines.drop { !$0.isEmpty }.dropFirst().joined(separator: "\n"))
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

let inBergen = hotels.filter { $0.city == "Bergen" && $0.rate < 150 }.sorted(by: \.rate)
print("No index")
print(try inBergen.explain())

print("Index")
try hotels.createIndex(on: \.city, \.rate)
print(try inBergen.explain())
try printPlan(inBergen)

print("Filters")
let plans: [(String, Selection<Hotel>)] = [
    ("city ==", hotels.filter { $0.city == "Bergen" }),
    ("city in", hotels.filter { ["Bergen", "Oslo"].contains($0.city) }),
    ("city hasPrefix", hotels.filter { $0.city.hasPrefix("Ber") }),
    ("city ==, sorted by rate", hotels.filter { $0.city == "Bergen" }.sorted(by: \.rate)),
    ("sorted by city", hotels.sorted(by: \.city)),
    ("sorted by city, rate", hotels.sorted(by: \.city).sorted(by: \.rate)),
    ("sorted by rate", hotels.sorted(by: \.rate)),
    ("rate <", hotels.filter { $0.rate < 150 }),
    ("city < and rate <", hotels.filter { $0.city < "C" && $0.rate < 150 }),
    ("city !=", hotels.filter { $0.city != "Bergen" }),
    ("city contains", hotels.filter { $0.city.contains("erg") }),
    ("city lowercased", hotels.filter { $0.city.lowercased() == "bergen" }),
    ("city || rate", hotels.filter { $0.city == "Bergen" || $0.rate < 100 }),
    ("city || city", hotels.filter { $0.city == "Bergen" || $0.city == "Oslo" }),
    ("not city", hotels.filter { !($0.city == "Bergen") }),
    ("rate * 2", hotels.filter { $0.city == "Bergen" && $0.rate * 2 < 300 }),
    ("collating", hotels.filter { $0.city.collating(.localized) == "Bergen" }),
    ("id", hotels.filter { $0.id == "h1" }),
    ("id in", hotels.filter { $0.id.in(["h1"]) }),
]
for (name, selection) in plans {
    print("-", name)
    try printPlan(selection)
}
try database.close()
