// The same query as a typed filter and in SQL++.

import Foundation
import Quire

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var address: Address
    var roomRate: Double
    var reviews: [Review] = []

    struct Address: Codable, Sendable {
        var city: String
        var street: String?
    }

    struct Review: Codable, Sendable {
        var author: String
        var stars: Int
    }

    enum CodingKeys: String, CodingKey {
        case id, name, address, roomRate = "room_rate", reviews
    }
}

let database = try Database(inMemoryNamed: "queries")
let hotels = try database.repository(of: Hotel.self)
try hotels.save([
    Hotel(
        id: "h1", name: "Harbour House", address: .init(city: "Bergen"), roomRate: 121,
        reviews: [.init(author: "Ada", stars: 5), .init(author: "Lin", stars: 3)]),
    Hotel(
        id: "h2", name: "Fjord Inn", address: .init(city: "Bergen", street: "Quay 1"), roomRate: 89,
        reviews: [.init(author: "Ada", stars: 2)]),
    Hotel(id: "h3", name: "Grand", address: .init(city: "Oslo"), roomRate: 240),
])

// A typed filter.
let cheap = try hotels.filter { $0.roomRate < 150 && $0.address.city == "Bergen" }
    .sorted(by: \.roomRate).limit(10).all()
print(cheap.map(\.name))

// SQL++.
let (city, rate) = ("Bergen", 150.0)
let rows = try database.query(
    """
    SELECT name FROM _ WHERE type = 'hotel' AND room_rate < \(rate) AND address.city = \(city)
    ORDER BY room_rate LIMIT 10
    """)
for row in rows { print(row.toJSON()) }

let all = try database.query("SELECT * FROM _ WHERE type = 'hotel'", as: Hotel.self)
print(all.map(\.name))

struct Name: Decodable {
    let name: String
}
let names = try database.query(
    "SELECT name FROM _ WHERE type = 'hotel' ORDER BY name", as: Name.self)
print(names.map(\.name))

// Other operations of typed filters.
let best = hotels.filter {
    $0.roomRate < 250
    anyOf {
        $0.address.city == "Oslo"
        $0.reviews.any { $0.stars == 5 }
    }
}
print(try best.all().map(\.name))
let houses = hotels.filter { $0.name.hasPrefix("Fjord") || $0.name.lowercased().contains("house") }
print(try houses.count())
print(try hotels.filter { $0.address.street.isMissing }.select(\.name).all())
print(try hotels.filter { $0.reviews.any { $0.author == "Ada" && $0.stars > 3 } }.count())
print(try hotels.filter { $0.id.in(["h1", "h3"]) }.sum(of: \.roomRate))
for (city, count, mean) in try hotels.grouped(by: \.address.city)
    .select({ ($0.key, $0.count, $0.average(of: \.roomRate)) }).all()
{
    print(city, count, mean ?? 0)
}
print(
    try hotels.grouped(by: \.address.city, \.name)
        .having { $0.count >= 1 }
        .sorted(by: { $0.average(of: \.roomRate) }, .descending).limit(2)
        .select { ($0.key.0, $0.count) }.all().map(\.0))

// Pages.
var cursor: PageCursor?
repeat {
    let page = try hotels.sorted(by: \.name).page(after: cursor, size: 2)
    print(page.models.map(\.name))
    cursor = page.next
} while cursor != nil

print(try hotels.filter { $0.roomRate > 200 }.update { $0.roomRate -= 20 })

// A query that runs again.
let query = try database.createQuery(
    "SELECT name FROM _ WHERE type = 'hotel' AND room_rate < $rate")
for rate in [100.0, 200.0] {
    query.parameters = ["rate": .double(rate)]
    print(try query.execute().decode(Name.self).count)
}

// A statement that changes documents.
let result = try database.execute(
    """
    UPDATE _ SET room_rate = room_rate - \(9), address.street = 'Quay 2'
    WHERE type = 'hotel' AND address.city = \(city) RETURNING name, room_rate
    """)
print(result.count)
for row in result.rows { print(row.toJSON()) }
try database.close()
